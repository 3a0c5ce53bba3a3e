// %0 = "ttnn.embedding"(%arg0, %arg1)
func.func @main(%arg0: tensor<1x32xui32>, %arg1: tensor<512x128xbf16>) -> tensor<1x32x128xbf16> {
  %0 = "ttir.embedding"(%arg0, %arg1) : (tensor<1x32xui32>, tensor<512x128xbf16>) -> tensor<1x32x128xbf16>
  return %0 : tensor<1x32x128xbf16>
}
// -----
// %0 = "ttnn.reshape"(%arg2) <{shape = [1 : i32, 1 : i32, 32 : i32, 128 : i32]}>
// %1 = "ttnn.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 1 : i32, 32 : i32]}>
// %2 = "ttnn.embedding_bw"(%1, %arg1, %0)
// %3 = "ttnn.reshape"(%2) <{shape = [512 : i32, 128 : i32]}>
func.func @main(%arg0: tensor<1x32xi32>, %arg1: tensor<512x128xbf16>, %arg2: tensor<1x32x128xbf16>) -> tensor<512x128xbf16> {
  %0 = "ttir.embedding_backward"(%arg0, %arg1, %arg2) : (tensor<1x32xi32>, tensor<512x128xbf16>, tensor<1x32x128xbf16>) -> tensor<512x128xbf16>
  return %0 : tensor<512x128xbf16>
}
// -----
// %0 = "ttnn.gather"(%arg0, %arg1) <{dim = 1 : si32}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x8xui32>) -> tensor<32x8xbf16> {
  %0 = "ttir.gather"(%arg0, %arg1) <{dim = 1 : i32}> : (tensor<32x64xbf16>, tensor<32x8xui32>) -> tensor<32x8xbf16>
  return %0 : tensor<32x8xbf16>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.to_tensor_spec"(%arg0)
// %2 = "ttnn.to_tensor_spec"(%arg1)
// %3 = "ttnn.rows_gather"(%1, %2) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 4>, windows = array<i64: 1>}>
// %4 = "ttnn.to_tensor_spec"(%3)
func.func @main(%arg0: tensor<1x4x8xf32>, %arg1: tensor<1x1x2xi32>) -> tensor<1x2x8xf32> {
  %0 = "ttir.rows_gather"(%arg0, %arg1) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 4>, windows = array<i64: 1>}> : (tensor<1x4x8xf32>, tensor<1x1x2xi32>) -> tensor<1x2x8xf32>
  return %0 : tensor<1x2x8xf32>
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}>
// %1 = "ttnn.to_tensor_spec"(%arg0)
// %2 = "ttnn.to_tensor_spec"(%arg1)
// %3 = "ttnn.to_tensor_spec"(%arg2)
// %4 = "ttnn.rows_scatter"(%1, %2, %3) <{column = false, reduce = #ttcore.reduce_type<invalid>, sizes = array<i64: 4>, windows = array<i64: 1>}>
// %5 = "ttnn.to_tensor_spec"(%4)
func.func @main(%arg0: tensor<1x4x8xf32>, %arg1: tensor<1x1x2xi32>, %arg2: tensor<1x2x8xf32>) -> tensor<1x4x8xf32> {
  %0 = "ttir.rows_scatter"(%arg0, %arg1, %arg2) <{column = false, reduce = #ttcore.reduce_type<invalid>, sizes = array<i64: 4>, windows = array<i64: 1>}> : (tensor<1x4x8xf32>, tensor<1x1x2xi32>, tensor<1x2x8xf32>) -> tensor<1x4x8xf32>
  return %0 : tensor<1x4x8xf32>
}
// -----
// %0 = "ttnn.sampling"(%arg0, %arg1, %arg2, %arg3, %arg4) <{seed = 42 : ui32}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xi32>, %arg2: tensor<32xui32>, %arg3: tensor<32xbf16>, %arg4: tensor<32xbf16>) -> tensor<32xi32> {
  %0 = "ttir.sampling"(%arg0, %arg1, %arg2, %arg3, %arg4) <{seed = 42 : ui32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32xui32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<32xi32>
  return %0 : tensor<32xi32>
}
// -----
// %0 = "ttnn.scatter"(%arg0, %arg1, %arg2) <{dim = 0 : si32, scatter_reduce_type = #ttcore.reduce_type<sum>}>
func.func @main(%arg0: tensor<64x32xf32>, %arg1: tensor<8x32xi32>, %arg2: tensor<8x32xf32>) -> tensor<64x32xf32> {
  %0 = "ttir.scatter"(%arg0, %arg1, %arg2) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<64x32xf32>, tensor<8x32xi32>, tensor<8x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}
// -----
// %values, %indices = "ttnn.sort"(%arg0) <{descending = true, dim = 1 : si8, stable = false}>
func.func @main(%arg0: tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xi32>) {
  %values, %indices = "ttir.sort"(%arg0) <{descending = true, dim = 1 : si32, stable = false}> : (tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xi32>)
  return %values, %indices : tensor<32x64xbf16>, tensor<32x64xi32>
}
// -----
// %values, %indices = "ttnn.topk"(%arg0) <{dim = -1 : si32, k = 8 : i32, largest = true, sorted = true}>
func.func @main(%arg0: tensor<32x64xbf16>) -> (tensor<32x8xbf16>, tensor<32x8xi32>) {
  %values, %indices = "ttir.topk"(%arg0) <{dim = -1 : i32, k = 8 : i32, largest = true, sorted = true}> : (tensor<32x64xbf16>) -> (tensor<32x8xbf16>, tensor<32x8xi32>)
  return %values, %indices : tensor<32x8xbf16>, tensor<32x8xi32>
}
// -----
// %expert_indices, %expert_weights = "ttnn.topk_router_gpt"(%arg0, %arg1, %arg2) <{k = 8 : i32, num_experts = 128 : i32}>
func.func @main(%arg0: tensor<32x2880xbf16>, %arg1: tensor<2880x128xbf16>, %arg2: tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>) {
  %expert_indices, %expert_weights = "ttir.topk_router_gpt"(%arg0, %arg1, %arg2) <{k = 8 : i32, num_experts = 128 : i32}> : (tensor<32x2880xbf16>, tensor<2880x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x8xui16>, tensor<32x8xbf16>)
  return %expert_indices, %expert_weights : tensor<32x8xui16>, tensor<32x8xbf16>
}
