"""Pages, live updates and the API: HTTP in front of the service."""
