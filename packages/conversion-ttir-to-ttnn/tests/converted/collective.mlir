// %0 = "ttnn.all_gather"(%arg0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x128xbf16> {
    %0 = "ttir.all_gather"(%arg0) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x128xbf16>
    return %0 : tensor<32x128xbf16>
  }
}
// -----
// %0 = "ttnn.all_reduce"(%arg0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
    %0 = "ttir.all_reduce"(%arg0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
}
// -----
// %0 = "ttnn.all_reduce_async"(%arg0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
    %0 = "ttir.all_reduce_async"(%arg0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
}
// -----
// %0 = "ttnn.slice_static"(%arg0) <{begins = [0 : i32, 0 : i32], ends = [32 : i32, 32 : i32], step = [1 : i32, 1 : i32]}>
// %1 = "ttnn.slice_static"(%arg0) <{begins = [0 : i32, 32 : i32], ends = [32 : i32, 64 : i32], step = [1 : i32, 1 : i32]}>
// %2 = "ttnn.assign"(%0)
// %3 = "ttnn.assign"(%1)
// %4 = "ttnn.point_to_point"(%1, %2) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}>
// %5 = "ttnn.point_to_point"(%0, %3) <{receiver_coord = array<i64: 0, 0>, sender_coord = array<i64: 0, 1>}>
// %6 = "ttnn.concat"(%4, %5) <{dim = 0 : si32}>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<64x32xbf16> {
    %0 = "ttir.all_to_all"(%arg0) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xbf16>
    return %0 : tensor<64x32xbf16>
  }
}
// -----
// %0 = "ttnn.assign"(%arg0)
// %1 = "ttnn.point_to_point"(%arg0, %0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
    %0 = "ttir.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
}
// -----
// %0 = "ttnn.assign"(%arg0)
// %1 = "ttnn.point_to_point"(%arg0, %0) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}>
// %2 = "ttnn.point_to_point"(%arg0, %1) <{receiver_coord = array<i64: 0, 0>, sender_coord = array<i64: 0, 1>}>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
    %0 = "ttir.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x2>}>
// %1 = "ttnn.to_tensor_spec"(%arg0)
// %2 = "ttnn.mesh_partition"(%1) <{cluster_axis = 1 : ui32, dim = 1 : si32}>
// %3 = "ttnn.to_tensor_spec"(%2)
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%arg0: tensor<32x128xbf16>) -> tensor<32x64xbf16> {
    %0 = "ttir.mesh_partition"(%arg0) <{cluster_axis = 1 : ui32, dim = 1 : si32}> : (tensor<32x128xbf16>) -> tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
}
// -----
// %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x2>}>
// %1 = "ttnn.distribute_tensor"(%arg0, %0) <{mapper_config = #ttnn.mesh_mapper_config<placements = [<replicate, -1 : i32>, <shard, 1 : i32>], mesh_shape_override = [1 : ui32, 2 : ui32]>}>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%arg0: tensor<32x128xbf16>) -> tensor<32x64xbf16> {
    %0 = "ttir.mesh_shard"(%arg0) <{shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 2>, shard_type = #ttcore.shard_type<devices>}> : (tensor<32x128xbf16>) -> tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
}
// -----
// %0 = "ttnn.reduce_scatter"(%arg0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%arg0: tensor<32x128xbf16>) -> tensor<32x64xbf16> {
    %0 = "ttir.reduce_scatter"(%arg0) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32}> : (tensor<32x128xbf16>) -> tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
}
