"""What tests, measurements (`bench`) and tools share."""
