"""The rules of Lok'n'Roll: the position, the effects, and every question. Compiled by mypyc."""
