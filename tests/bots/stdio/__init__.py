"""Bots that are programs: the protocol, its host, and programs that do not keep to it."""
