"""The coach at a table: texts about decisions, and hints in games against bots."""
