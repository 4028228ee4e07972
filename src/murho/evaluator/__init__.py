"""The EVALUATOR: people say what was meant, or whether an answer is right, in pages that murho serves.

`storage` keeps what they say, `assigning` tells who gets which case, `forms` turns what they type into meanings, `web`
shows it. `status`, `agreeing`, `exchange` and `adopting` are what comes out: figures, agreement, files, and a new
version of the suite.
"""
