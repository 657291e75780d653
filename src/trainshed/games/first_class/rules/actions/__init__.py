"""What players do in First Class: icons of cards, coins, contracts, trains and lines."""
