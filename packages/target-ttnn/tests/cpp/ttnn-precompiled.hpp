// Declarations of what programs of C++ use of Tenstorrent's library, so that a compiler can check them without it.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace ttsl {
template <typename T> using SmallVector = std::vector<T>;
template <typename T> struct Span { Span(const std::vector<std::remove_const_t<T>> &); };
template <typename T> Span<const T> make_const_span(const std::vector<T> &);
} // namespace ttsl

namespace tt::tt_fabric { enum class Topology { Ring, Linear, Mesh, Torus }; }
namespace tt::tt_metal {
enum class MathFidelity { LoFi, HiFi2, HiFi3, HiFi4 };
struct SubDeviceId { explicit SubDeviceId(int); };
} // namespace tt::tt_metal

namespace ttnn {
enum class DataType { BFLOAT16, FLOAT32, BFLOAT8_B, BFLOAT4_B, UINT8, UINT16, UINT32, INT32 };
enum class Layout { ROW_MAJOR, TILE };
enum class BufferType { DRAM, L1, SYSTEM_MEMORY };
enum class TensorMemoryLayout { INTERLEAVED, HEIGHT_SHARDED, WIDTH_SHARDED, BLOCK_SHARDED };
namespace types { enum class ShardOrientation { ROW_MAJOR, COL_MAJOR }; }
struct Shape { explicit Shape(std::initializer_list<uint32_t>); };
struct CoreCoord { std::size_t x, y; };
struct CoreRange { CoreCoord start, end; };
struct CoreRangeSet { std::vector<CoreRange> ranges; };
struct ShardSpec { CoreRangeSet grid; std::array<uint32_t, 2> shape; types::ShardOrientation orientation; };
struct MemoryConfig {
  TensorMemoryLayout layout = TensorMemoryLayout::INTERLEAVED;
  BufferType buffer = BufferType::DRAM;
  std::optional<ShardSpec> shard = std::nullopt;
};
struct WormholeComputeKernelConfig {
  tt::tt_metal::MathFidelity math_fidelity = tt::tt_metal::MathFidelity::LoFi;
  bool math_approx_mode = true, fp32_dest_acc_en = false, packer_l1_acc = false, dst_full_sync_en = false;
};
struct GlobalSemaphore {};
struct QueueId { explicit QueueId(uint8_t); };

namespace distributed {
struct MeshDevice {
  MeshDevice(const MeshDevice &) = delete;
};
struct MeshShape { MeshShape(std::initializer_list<uint32_t>); };
struct MeshMapperConfig {
  struct Replicate {};
  struct Shard { int dim; };
  using Placement = std::variant<Replicate, Shard>;
  std::vector<Placement> placements;
  std::optional<MeshShape> mesh_shape_override = std::nullopt;
};
struct MeshComposerConfig {
  std::vector<int> dims;
  std::optional<MeshShape> mesh_shape_override = std::nullopt;
};
struct TensorToMesh {};
struct MeshToTensor {};
std::unique_ptr<TensorToMesh> create_mesh_mapper(MeshDevice &, const MeshMapperConfig &);
std::unique_ptr<MeshToTensor> create_mesh_composer(MeshDevice &, const MeshComposerConfig &);
} // namespace distributed
using Device = distributed::MeshDevice;
using OptionalDevice = std::optional<std::reference_wrapper<Device>>;
} // namespace ttnn

namespace tt::tt_metal {
struct PageConfig { explicit PageConfig(ttnn::Layout); };
struct TensorLayout { TensorLayout(ttnn::DataType, PageConfig, ttnn::MemoryConfig); };
} // namespace tt::tt_metal

namespace ttnn {
struct TensorSpec { TensorSpec(Shape, tt::tt_metal::TensorLayout); };
struct Tensor {
  template <typename T> static Tensor from_vector(const std::vector<T> &, const TensorSpec &, Device *);
};
using T = const Tensor &;
using OT = const std::optional<Tensor> &;
using Memory = const std::optional<MemoryConfig> &;
using Type = const std::optional<const DataType> &;
using Compute = const std::optional<const WormholeComputeKernelConfig> &;
using Tensors = std::vector<Tensor>;
using Pair = std::array<uint32_t, 2>;
using Edges = std::variant<Pair, std::array<uint32_t, 4>>;

struct DeviceGetter { static Device *getInstance(); };
void constEvalFuncWrapper(std::function<Tensors(Tensors)>, const Tensors &, Tensors *);
void constEvalFuncWrapperZeroArg(std::function<Tensors()>, Tensors *);
uint32_t getScalarFromTensor(const Tensor &);
Tensor loadTensor(const std::string &, Layout, DataType, Device *, MemoryConfig);

Tensor abs(T, Memory), neg(T, Memory), relu(T, Memory), cos(T, Memory), reciprocal(T, Memory), silu(T, Memory);
Tensor exp(T, bool, Memory), log(T, bool, Memory), gelu(T, bool, Memory), rsqrt(T, bool, Memory);
Tensor tanh(T, Memory, OT, bool);
namespace operations::unary {
enum class SigmoidMode { ACCURATE };
enum class UnaryOpType { RELU, SILU, GELU };
struct UnaryWithParam { UnaryWithParam(UnaryOpType, std::vector<float> = {}); };
} // namespace operations::unary
Tensor sigmoid(T, int, operations::unary::SigmoidMode, Memory);
Tensor leaky_relu(T, float, Memory), clamp(T, std::variant<float, int>, std::variant<float, int>, Memory);
Tensor add(T, T, Type, Memory), subtract(T, T, Type, Memory), multiply(T, T, Type, Memory), divide(T, T, Type, Memory);
Tensor gt(T, T, Type, Memory), maximum(T, T, Type, Memory), pow(T, std::variant<float, int>, Memory);
Tensor bitwise_and(T, T, Memory), where(T, T, T, Memory);
Tensor matmul(T, T, bool, bool, Memory, Type, std::nullopt_t, const std::optional<std::string> &, Compute);
Tensor linear(T, T, OT, bool, bool, Memory, Type, std::nullopt_t, const std::optional<std::string> &, Compute);
Tensor softmax(T, int, Memory, Compute, std::optional<bool>);
Tensor sum(T, const ttsl::SmallVector<int> &, bool, Memory, Compute), mean(T, const ttsl::SmallVector<int> &, bool, Memory, Compute);
Tensor max(T, const ttsl::SmallVector<int> &, bool, Memory, Compute);
Tensor argmax(T, std::optional<int>, bool, std::nullopt_t, Memory), prod(T, std::optional<int64_t>, bool, Memory);
Tensor cumsum(T, int, Type, bool, OT, Memory);
Tensor reshape(T, const std::vector<int32_t> &, Memory), permute(T, const ttsl::SmallVector<int64_t> &, Memory, float);
Tensor transpose(T, int64_t, int64_t, Memory), concat(const Tensors &, int, Memory), repeat(T, const Shape &);
Tensor repeat_interleave(T, uint32_t, int, Memory);
Tensor slice(T, ttsl::Span<const int32_t>, ttsl::Span<const int32_t>, ttsl::Span<const int32_t>, Memory);
Tensor pad(T, const ttsl::SmallVector<Pair> &, float, bool, Memory);
Tensor gather(T, int, T, bool, Memory, OT, std::nullopt_t);
Tensor scatter(T, int, T, T, Memory, const std::optional<std::string> &, std::nullopt_t);
Tensors sort(T, int, bool, bool, Memory), topk(T, uint32_t, int, bool, bool, Memory);
namespace prim { enum class EmbeddingsType { GENERIC }; }
Tensor embedding(T, T, std::optional<int>, Layout, prim::EmbeddingsType, Type, Memory);
Tensor layer_norm(T, float, OT, OT, OT, Memory, std::nullopt_t), rms_norm(T, float, OT, OT, OT, Memory, std::nullopt_t, Compute);
Tensor batch_norm(T, OT, OT, bool, float, float, OT, OT, OT, Memory, Compute);
Tensor to_layout(T, Layout, Type, Memory), to_memory_config(T, const MemoryConfig &), typecast(T, DataType, Memory);
Tensor to_device(T, Device *, Memory), from_device(T);
void deallocate(T, bool);
Tensor arange(int64_t, int64_t, int64_t, DataType, OptionalDevice, MemoryConfig, Layout);
Tensor full(const Shape &, std::variant<float, int>, Type, Layout, OptionalDevice, Memory);
Tensor zeros(const Shape &, Type, Layout, OptionalDevice, Memory), ones(const Shape &, Type, Layout, OptionalDevice, Memory);
Tensor empty(const Shape &, DataType, Layout, Device *, const MemoryConfig &);
Tensor rand(const Shape &, Device &, DataType, Layout, const MemoryConfig &, float, float, uint32_t);

struct Conv2dConfig {
  std::optional<DataType> weights_dtype;
  std::optional<operations::unary::UnaryWithParam> activation;
  bool deallocate_activation, reallocate_halo_output, config_tensors_in_dram;
  uint32_t act_block_h_override, act_block_w_div;
  bool reshard_if_not_optimal, override_sharding_config;
  std::optional<TensorMemoryLayout> shard_layout;
  std::optional<CoreRangeSet> core_grid;
  bool transpose_shards;
  Layout output_layout;
  bool enable_act_double_buffer, enable_weights_double_buffer, enable_kernel_stride_folding;
};
struct Conv2dSliceConfig {
  enum class SliceType { DRAM_HEIGHT, DRAM_WIDTH, L1_FULL };
  SliceType slice_type;
  uint32_t num_slices;
};
using Conv2dResult = std::variant<Tensor, std::tuple<Tensor, std::tuple<uint32_t, uint32_t>>>;
Conv2dResult conv2d(T, T, Device *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, Pair, Pair, Edges, Pair, uint32_t, Type, OT, const std::optional<Conv2dConfig> &, Compute, Memory, const std::optional<Conv2dSliceConfig> &);
Tensors max_pool2d(T, uint32_t, uint32_t, uint32_t, uint32_t, Pair, Pair, Edges, Pair, bool, Memory, std::nullopt_t, std::optional<TensorMemoryLayout>, bool, bool, bool, DataType, Layout, bool);
Tensor avg_pool2d(T, uint32_t, uint32_t, uint32_t, uint32_t, Pair, Pair, Edges, bool, bool, std::optional<int32_t>, Memory, std::nullopt_t, std::optional<TensorMemoryLayout>, Compute, bool, bool);
Tensor upsample(T, std::variant<int, std::array<int, 2>>, const std::string &, Memory);

Tensor all_gather(T, int, std::optional<uint32_t>, Memory, OT, std::optional<tt::tt_metal::SubDeviceId>, std::nullopt_t, std::optional<uint32_t>, std::optional<tt::tt_fabric::Topology>);
Tensor all_reduce(T, std::optional<uint32_t>, std::optional<tt::tt_metal::SubDeviceId>, Memory, std::optional<uint32_t>, std::optional<tt::tt_fabric::Topology>);
Tensor reduce_scatter(T, int, std::optional<uint32_t>, std::optional<tt::tt_metal::SubDeviceId>, Memory, std::optional<uint32_t>, std::optional<tt::tt_fabric::Topology>);
Tensor mesh_partition(T, int, std::optional<uint32_t>, Memory);
namespace distributed {
Tensor distribute_tensor(T, const TensorToMesh &);
Tensor aggregate_tensor(T, const MeshToTensor &);
} // namespace distributed

namespace transformer {
Tensor scaled_dot_product_attention(T, T, T, OT, bool, std::optional<float>, std::optional<uint32_t>, Memory, std::nullopt_t, std::nullopt_t, OT);
Tensor concatenate_heads(T, Memory);
std::tuple<Tensor, Tensor, Tensor> split_query_key_value_and_split_heads(T, OT, uint32_t, std::optional<uint32_t>, bool, Memory);
} // namespace transformer
void update_cache(T, T, uint32_t, uint32_t);
void fill_cache(T, T, uint32_t);
} // namespace ttnn

namespace ttml::metal {
enum class AttentionMaskType { None, Causal, Arbitrary };
enum class StochasticRounding { Enabled, Disabled };
void adamw(ttnn::T, ttnn::T, ttnn::T, ttnn::T, ttnn::OT, float, float, float, float, float, float, float, StochasticRounding);
std::vector<std::optional<ttnn::Tensor>> sdpa_fw(ttnn::T, ttnn::T, ttnn::T, AttentionMaskType, ttnn::OT, float, bool);
} // namespace ttml::metal

template <typename... T> std::vector<ttnn::Tensor> util_create_vec(T &&...tensors) { return {tensors...}; }
template <typename T> T util_get_optional_value(const std::optional<T> &);
