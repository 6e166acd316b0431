"""Due work: everything that happens without a request. `docs/due-work.md` explains it, with a picture."""
