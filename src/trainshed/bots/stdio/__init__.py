"""Bots that are programs of their own, in any language: they speak JSON, a line a message, on stdin and stdout.

`messages` is the protocol, described for authors in `docs/bot-programs.md`. `stdio_bot` is the host's side, a `Bot`
that asks a program. `serve` is the other side: one of our own bots as such a program. Programs are started from the
command line only; nothing that answers requests imports this package.
"""
