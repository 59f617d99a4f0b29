"""Tables in files: CSV, or Parquet where the extra `data` is installed."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import numpy as np

from turncoat.extras import need_extra

PARQUET = "parquet"
_ROWS_AT_ONCE = 50_000
Columns = Mapping[str, type]
Row = Sequence[Any]

GAMES: Columns = {
    "game": str,
    "ruleset": str,
    "players": int,
    "roles": str,
    "options": str,
    "winner": str,
    "reason": str,
    "moves": int,
    "started": int,
    "finished": int,
}
"""The table that every game has."""


class _File(Protocol):
    def add(self, rows: Sequence[Row]) -> None: ...

    def add_columns(self, columns: Mapping[str, Any], count: int) -> None: ...

    def close(self) -> None: ...


class _CsvFile:
    def __init__(self, path: Path, columns: Columns) -> None:
        self._file = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file)
        self._writer.writerow(columns)
        self._names = tuple(columns)

    def add_columns(self, columns: Mapping[str, Any], count: int) -> None:
        lists = [_listed(columns.get(name), count) for name in self._names]
        self._writer.writerows(zip(*lists, strict=True))

    def add(self, rows: Sequence[Row]) -> None:
        self._writer.writerows(rows)

    def close(self) -> None:
        self._file.close()


class _ParquetFile:
    def __init__(self, path: Path, columns: Columns) -> None:
        import pyarrow
        import pyarrow.parquet

        kinds = {str: pyarrow.string(), int: pyarrow.int64(), bool: pyarrow.bool_()}
        self._arrow = pyarrow
        self._schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
        self._writer = pyarrow.parquet.ParquetWriter(path, self._schema, compression="zstd")

    def add(self, rows: Sequence[Row]) -> None:
        columns = list(zip(*rows, strict=True))
        arrays = [self._arrow.array(column, kind) for column, kind in zip(columns, self._schema.types, strict=True)]
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))

    def add_columns(self, columns: Mapping[str, Any], count: int) -> None:
        arrays = [self._array(columns.get(field.name), field.type, count) for field in self._schema]
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))

    def _array(self, values: Any, kind: Any, count: int) -> Any:
        if not isinstance(values, np.ndarray):
            return self._arrow.repeat(self._arrow.scalar(values, kind), count)
        if isinstance(values, np.ma.MaskedArray):  # the masked places are empty
            return self._arrow.array(values.data, mask=values.mask).cast(kind)
        return self._arrow.array(values).cast(kind)

    def close(self) -> None:
        self._writer.close()


def _listed(values: Any, count: int) -> list[Any]:
    return list(values.tolist()) if isinstance(values, np.ndarray) else [values] * count


class TableFiles:
    """One file for each table in a folder, written in large pieces. A context: at its end the files are complete."""

    def __init__(self, folder: Path, form: str, tables: Mapping[str, Columns]) -> None:
        """Raises Refused where the form needs a package that is not installed."""
        if form == PARQUET:
            need_extra("data", "pyarrow")
        folder.mkdir(parents=True, exist_ok=True)
        make = _ParquetFile if form == PARQUET else _CsvFile
        self._files: dict[str, _File] = {
            name: make(folder / f"{name}.{form}", columns) for name, columns in tables.items()
        }
        self._waiting: dict[str, list[Row]] = {name: [] for name in tables}

    def add(self, table: str, rows: Sequence[Row]) -> None:
        """Add rows to a table."""
        waiting = self._waiting[table]
        waiting += rows
        if len(waiting) >= _ROWS_AT_ONCE:
            self._write(table)

    def add_columns(self, table: str, columns: Mapping[str, Any], count: int) -> None:
        """Add so many rows at once, as NumPy arrays by column. Anything else is the same value in every row."""
        self._write(table)
        self._files[table].add_columns(columns, count)

    def _write(self, table: str) -> None:
        if self._waiting[table]:
            self._files[table].add(self._waiting[table])
            self._waiting[table] = []

    def __enter__(self) -> TableFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for table, file in self._files.items():
            if error is None:
                self._write(table)
            file.close()
