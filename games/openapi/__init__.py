"""The index of the API and the OpenAPI document, which collects what the other packages declare."""
