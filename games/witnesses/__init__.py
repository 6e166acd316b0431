"""Others are asked to cosign the public log."""
