"""The HTML pages. Everything on them is rendered on the server; the browser only shows it."""
