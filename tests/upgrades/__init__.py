"""Databases of released versions, which every later version must be able to carry on."""
