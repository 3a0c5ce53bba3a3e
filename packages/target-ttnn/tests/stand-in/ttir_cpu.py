"""A stand-in of tt-mlir's functions of the host, whose tensors are numpy arrays."""
import numpy as np

import ttnn

_UNARY = {name: function for name, function in ttnn._UNARY.items()}
_BINARY = {**ttnn._BINARY, "div": np.divide}


def _keeping(function):
    def call(*tensors):
        with np.errstate(all="ignore"):
            return np.asarray(function(*(ttnn._wide(np.asarray(t)) for t in tensors))).astype(tensors[0].dtype)
    return call


for _name, _function in {**_UNARY, **_BINARY}.items():
    globals()[_name] = _keeping(_function)


def _reduction(function):
    def call(t, dim=None, keepdim=False):
        axes = tuple(range(t.ndim)) if dim is None else tuple(np.atleast_1d(dim).tolist())
        return np.asarray(function(ttnn._wide(t), axis=axes, keepdims=keepdim)).astype(t.dtype)
    return call


sum, mean, max, min, prod = (_reduction(f) for f in (np.sum, np.mean, np.max, np.min, np.prod))


def softmax(t, dim=-1):
    e = np.exp(t - t.max(dim, keepdims=True))
    return e / e.sum(dim, keepdims=True)


def where(condition, x, y):
    return np.where(condition > 0, x, y)


def matmul(a, b):
    return np.matmul(a, b)


def linear(a, b, bias=None, transpose_a=False, transpose_b=False):
    product = np.matmul(a.swapaxes(-1, -2) if transpose_a else a, b.swapaxes(-1, -2) if transpose_b else b)
    return product if bias is None else product + bias


def reshape(t, shape):
    return np.reshape(t, shape)


def permute(t, dims):
    return np.transpose(t, dims)


def concat(tensors, dim=0):
    return np.concatenate(tensors, dim)


def broadcast(t, shape):
    return np.broadcast_to(t, shape)


def typecast(t, dtype):
    return t.astype(dtype)


def clamp_scalar(t, least, most):
    return np.clip(t, least, most)


def full(shape, fill_value, dtype):
    return np.full(shape, fill_value, dtype)


def constant(shape, dtype, fill_value=None, data=None):
    return np.full(shape, fill_value, dtype) if data is None else np.asarray(data, dtype).reshape(shape)


def arange(start, end, step, arange_dimension, shape, dtype):
    line = np.arange(start, end, step, dtype=dtype)
    return np.broadcast_to(line.reshape([-1 if d == arange_dimension else 1 for d in range(len(shape))]), shape)
