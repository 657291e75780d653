"""Commands for developers: catalogues of translations, screenshots and filmstrips for the documentation."""
