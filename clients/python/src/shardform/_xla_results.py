"""What the devices of jax compute, with all that replicas hold."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from ._arrays import is_key, to_numpy
from ._call import LoweredCall, with_values


@dataclasses.dataclass
class WholeResults:
    """Results that were put together of the parts on devices, one replica of each part."""

    arrays: list[np.ndarray[Any, Any]]
    #: By result: the devices, with the part that each holds.
    parts: list[list[tuple[tuple[slice, ...], int]]]

    def device_of(self, result: int, position: Sequence[int]) -> int | None:
        """Returns the number of the device that has an element."""
        for index, device in self.parts[result]:
            if all((own.start or 0) <= at and (own.stop is None or at < own.stop) for own, at in zip(index, position)):
                return device
        return None


@dataclasses.dataclass
class XlaResults:
    """An execution by XLA."""

    #: The devices: `8 cpu devices`.
    devices: str
    #: The first replicas, and further ones that hold other numbers.
    replicas: list[WholeResults]


def reason_against(call: LoweredCall) -> str | None:
    """Returns why XLA cannot execute a program here; `None` if it can."""
    if call.is_abstract:
        return "the devices of an AbstractMesh are not there"
    if jax.process_count() > 1:
        return "the devices belong to several processes"
    return None


def execute(call: LoweredCall, leaves: Sequence[Any], inputs: Sequence[np.ndarray[Any, Any]]) -> XlaResults:
    """Executes a program on the devices of its mesh."""
    given = [with_values(leaf, own) for leaf, own in zip(leaves, inputs)]
    results = jax.tree.leaves(call.lowered.compile()(*given))
    shards = [_replicas(own) for own in results]
    devices = {shard.device for own in shards for part in own for shard in part}
    platform = next(iter(devices)).platform if devices else "cpu"
    said = f"{len(devices)} {platform} device{'' if len(devices) == 1 else 's'}"
    replicas: list[WholeResults] = []
    for which in range(max((len(part) for own in shards for part in own), default=1)):
        whole = _whole(results, shards, which)
        if not any(_is_same(whole, other) for other in replicas):
            replicas.append(whole)
    return XlaResults(said, replicas)


def _replicas(result: Any) -> list[list[Any]]:
    """Returns by part of a result the shards that hold it."""
    own = jax.random.key_data(result) if is_key(result) else result

    def key(shard: Any) -> str:
        return str(shard.index)

    ordered = sorted(own.addressable_shards, key=lambda shard: (key(shard), shard.device.id))
    return [list(group) for _, group in itertools.groupby(ordered, key)]


def _whole(results: Sequence[Any], shards: list[list[list[Any]]], which: int) -> WholeResults:
    whole = WholeResults([], [])
    for result, parts in zip(results, shards):
        own = jax.random.key_data(result) if is_key(result) else result
        array = np.empty(own.shape, own.dtype)
        chosen = [group[min(which, len(group) - 1)] for group in parts]
        for shard in chosen:
            array[shard.index] = to_numpy(shard.data)
        whole.arrays.append(array)
        whole.parts.append([(shard.index, shard.device.id) for shard in chosen])
    return whole


def _is_same(one: WholeResults, other: WholeResults) -> bool:
    return all(own.tobytes() == known.tobytes() for own, known in zip(one.arrays, other.arrays))
