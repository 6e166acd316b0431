"""Serializers of responses: a member without a value is absent, not null."""

from typing import Any, TypeVar

from rest_framework import serializers

from games.http.json_objects import without_none

T = TypeVar("T")


# A field that may have no value is `required=False`. A docstring here would describe every subclass in the
# reference.
class Answer(serializers.Serializer[T]):
    def to_representation(self, instance: Any) -> Any:
        return without_none(super().to_representation(instance))
