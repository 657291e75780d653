"""What all pages share: the frame around them, their reader, static files, error pages."""
