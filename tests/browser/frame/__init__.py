"""What all pages share, in a browser."""
