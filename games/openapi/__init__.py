"""The front door and the OpenAPI document, which collects what the rooms declare."""
