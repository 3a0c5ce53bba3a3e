"""One module a family; importing it registers its programs."""

from . import (  # noqa: F401
    convolutions,
    decoding,
    equinox_models,
    flax_models,
    generative,
    graphs,
    haiku_models,
    keras_models,
    linear_algebra,
    low_precision,
    manual,
    optimizers,
    recurrent,
    scientific,
    transformers,
)
