"""The rules of Lok'n'Roll: the position, what can be pending, and every question. Compiled by mypyc."""
