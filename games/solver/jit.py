"""The one place that touches numba: the kernel decorator and three machine instructions."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from games.solver.cache import cache_folder

# Read by numba when a kernel is declared, so it has to stand before the first one.
cast(Any, numba.config).CACHE_DIR = str(cache_folder())

Word = Any
"""A 64-bit word, np.uint64 (left open, since numpy's types widen what the kernels never mix)."""
Words = NDArray[np.uint64]
Halves = NDArray[np.uint32]
Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile `function` at its first call, cached on disk, without the interpreter's lock."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def _lowest_bit(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


def _count_bits(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        base = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = builder.bitcast(builder.gep(base, [arguments[1]]), cgutils.voidptr_t)
        flag = ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, flag, flag, flag])
        declare: Any = cgutils.get_or_insert_function
        function = declare(builder.module, shape, "llvm.prefetch.p0")
        builder.call(function, [address, flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


lowest_bit: Callable[[Word], int] = cast(Any, intrinsic(_lowest_bit))
"""Number (0 to 63) of the lowest set bit of a word that is not 0. For kernels only."""

count_bits: Callable[[Word], int] = cast(Any, intrinsic(_count_bits))
"""Number of set bits of a word. For kernels only."""

prefetch: Callable[[Words | Halves, int], None] = cast(Any, intrinsic(_prefetch))
"""Ask for the cache line of an element of a one-dimensional array. For kernels only."""

as_int: Callable[[Word], int] = cast(Any, np.int64)
"""The signed integer of a word. numba turns mixed signed and unsigned arithmetic into floats."""
