"""Russian Railroads (Hans im Glück, 2013), 2-4 seats."""
