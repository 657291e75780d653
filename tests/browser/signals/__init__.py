"""Tests of what tells a person about a table: the tab, the chat, who is here, and sound."""
