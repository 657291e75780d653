"""Scenery behind boards: landscape, ballast and sleepers, drawn by code into static files that a browser caches."""
