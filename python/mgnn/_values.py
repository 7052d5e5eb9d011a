"""Values of other libraries as NumPy arrays and plain lists.

Every array, column or list that a caller gives passes through here, so that NumPy,
pandas, PyTorch and lists mean the same wherever they are accepted.
"""
from __future__ import annotations

import sys
import threading
import warnings
from typing import Any, Callable

import numpy as np

from ._core import Error

Array = np.ndarray[Any, np.dtype[Any]]


def warn(text: str) -> None:
    """Warn at the line that called the package, however deep we are in it."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, stacklevel=level)


def interruptible(call: Callable[..., Any], *arguments: Any) -> Any:
    """What a call of the library comes to, one that nothing can end.  In the main thread it
    runs in another, so that Ctrl-C ends the wait for it at once."""
    if threading.current_thread() is not threading.main_thread():
        return call(*arguments)
    came: list[Any] = []

    def run() -> None:
        try:
            came.extend((call(*arguments), None))
        except BaseException as error:      # which is raised below
            came.extend((None, error))

    thread = threading.Thread(target=run, name="mgnn", daemon=True)
    thread.start()
    thread.join()
    if came[1] is not None:
        raise came[1]
    return came[0]


def is_foreign(kind: type) -> bool:
    """Whether a type is that of arrays of another library than NumPy."""
    return not issubclass(kind, (np.ndarray, np.generic)) and any(
        hasattr(kind, way) for way in ("__array__", "__dlpack__", "detach"))


def plain(values: Any) -> Any:
    """An array of another library as one of NumPy, also within a list; anything else as it is."""
    if isinstance(values, (list, tuple)) and any(map(is_foreign, set(map(type, values)))):
        return [plain(row) for row in values]
    if not is_foreign(type(values)):
        return values
    if hasattr(values, "detach"):           # PyTorch: without gradients, in main memory
        values = values.detach().cpu()
        values = values.double() if values.is_floating_point() else values
    return np.asarray(values) if hasattr(values, "__array__") else np.from_dlpack(values)


def array_of(values: Any) -> Array:
    """An array of whatever kind the values are; objects that all are whole numbers, such as
    those of a nullable column of pandas, are whole numbers."""
    array = np.asarray(plain(values))
    if array.dtype.kind == "O" and all(isinstance(x, int) for x in array.ravel()):
        array = np.array(array.tolist())
    return array


def items(values: Any) -> list[Any]:
    """A plain Python value for each entry of an array, column or list; None where the
    value is missing."""
    values = values.tolist() if hasattr(values, "tolist") else plain(values)
    values = values.tolist() if isinstance(values, np.ndarray) else list(values)
    return [None if is_missing(x) else x.item() if hasattr(x, "item") and np.ndim(x) == 0 else x
            for x in values]


def is_masked(values: Any) -> bool:
    return isinstance(values, np.ma.MaskedArray) and bool(np.any(values.mask))


def reals(values: Any, name: str) -> Array:
    """An array of doubles, NaN where a value is missing.  Raises TypeError or ValueError
    for values that are not numbers, as NumPy does, and Error for those that would lose a part."""
    if is_masked(values) or isinstance(values, (list, tuple)) and any(map(is_masked, values)):
        raise Error(f"{name} has masked values, must have a number everywhere")
    array = array_of(values)
    if array.dtype.kind in "cMm":
        what = "complex numbers, must have real ones" if array.dtype.kind == "c" else \
            "dates or times, must have numbers"
        raise Error(f"{name} has {what}")
    if array.dtype.kind == "O":             # such as a nullable column of pandas
        flat = [np.nan if is_missing(x) else x for x in array.ravel().tolist()]
        array = np.array(flat, np.float64).reshape(array.shape)
    return array.astype(np.float64, copy=False)


def unmasked(values: Any) -> Any:
    """A masked array with NaN for what is masked; all else as it is."""
    array: Any = values
    return array.astype(np.float64).filled(np.nan) if isinstance(values, np.ma.MaskedArray) \
        else values


def flag(value: Any, name: str) -> bool:
    """True or False, or yes or no, as the programs say it."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, str) and value in ("yes", "no"):
        return value == "yes"
    raise TypeError(f"{name} is {value!r}, must be True or False")


def is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def differ(a: Any, b: Any) -> bool:
    """Whether these are two values; one that is NaN is one."""
    return a is not b and bool(a != b)


def is_missing(value: Any) -> bool:
    """None, NaN, or the marks that pandas has for a missing value."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):     # pandas.NA, or no single value
        return type(value).__name__ == "NAType"
