"""The faults, by name; each module adds its own."""

from tests.chaos.faults import clients, processes, servers
from tests.chaos.faults.catalogue import FAULTS, Scene, Skipped

__all__ = ["FAULTS", "Scene", "Skipped", "clients", "processes", "servers"]
