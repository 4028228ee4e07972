"""Dependency parsers as systems: expressions in, for each a tree in CoNLL-U out.

- `Spacy`, written `spacy:es_core_news_sm`: a spaCy pipeline in this process;
- `Udpipe`, written `udpipe:model.udpipe`: a model of UDPipe 1, which can be trained on a treebank in minutes;
- `Piped`, written `conllu:COMMAND`: any command that reads sentences and writes CoNLL-U.

A parser cuts its input into sentences and words as it likes; the tree it answers with is all that it made of the
expression, one sentence or several.
"""
