"""A stand-in of Tenstorrent's ttnn: tensors are numpy arrays of one device, with the number formats of the library.

It executes scripts where there is no device, and ends with an error where a tensor is used after it was deallocated.
"""
import math
import sys
from types import SimpleNamespace

import numpy as np


class _Names:
    def __init__(self, kind):
        self._kind = kind

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return f"{self._kind}.{name}"


class _Record:
    def __init__(self, *args, **options):
        self.args = args
        self.__dict__.update(options)


DataType, Layout, BufferType, TensorMemoryLayout = (_Names(n) for n in ("DataType", "Layout", "BufferType", "Memory"))
FabricConfig, MathFidelity, SigmoidMode, UnaryOpType, Topology = (_Names(n) for n in ("Fabric", "Fidelity", "Sigmoid", "Unary", "Topology"))
MemoryConfig = WormholeComputeKernelConfig = CoreCoord = CoreRange = CoreRangeSet = UnaryWithParam = _Record
MatmulMultiCoreReuseMultiCastProgramConfig = MatmulMultiCoreReuseMultiCast1DProgramConfig = _Record
MatmulMultiCoreReuseProgramConfig = Conv2dConfig = Conv2dSliceConfig = Conv3dConfig = _Record
Conv2dDRAMSliceHeight = Conv2dDRAMSliceWidth = Conv2dL1Full = None
Shape = list


class Device:
    def __init__(self, shape):
        self.shape = tuple(shape)


def _bf16(x):
    bits = np.ascontiguousarray(x, np.float32).view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + ((bits >> np.uint64(16)) & np.uint64(1))) & np.uint64(0xFFFF0000)).astype(np.uint32)
    nan = np.isnan(np.asarray(x, np.float32))
    return np.where(nan, np.float32(np.nan), rounded.view(np.float32)).astype(np.float32)


_FORMATS = {"FLOAT32": np.float32, "UINT32": np.uint32, "UINT16": np.uint16, "UINT8": np.uint8, "INT32": np.int32}


def _as(x, dtype):
    name = dtype.split(".")[1]
    if name == "BFLOAT16":
        return _bf16(x)
    with np.errstate(invalid="ignore", over="ignore"):
        x = np.asarray(x)
        return x.astype(np.int64).astype(_FORMATS[name]) if name != "FLOAT32" and x.dtype.kind == "f" else x.astype(_FORMATS[name])


class Tensor:
    def __init__(self, values, shape, dtype, layout=None, device=None, memory_config=None):
        self._array = _as(np.asarray(values, np.float64 if dtype in (DataType.FLOAT32, DataType.BFLOAT16) else np.int64), dtype).reshape(shape)
        self.dtype, self.layout = dtype, layout

    @property
    def array(self):
        if self._array is None:
            raise RuntimeError("the tensor was deallocated")
        return self._array

    @property
    def shape(self):
        return self.array.shape

    def item(self):
        return self.array.reshape(-1)[0].item()


def _made(array, dtype, layout=None):
    tensor = Tensor.__new__(Tensor)
    tensor._array, tensor.dtype, tensor.layout = _as(array, dtype), dtype, layout
    return tensor


def _like(tensor, array):
    return _made(array, tensor.dtype, tensor.layout)


def deallocate(tensor, force):
    tensor._array = None


def empty(shape, dtype, layout, device, memory_config):
    return Tensor(np.full(shape, 77), shape, dtype, layout)


def copy(source, target):
    target._array = source.array.copy()


def copy_host_to_device_tensor(host, device, cq_id):
    copy(host, device)


# What is replayed is the function that was recorded, which tests name.
replay = None


def begin_trace_capture(device, cq_id):
    return 1


def end_trace_capture(device, trace_id, cq_id):
    assert trace_id == 1


def execute_trace(device, trace_id, cq_id, blocking):
    assert trace_id == 1
    replay()


def _sigmoid(x):
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-x))


_erf = np.vectorize(math.erf, otypes=[np.float64])
_UNARY = {
    "abs": np.abs, "acos": np.arccos, "asin": np.arcsin, "atan": np.arctan, "ceil": np.ceil, "cos": np.cos, "cbrt": np.cbrt,
    "exp": np.exp, "expm1": np.expm1, "floor": np.floor, "log": np.log, "log1p": np.log1p, "neg": np.negative,
    "isfinite": np.isfinite, "is_finite": np.isfinite, "logical_not": lambda x: x == 0, "logical_not_unary": lambda x: x == 0,
    "reciprocal": lambda x: 1 / x, "recip": lambda x: 1 / x, "relu": lambda x: np.maximum(x, 0), "round": np.round,
    "relu6": lambda x: np.clip(x, 0, 6), "rsqrt": lambda x: 1 / np.sqrt(x), "sigmoid": _sigmoid, "sign": np.sign,
    "silu": lambda x: x * _sigmoid(x), "sin": np.sin, "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh,
    "bitwise_not": np.invert, "erf": _erf, "gelu": lambda x: x * (1 + _erf(x / math.sqrt(2))) / 2,
    "mish": lambda x: x * np.tanh(np.log1p(np.exp(x))), "hardsigmoid": lambda x: np.clip(x / 6 + 0.5, 0, 1),
}
_BINARY = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide, "eq": np.equal, "ne": np.not_equal,
    "ge": np.greater_equal, "gt": np.greater, "le": np.less_equal, "lt": np.less, "maximum": np.maximum, "minimum": np.minimum,
    "pow": np.power, "remainder": np.mod, "atan2": np.arctan2, "bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or,
    "bitwise_xor": np.bitwise_xor, "logical_left_shift": np.left_shift, "logical_right_shift": np.right_shift,
    "logical_and": np.logical_and, "logical_or": np.logical_or, "logical_xor": np.logical_xor,
}


def _wide(x):
    return x.astype(np.float64) if x.dtype.kind == "f" else x


def _chain(x, functions):
    for function in functions or []:
        x = _UNARY[function.args[0].split(".")[1].lower()](_wide(np.asarray(x)))
    return x


def _unary(name):
    def call(tensor, *_, **__):
        with np.errstate(all="ignore"):
            return _like(tensor, _UNARY[name](_wide(tensor.array)))
    return call


def _binary(name):
    def call(lhs, rhs, dtype=None, memory_config=None, activations=None, input_tensor_a_activations=None, input_tensor_b_activations=None):
        a = _chain(lhs.array, input_tensor_a_activations)
        b = _chain(rhs.array if isinstance(rhs, Tensor) else np.asarray(rhs), input_tensor_b_activations)
        with np.errstate(all="ignore"):
            value = _chain(_BINARY[name](_wide(a), _wide(b)), activations)
        return _made(value, dtype or lhs.dtype, lhs.layout)
    return call


for _name in _UNARY:
    globals()[_name] = _unary(_name)
for _name in _BINARY:
    globals()[_name] = _binary(_name)


def leaky_relu(x, parameter, memory_config=None):
    return _like(x, np.where(x.array > 0, x.array, x.array * parameter))


def where(condition, a, b, memory_config=None):
    return _made(np.where(condition.array != 0, a.array, b.array), a.dtype, a.layout)


def clamp(x, least, most, memory_config=None):
    bound = lambda v: v.array if isinstance(v, Tensor) else v
    return _like(x, np.clip(x.array, bound(least), bound(most)))


def _product(a, b, bias, transpose_a, transpose_b, dtype, activation):
    a, b = (t.array.astype(np.float64) for t in (a, b))
    a = np.swapaxes(a, -1, -2) if transpose_a else a
    b = np.swapaxes(b, -1, -2) if transpose_b else b
    value = a @ b
    value = value if bias is None else value + bias.array
    return _made(value if activation is None else _UNARY[activation](value), dtype)


def matmul(a, b, transpose_a=False, transpose_b=False, dtype=None, activation=None, **_):
    return _product(a, b, None, transpose_a, transpose_b, dtype, activation)


def linear(a, b, bias=None, transpose_a=False, transpose_b=False, dtype=None, activation=None, **_):
    return _product(a, b, bias, transpose_a, transpose_b, dtype, activation)


def _reduction(function):
    def call(x, dims, keep, **_):
        dims = tuple(dims) if dims else None
        return _like(x, function(_wide(x.array), axis=dims, keepdims=keep))
    return call


sum, mean, max, min = (_reduction(f) for f in (np.sum, np.mean, np.max, np.min))


def prod(x, dim, keep, memory_config=None):
    return _like(x, np.prod(_wide(x.array), axis=dim, keepdims=keep))


def argmax(x, dim, keep, **_):
    return _made(np.argmax(x.array, axis=dim, keepdims=keep), DataType.UINT32, Layout.ROW_MAJOR)


def softmax(x, dim, **_):
    value = np.exp(x.array.astype(np.float64) - np.max(x.array, axis=dim, keepdims=True))
    return _like(x, value / np.sum(value, axis=dim, keepdims=True))


def cumsum(x, dim, dtype=None, memory_config=None):
    return _made(np.cumsum(_wide(x.array), axis=dim), dtype or x.dtype)


def to_layout(x, layout, dtype=None, memory_config=None):
    return _made(x.array, dtype or x.dtype, layout)


def typecast(x, dtype, memory_config=None):
    return _made(x.array, dtype, x.layout)


def _same(x, *_, **__):
    return _like(x, x.array)


to_device = from_device = to_memory_config = assign = _same


def reshape(x, shape, memory_config=None):
    return _like(x, x.array.reshape(shape))


def permute(x, order, memory_config=None, pad_value=None):
    return _like(x, np.transpose(x.array, order))


def transpose(x, a, b, memory_config=None):
    return _like(x, np.swapaxes(x.array, a, b))


def concat(tensors, dim, memory_config=None):
    return _like(tensors[0], np.concatenate([t.array for t in tensors], axis=dim))


def repeat(x, repeats, memory_config=None):
    return _like(x, np.tile(x.array, repeats))


def repeat_interleave(x, repeats, dim, memory_config=None):
    return _like(x, np.repeat(x.array, repeats, axis=dim))


def slice(x, begins, ends, step, memory_config=None):
    numbers = lambda v: [int(i) for i in v.array.reshape(-1)] if isinstance(v, Tensor) else v
    begins, ends = numbers(begins), numbers(ends)
    steps = numbers(step) or [1] * len(begins)
    return _like(x, x.array[tuple(np.s_[b:e:s] for b, e, s in zip(begins, ends, steps))])


def pad(x, pairs, value, **_):
    return _like(x, np.pad(x.array, pairs, constant_values=value))


def arange(start, end, step, dtype=None, layout=None, **_):
    return _made(np.arange(start, end, step), dtype, layout)


def full(shape=None, fill_value=None, dtype=None, layout=None, **_):
    return _made(np.full(shape, fill_value), dtype, layout)


def ones(shape=None, dtype=None, layout=None, **_):
    return full(shape, 1, dtype, layout)


def zeros(shape=None, dtype=None, layout=None, **_):
    return full(shape, 0, dtype, layout)


def embedding(index, weight, layout=None, dtype=None, **_):
    return _made(weight.array.reshape(weight.array.shape[-2:])[index.array.astype(np.int64)], dtype, layout)


def gather(x, dim, index, **_):
    return _like(x, np.take_along_axis(x.array, index.array.astype(np.int64), axis=dim))


def sort(x, dim, descending, stable, memory_config=None):
    order = np.argsort(-_wide(x.array) if descending else x.array, axis=dim, kind="stable")
    return _like(x, np.take_along_axis(x.array, order, axis=dim)), _made(order, DataType.UINT16)


def topk(x, k, dim, largest, sorted, memory_config=None):
    values, order = sort(x, dim, largest, True)
    first = lambda t: _like(t, np.take(t.array, range(k), axis=dim))
    return first(values), first(order)


def rms_norm(x, epsilon=None, weight=None, bias=None, **_):
    value = x.array.astype(np.float64)
    value = value / np.sqrt(np.mean(value**2, axis=-1, keepdims=True) + epsilon)
    value = value if weight is None else value * weight.array
    return _like(x, value if bias is None else value + bias.array)


def layer_norm(x, epsilon=None, weight=None, bias=None, **_):
    value = x.array.astype(np.float64)
    value = value - np.mean(value, axis=-1, keepdims=True)
    value = value / np.sqrt(np.mean(value**2, axis=-1, keepdims=True) + epsilon)
    value = value if weight is None else value * weight.array
    return _like(x, value if bias is None else value + bias.array)


def _windows(x, batch, height, width, channels, kernel, stride, padding, dilation, value):
    image = _wide(x.array).reshape(batch, height, width, channels)
    top, bottom, left, right = padding if len(padding) == 4 else (padding[0], padding[0], padding[1], padding[1])
    image = np.pad(image, ((0, 0), (top, bottom), (left, right), (0, 0)), constant_values=value)
    rows = (image.shape[1] - dilation[0] * (kernel[0] - 1) - 1) // stride[0] + 1
    columns = (image.shape[2] - dilation[1] * (kernel[1] - 1) - 1) // stride[1] + 1
    parts = [
        image[:, i * dilation[0] : i * dilation[0] + rows * stride[0] : stride[0], j * dilation[1] : j * dilation[1] + columns * stride[1] : stride[1]][:, :rows, :columns]
        for i in range(kernel[0]) for j in range(kernel[1])
    ]
    return np.stack(parts), (batch, rows, columns)


def _flat(value, outer):
    return value.reshape(1, 1, outer[0] * outer[1] * outer[2], -1)


def max_pool2d(x, batch, height, width, channels, kernel, stride, padding, dilation, **_):
    parts, outer = _windows(x, batch, height, width, channels, kernel, stride, padding, dilation, -np.inf)
    return _like(x, _flat(parts.max(0), outer))


def avg_pool2d(x, batch, height, width, channels, kernel, stride, padding, ceil_mode, count_include_pad, divisor, **_):
    parts, outer = _windows(x, batch, height, width, channels, kernel, stride, padding, (1, 1), 0)
    return _like(x, _flat(parts.sum(0) / (divisor or kernel[0] * kernel[1]), outer))


def conv2d(input_tensor=None, weight_tensor=None, in_channels=None, out_channels=None, batch_size=None, input_height=None, input_width=None, kernel_size=None, stride=None, padding=None, dilation=None, groups=None, dtype=None, bias_tensor=None, conv_config=None, **_):
    parts, outer = _windows(input_tensor, batch_size, input_height, input_width, in_channels, kernel_size, stride, padding, dilation, 0)
    weight = weight_tensor.array.astype(np.float64).reshape(out_channels, in_channels // groups, -1)
    size, each = in_channels // groups, out_channels // groups
    value = np.concatenate([
        np.einsum("kbhwc,ock->bhwo", parts[..., g * size : (g + 1) * size], weight[g * each : (g + 1) * each]) for g in range(groups)
    ], axis=-1)
    value = value if bias_tensor is None else value + bias_tensor.array.reshape(-1)
    activation = getattr(conv_config, "activation", None)
    return _made(_flat(_chain(value, [activation] if activation else []), outer), dtype)


def conv1d(input_tensor=None, weight_tensor=None, input_length=None, kernel_size=None, stride=None, padding=None, dilation=None, **options):
    edges = (padding, padding) if isinstance(padding, int) else tuple(padding)
    first = lambda value: value if isinstance(value, int) else value[0]
    return conv2d(
        input_tensor=input_tensor, weight_tensor=weight_tensor, input_height=first(input_length), input_width=1, kernel_size=(first(kernel_size), 1),
        stride=(first(stride), 1), padding=(*edges, 0, 0), dilation=(first(dilation), 1), **options)


def conv_transpose2d(input_tensor=None, weight_tensor=None, in_channels=None, out_channels=None, batch_size=None, input_height=None, input_width=None, kernel_size=None, stride=None, padding=None, output_padding=None, dilation=None, groups=None, dtype=None, bias_tensor=None, **_):
    if len(padding) == 4 and (padding[0] != padding[2] or padding[1] != padding[3]):
        raise NotImplementedError("edges of different widths, whose order in Python is not known")
    image = input_tensor.array.astype(np.float64).reshape(batch_size, input_height, input_width, in_channels)
    weight = weight_tensor.array.astype(np.float64).reshape(in_channels, out_channels // groups, *kernel_size)
    size, each = in_channels // groups, out_channels // groups
    rows, columns = ((n - 1) * s + d * (k - 1) + 1 for n, s, d, k in zip((input_height, input_width), stride, dilation, kernel_size))
    whole = np.zeros((batch_size, rows + output_padding[0], columns + output_padding[1], out_channels))
    for g in range(groups):
        part = np.einsum("bhwc,coij->bhwoij", image[..., g * size : (g + 1) * size], weight[g * size : (g + 1) * size])
        for i in range(kernel_size[0]):
            for j in range(kernel_size[1]):
                top, left = i * dilation[0], j * dilation[1]
                whole[:, top : top + input_height * stride[0] : stride[0], left : left + input_width * stride[1] : stride[1], g * each : (g + 1) * each][:, :input_height, :input_width] += part[..., i, j]
    value = whole[:, padding[0] : whole.shape[1] - padding[0], padding[1] : whole.shape[2] - padding[1]]
    value = value if bias_tensor is None else value + bias_tensor.array.reshape(-1)
    return _made(_flat(value, value.shape[:3]), dtype)


def scatter(input=None, dim=None, index=None, src=None, reduce=None, memory_config=None):
    value = np.array(_wide(input.array))
    places = list(np.indices(index.array.shape))
    places[dim] = index.array.astype(np.int64)
    combine = {"add": np.add, "amax": np.maximum, "amin": np.minimum, "multiply": np.multiply}.get(reduce)
    if combine is None:
        value[tuple(places)] = src.array
    else:
        combine.at(value, tuple(places), _wide(src.array))
    return _like(input, value)


def cumprod(x, dim, dtype=None, memory_config=None):
    return _made(np.cumprod(_wide(x.array), axis=dim), dtype or x.dtype)


def load_tensor(path, layout, dtype):
    return _made(np.load(path), dtype, layout)


experimental = transformer = SimpleNamespace()
