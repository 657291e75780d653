"""The kernel: the parts that all titles share (positions, rules, vocabulary, draws, records). It knows no title."""
