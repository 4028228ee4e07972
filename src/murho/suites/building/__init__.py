"""Building a suite from treebanks: how frequent its phenomena are, which orders of arguments it should have.

    treebanks ──> links.tsv, schemas.tsv ──> a person keeps, drops, writes test sentences ──> suite.xml, trees.tsv
                                            ──> a person corrects the parser's trees ──> suite.conllu

- `treebank`: reading one, and finding what it does about arguments; `languages`: what a language must tell;
- `links`: how often parts of speech are linked; `clauses`, `arguments`, `schemas`: the orders of arguments;
- `sheets`: tables that a person edits; `review` and `annotation`: what stands in them and is read back;
- `order`: the section of the suite that they give; `filling`: frequencies for a suite that is there already.
"""
