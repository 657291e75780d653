"""Shared by all pages: page frame and templates, settings of the reader, static files, error pages."""
