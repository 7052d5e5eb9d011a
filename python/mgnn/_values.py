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
    """Warn at the line that called the package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, stacklevel=level)


def interruptible(call: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a call that cannot be stopped. In the main thread it runs in another
    thread, so that Ctrl-C ends the wait at once."""
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
    """Whether this is the array type of a library other than NumPy."""
    return not issubclass(kind, (np.ndarray, np.generic)) and any(
        hasattr(kind, way) for way in ("__array__", "__dlpack__", "detach"))


def plain(values: Any) -> Any:
    """Convert arrays of other libraries to NumPy, also inside a list; other values are returned
    unchanged."""
    if isinstance(values, (list, tuple)) and any(map(is_foreign, set(map(type, values)))):
        return [plain(row) for row in values]
    if not is_foreign(type(values)):
        return values
    if hasattr(values, "detach"):           # PyTorch: without gradients, in main memory
        values = values.detach().cpu()
        values = values.double() if values.is_floating_point() else values
    return np.asarray(values) if hasattr(values, "__array__") else np.from_dlpack(values)


def array_of(values: Any) -> Array:
    """An array of any values. Objects that are all integers, such as a nullable column of pandas,
    become integers."""
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
    """A masked array with NaN for masked values; anything else unchanged."""
    array: Any = values
    return array.astype(np.float64).filled(np.nan) if isinstance(values, np.ma.MaskedArray) \
        else values


def flag(value: Any, name: str) -> bool:
    """A boolean from True or False, or from yes or no as in the programs."""
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
    """Whether two values differ; NaN equals NaN."""
    return a is not b and bool(a != b)


def is_missing(value: Any) -> bool:
    """Whether a value is None, NaN or one of the missing values of pandas."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):     # pandas.NA, or no single value
        return type(value).__name__ == "NAType"
