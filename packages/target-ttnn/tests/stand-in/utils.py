"""What scripts import beside ttnn."""
import ttnn


class DeviceGetter:
    _device = None

    @staticmethod
    def get_device(mesh_shape, fabric_config=None):
        if DeviceGetter._device is None:
            DeviceGetter._device = ttnn.Device(mesh_shape)
        assert DeviceGetter._device.shape == tuple(mesh_shape), "another mesh is open"
        return DeviceGetter._device


def get_scalar_from_tensor(tensor):
    return int(tensor.item())


def load_tensor(path, layout, dtype, device, memory_config):
    return ttnn.load_tensor(path, layout, dtype)


def execute_cpu_hoisted_function(inputs, function, mesh_shape=None):
    assert mesh_shape is None, "one device executes the scripts"
    results = function(*(tensor.array for tensor in inputs))
    kinds = {"f": ttnn.DataType.FLOAT32, "i": ttnn.DataType.INT32}
    made = [ttnn._made(r, kinds[r.dtype.kind]) for r in (results if isinstance(results, tuple) else (results,))]
    return made[0] if len(made) == 1 else tuple(made)
