"""Reads the policy's weights from a model file of Stable-Baselines3, without torch and without running its code."""

from __future__ import annotations

import io
import pickle
import zipfile
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs import DataError
from ..envs.engine.records.files import write_file

_DTYPES = {"FloatStorage": np.float32, "DoubleStorage": np.float64, "LongStorage": np.int64}


def read_weights(model: Path) -> dict[str, NDArray[Any]]:
    """The policy's weights in a model file of Stable-Baselines3, or in one of plain arrays (``.npz``).

    Raises:
        DataError: The file is missing or damaged.
    """
    try:
        if model.suffix == ".npz":
            with np.load(model, allow_pickle=False) as arrays:
                return {name: arrays[name].astype(np.float32) for name in arrays}
        with zipfile.ZipFile(model) as archive:
            return unpack(archive.read("policy.pth"))
    except FileNotFoundError as error:
        raise DataError(f"{model} is missing: the checkpoint is incomplete; use another one") from error
    except Exception as error:  # zipfile and pickle have many errors for damage
        raise DataError(f"{model} is damaged ({error}); use another checkpoint or train anew") from error


def unpack(data: bytes) -> dict[str, NDArray[Any]]:
    """The arrays in what ``torch.save`` wrote of a mapping of names to tensors.

    Raises:
        pickle.UnpicklingError: It holds anything but plain tensors.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        (index,) = (name for name in archive.namelist() if name.endswith("/data.pkl"))
        reader = _TensorReader(archive.open(index), archive, index.removesuffix("data.pkl"))
        found = reader.load()
    if not isinstance(found, dict) or not all(isinstance(value, np.ndarray) for value in found.values()):
        raise pickle.UnpicklingError("expected tensors by name")
    return dict(found)


def write_weights(path: Path, weights: Mapping[str, NDArray[Any]]) -> None:
    """Writes plain arrays by name, compressed, in half precision: half the size, and as strong.

    Raises:
        FileError: It cannot be written.
    """
    data = io.BytesIO()
    halves = {name: values.astype(np.float16) for name, values in weights.items()}
    np.savez_compressed(data, allow_pickle=False, **halves)
    write_file(path, data.getvalue())


class _TensorReader(pickle.Unpickler):
    """Knows nothing but dense tensors: any other name in the file is refused, so that nothing of it is run."""

    def __init__(self, file: Any, archive: zipfile.ZipFile, root: str):
        super().__init__(file)
        self._archive, self._root = archive, root

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _tensor
        if module == "torch" and name in _DTYPES:
            return np.dtype(_DTYPES[name])
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a plain tensor")

    def persistent_load(self, pid: Any) -> NDArray[Any]:
        _, dtype, key, _, size = pid
        return np.frombuffer(self._archive.read(f"{self._root}data/{key}"), dtype, size)


def _tensor(storage: NDArray[Any], offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *_: Any) -> Any:
    """A copy of the part of ``storage`` that the file names; never anything beyond it, which is other memory."""
    farthest = offset + sum((n - 1) * stride for n, stride in zip(shape, strides, strict=True))
    if min((offset, *shape, *strides)) < 0 or (0 not in shape and farthest >= storage.size):
        raise pickle.UnpicklingError(f"a tensor of shape {shape} reaches beyond its {storage.size} numbers")
    steps = [stride * storage.itemsize for stride in strides]
    return np.lib.stride_tricks.as_strided(storage[offset:], shape, steps).copy()
