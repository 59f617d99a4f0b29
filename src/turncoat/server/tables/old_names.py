"""Names that commands and log entries had in earlier versions. They are still read, and never written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

Read = TypeVar("Read")
Fields = dict[str, msgspec.Raw]
_fields: msgspec.json.Decoder[Fields] = msgspec.json.Decoder(Fields)


class OldNames(NamedTuple):
    """Old names with their new ones: tags, and fields by the old tag."""

    tag_field: str
    tags: Mapping[str, str] = {}
    fields: Mapping[str, Mapping[str, str]] = {}

    def reader(self, decode: Callable[[bytes | str], Read]) -> Callable[[bytes | str], Read]:
        """`decode`, for bodies with old names too. Bodies with new names cost nothing more."""

        def read(body: bytes | str) -> Read:
            try:
                return decode(body)
            except msgspec.ValidationError:
                renamed = self._renamed(body)
                if renamed is None:
                    raise
                return decode(renamed)

        return read

    def _renamed(self, body: bytes | str) -> bytes | None:
        """The body with new names; None if it is no object, or has no old name."""
        try:
            old = _fields.decode(body)
            tag: Any = msgspec.json.decode(old[self.tag_field])
        except (msgspec.MsgspecError, KeyError):
            return None
        if not isinstance(tag, str):
            return None
        fields = self.fields.get(tag, {})
        new = {fields.get(name, name): value for name, value in old.items()}
        new[self.tag_field] = msgspec.Raw(msgspec.json.encode(self.tags.get(tag, tag)))
        same = len(new) < len(old) or (new.keys() == old.keys() and tag not in self.tags)
        return None if same else msgspec.json.encode(new)
