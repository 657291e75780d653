"""The modules of First Class, one file each, found by the `id` of their section in the content pack."""
