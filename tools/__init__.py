"""Commands for developers: catalogues of translations, screenshots for the documentation."""
