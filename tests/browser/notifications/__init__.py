"""Notifications of the browser, in a browser that shows them."""
