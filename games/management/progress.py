"""Progress on standard error, only where somebody looks at it."""

import types
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar

from tqdm import tqdm

T = TypeVar("T")


class StateCounter:
    """Counts searched states on a terminal: give it to the solver as `progress`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bar: tqdm[Any] | None = None

    def begin(self) -> None:
        """Begin to count anew, for another search."""
        if self._bar is not None:
            self._bar.reset()

    def __call__(self, states: int) -> None:
        """Show how many states a search has stored so far."""
        if self._bar is not None:
            self._bar.update(states - self._bar.n)

    def __enter__(self) -> "StateCounter":
        if self._stream.isatty():
            self._bar = tqdm(file=self._stream, unit=" states", unit_scale=True, leave=False)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: types.TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()


@contextmanager
def progress(items: Iterable[T], total: int, stream: TextIO) -> Iterator[Iterable[T]]:
    """The items with a bar, if there is more than one and `stream` is a terminal."""
    hidden = total < 2 or not stream.isatty()
    with tqdm(items, total=total, file=stream, disable=hidden, unit=" deals") as bar:
        yield bar
