"""What can go wrong in the store. None of these errors says what was to be stored: they end up in logs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError, SQLAlchemyError

from turncoat.core import Refused

_OUR_FAULT = (ProgrammingError, DataError, NotSupportedError)


class StoreDown(Refused):
    """The database cannot do its work now. Nothing has changed."""

    def __init__(self, cause: str) -> None:
        super().__init__("UNAVAILABLE", "The store does not answer. Try again.")
        self.cause = cause


class InDoubt(StoreDown):
    """The database did not answer when it was told to commit: what was to be stored may be stored or not."""


class Duplicate(Exception):
    """A row with this key is there already. Nothing has changed."""


class StoreBug(Exception):
    """The database rejects a statement of ours."""


@contextmanager
def translated() -> Iterator[None]:
    """Turn the errors of SQLAlchemy and the drivers into ours. Their texts quote rows, so they are dropped."""
    try:
        yield
    except IntegrityError:
        raise Duplicate from None
    except _OUR_FAULT as error:
        raise StoreBug(f"{name_of(error)} in {error.statement}") from None
    except (SQLAlchemyError, OSError) as error:
        raise StoreDown(name_of(error)) from None


def name_of(error: BaseException) -> str:
    """What an error is called: its class, and that of the driver's error behind it."""
    names = [type(error).__name__]
    if isinstance(error, DBAPIError) and error.orig is not None:
        names.append(getattr(error.orig, "sqlite_errorname", None) or type(error.orig.__cause__ or error.orig).__name__)
    return ": ".join(names)


def why_not_opened(error: BaseException) -> str:
    """Why a database could not be opened, in its own words. Nothing was to be stored yet, so they quote no row."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig.__cause__ or error.orig
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__
