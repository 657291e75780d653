"""The lowest layer of the web package: headers, authentication, errors, middleware, telemetry, sockets."""
