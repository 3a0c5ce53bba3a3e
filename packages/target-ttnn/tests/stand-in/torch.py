"""The names of PyTorch's number formats, for the stand-in of ttir_cpu."""
import numpy as np

float32, float64, int64, int32, int16, int8, bool = np.float32, np.float64, np.int64, np.int32, np.int16, np.int8, np.bool_
