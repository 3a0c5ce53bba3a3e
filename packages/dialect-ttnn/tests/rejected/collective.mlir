func.func @main(%a0: tensor<64x64xbf16>) {
  // expected-error@below {{'ttnn.all_gather' op Invalid gather dimension for all reduce op. Gather dimension must be >= to input tensor rank or < -input tensor rank, got gather_dim = 3}}
  %0 = "ttnn.all_gather"(%a0) <{all_gather_dim = 3 : si32, cluster_axis = 1 : ui32}> : (tensor<64x64xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.all_reduce' op Invalid reduction type for all reduce op.}}
  %0 = "ttnn.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<std>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.all_reduce_async' op Invalid reduction type for all reduce async op.}}
  %0 = "ttnn.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<var>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<31x128xbf16>) {
  // expected-error@below {{'ttnn.mesh_partition' op Invalid tensor dimension for mesh partition op. Dimension must be >= to input tensor rank or < -input tensor rank, got dim = 100}}
  %0 = "ttnn.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 100 : si32}> : (tensor<31x128xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.mesh_partition' op Cluster axis must be either None, 0 or 1, got 3}}
  %0 = "ttnn.mesh_partition"(%a0) <{cluster_axis = 3 : ui32, dim = 1 : si32}> : (tensor<32x128xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.reduce_scatter' op Invalid scatter dimension for reduce scatter op. Scatter dimension must be >= to input tensor rank or < -input tensor rank, got scatter_dim = 3}}
  %0 = "ttnn.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 3 : si32}> : (tensor<32x128xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.reduce_scatter' op Invalid reduction type for reduce scatter op.}}
  %0 = "ttnn.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<var>, scatter_dim = 1 : si32}> : (tensor<32x128xbf16>) -> tensor<32x64xbf16>
  return
}
