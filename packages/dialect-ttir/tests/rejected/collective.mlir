func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_gather' op Invalid dimension for all gather op. Gather dimension must be >= to input tensor rank or < -input tensor rank, got gather_dim = 100}}
  %0 = "ttir.all_gather"(%a0) <{all_gather_dim = 100 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x128xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_reduce' op Invalid reduction type for all reduce op.}}
  %0 = "ttir.all_reduce"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<std>}> : (tensor<32x64xbf16>) -> tensor<32x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_reduce_async' op Invalid reduction type for all reduce async op.}}
  %0 = "ttir.all_reduce_async"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<var>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.mesh_partition' op Cluster axis must be either None, 0 or 1, got 100}}
  %0 = "ttir.mesh_partition"(%a0) <{cluster_axis = 100 : ui32, dim = 1 : si32}> : (tensor<32x128xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.mesh_partition' op Invalid tensor dimension for mesh partition op. Dimension must be >= to input tensor rank or < -input tensor rank, got dim = 3}}
  %0 = "ttir.mesh_partition"(%a0) <{cluster_axis = 1 : ui32, dim = 3 : si32}> : (tensor<32x128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.reduce_scatter' op Invalid dimension for reduce scatter op. Scatter dimension must be >= to input tensor rank or < -input tensor rank, got scatter_dim = 3}}
  %0 = "ttir.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 3 : si32}> : (tensor<32x128xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttir.reduce_scatter' op Invalid reduction type for reduce scatter op.}}
  %0 = "ttir.reduce_scatter"(%a0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<var>, scatter_dim = 1 : si32}> : (tensor<32x128xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op splitDim size must be divisible by splitCount}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 100 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op splitDim must be in the range [0, 1], got 3}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 3 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op replica_groups values must be in the range [0, 1], got 100}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[100, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op Output shape mismatch: expected = <128, 32> output = <65, 32>}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<64x64xbf16>) -> tensor<65x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op replica_groups values must be positive}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op Input and output element types must match}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xf32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op Output shape mismatch: expected = <64, 32> output = <32>}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op concatDim must be in the range [0, 1], got -1}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = -1 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op replica_groups must not contain duplicate values}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op Output shape mismatch: expected = <64, 32> output = <1, 64, 32>}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[3, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op splitCount must be a positive integer}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = -1 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op Output shape mismatch: expected = <2, 16, 64> output = <1, 64, 32>}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<1x32x64xbf16>) -> tensor<1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op Output shape mismatch: expected = <64, 32> output = <>}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.all_to_all' op Output shape mismatch: expected = <2, 16, 64> output = <64, 32>}}
  %0 = "ttir.all_to_all"(%a0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<1x32x64xbf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.collective_broadcast' op replica_groups values must be positive}}
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.collective_broadcast' op input and output must have the same type}}
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<32x64xbf16>) -> tensor<33x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.collective_broadcast' op replica_groups must not contain duplicate values}}
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.collective_broadcast' op replica_groups values must be in the range [0, 1], got 100}}
  %0 = "ttir.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 100]]> : tensor<1x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<31x64xbf16>) {
  // expected-error@below {{'ttir.collective_permute' op There are duplicate 'src' or 'dest' devices in source target pairs}}
  %0 = "ttir.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> : (tensor<31x64xbf16>) -> tensor<32x64xbf16>
  return
}
