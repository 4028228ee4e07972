"""The laboratory of murho: the systems and experiments of the papers it rests on.

It is a distribution of its own, which plugs itself into murho as any stranger's would: kinds of systems (`atn:`,
`chart:`, `sphinx:`) through the entry points `murho.systems`, and verbs (`murho atn`, `murho chart`, `murho study`)
through `murho.verbs`. murho imports nothing of it.
"""
