"""Commands for developers: catalogues of translations, pictures for the documents."""
