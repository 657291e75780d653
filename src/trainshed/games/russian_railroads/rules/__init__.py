"""The rules of Russian Railroads: the position, what can be pending, and every question. Compiled by mypyc."""
