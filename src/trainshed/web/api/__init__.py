"""The JSON routes by subject, and their description in OpenAPI."""
