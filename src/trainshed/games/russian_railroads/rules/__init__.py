"""The rules of Russian Railroads: position, pending effects and every question to a player. Compiled by mypyc."""
