"""Keras on JAX, by its stateless interface."""

import os

os.environ["KERAS_BACKEND"] = "jax"

import jax
import keras
import numpy as np
from jax.sharding import PartitionSpec as P

from registry import Program, program


def training(model, x, y, loss):
    """One step of `fit` as keras' guide for JAX writes it."""
    keras.utils.set_random_seed(0)
    optimizer = keras.optimizers.Adam(1e-3)
    optimizer.build(model.trainable_variables)
    values = lambda variables: [np.asarray(v.value) for v in variables]

    def objective(trainable, frozen, x, y):
        out, frozen = model.stateless_call(trainable, frozen, x, training=True)
        return loss(y, out), frozen

    def step(trainable, frozen, state, x, y):
        (value, frozen), grads = jax.value_and_grad(objective, has_aux=True)(trainable, frozen, x, y)
        trainable, state = optimizer.stateless_apply(state, grads, trainable)
        return trainable, frozen, state, value

    arguments = (values(model.trainable_variables), values(model.non_trainable_variables), values(optimizer.variables), x, y)
    return Program(step, arguments, (P(), P(), P(), P("data"), P("data")), (0, 1, 2))


@program(dict(data=8))
def keras_dense_train():
    model = keras.Sequential([
        keras.layers.Input((20,)), keras.layers.Dense(64, activation="selu"), keras.layers.BatchNormalization(),
        keras.layers.Dense(5, activation="softmax"),
    ])  # fmt: skip
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(16, 20)).astype(np.float32), rng.integers(0, 5, 16).astype(np.int32)
    return training(model, x, y, keras.losses.SparseCategoricalCrossentropy())


@program(dict(data=8))
def keras_conv_train():
    model = keras.Sequential([
        keras.layers.Input((14, 14, 1)), keras.layers.SeparableConv2D(8, 3, activation="relu"), keras.layers.AveragePooling2D(2),
        keras.layers.Conv2D(16, 3, padding="same", activation="gelu"), keras.layers.GlobalMaxPooling2D(), keras.layers.Dense(10),
    ])  # fmt: skip
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(8, 14, 14, 1)).astype(np.float32), rng.integers(0, 10, 8).astype(np.int32)
    return training(model, x, y, keras.losses.SparseCategoricalCrossentropy(from_logits=True))


@program(dict(data=8))
def keras_bidirectional_lstm():
    model = keras.Sequential([
        keras.layers.Input((9,)), keras.layers.Embedding(30, 12), keras.layers.Bidirectional(keras.layers.LSTM(10)),
        keras.layers.Dense(1, activation="sigmoid"),
    ])  # fmt: skip
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 30, (8, 9)).astype(np.int32), rng.integers(0, 2, (8, 1)).astype(np.float32)
    return training(model, x, y, keras.losses.BinaryCrossentropy())
