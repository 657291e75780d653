"""Reads the CPU time that other processes have used, to the nanosecond."""

from __future__ import annotations

import os
import time


def cpu_seconds(pid: int) -> float:
    """CPU seconds of a process, user and system, of all its threads, without its children."""
    return time.clock_gettime((~pid << 3) | 2)  # as clock_getcpuclockid(3) makes the number of a process's clock


def with_children(parent: int) -> float:
    """CPU seconds of a process, such as a PostgreSQL server, and of its child processes that still run."""
    total = cpu_seconds(parent)
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="ascii") as stat:
                    fields = stat.read().rpartition(")")[2].split()
                if int(fields[1]) == parent:
                    total += cpu_seconds(int(name))
            except OSError:
                continue  # it ended while we looked
    return total
