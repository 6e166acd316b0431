"""The catalogue of rulesets and bots."""
