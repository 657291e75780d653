"""The pages: what people see in a browser. Everything on them is drawn here; the browser only shows it."""
