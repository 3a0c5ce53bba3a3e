// What only functions of constants read stays on the host; they move it themselves.
// RUN: shardform opt %s --ttnn-force-const-eval-to-system-memory | FileCheck %s
// RUN: shardform opt %s --validate --ttnn-force-const-eval-to-system-memory 2>&1 | FileCheck %s --check-prefix=NUMBERS

// NUMBERS: executed after 1 of 1 passes, the others changed nothing: the numbers stay the same

#dram = #ttnn.buffer_type<dram>
#host = #ttnn.buffer_type<system_memory>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #host>>

// CHECK: #[[TILES:.*]] = #ttnn.ttnn_layout<{{.*}}!ttcore.tile<32x32, f32>
// CHECK: #[[ROWS:.*]] = #ttnn.ttnn_layout<{{.*}}memref<32x32xf32, #system_memory>
// The first argument is used elsewhere, and the last is wanted on the host: it needs no way back.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<32x32xf32, #[[TILES]]>
// CHECK-SAME: %arg1: tensor<32x32xf32, #[[ROWS]]>
// CHECK-SAME: %arg2: tensor<32x32xf32, #[[ROWS]]>
// CHECK-SAME: %arg3: tensor<32x32xf32, #[[ROWS]]>
func.func @main(%a: tensor<32x32xf32, #tiles>, %b: tensor<32x32xf32, #tiles>, %c: tensor<32x32xf32, #tiles>, %d: tensor<32x32xf32, #tiles>) -> (tensor<32x32xf32, #tiles>, tensor<32x32xf32, #tiles>) {
  %0 = ttcore.load_cached(@sums, [%a, %b, %c]) : (tensor<32x32xf32, #tiles>, tensor<32x32xf32, #tiles>, tensor<32x32xf32, #tiles>) -> tensor<32x32xf32, #tiles>
  %1 = ttcore.load_cached(@host, [%d]) : (tensor<32x32xf32, #tiles>) -> tensor<32x32xf32, #tiles>
  %2 = "ttnn.subtract"(%a, %0) : (tensor<32x32xf32, #tiles>, tensor<32x32xf32, #tiles>) -> tensor<32x32xf32, #tiles>
  return %2, %1 : tensor<32x32xf32, #tiles>, tensor<32x32xf32, #tiles>
}

// CHECK-LABEL: func.func private @sums
// CHECK: %[[DEVICE:.*]] = "ttnn.get_device"
// CHECK-NEXT: %[[C:.*]] = "ttnn.to_tensor_spec"(%arg2)
// CHECK-NEXT: %[[B:.*]] = "ttnn.to_tensor_spec"(%arg1)
// CHECK-NEXT: %[[SUM:.*]] = "ttnn.add"(%arg0, %[[B]])
// CHECK-NEXT: "ttnn.subtract"(%[[SUM]], %[[C]])
func.func private @sums(%a: tensor<32x32xf32, #tiles>, %b: tensor<32x32xf32, #tiles>, %c: tensor<32x32xf32, #tiles>) -> tensor<32x32xf32, #tiles> attributes {tt.function_type = "const_eval"} {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %1 = "ttnn.add"(%a, %b) : (tensor<32x32xf32, #tiles>, tensor<32x32xf32, #tiles>) -> tensor<32x32xf32, #tiles>
  %2 = "ttnn.subtract"(%1, %c) : (tensor<32x32xf32, #tiles>, tensor<32x32xf32, #tiles>) -> tensor<32x32xf32, #tiles>
  return %2 : tensor<32x32xf32, #tiles>
}

// CHECK-LABEL: func.func private @host
// CHECK-NEXT: %[[ROWS:.*]] = "ttnn.to_tensor_spec"(%arg0)
// CHECK-NEXT: "ttnn.to_tensor_spec"(%[[ROWS]])
func.func private @host(%d: tensor<32x32xf32, #tiles>) -> tensor<32x32xf32, #tiles> attributes {tt.function_type = "const_eval"} {
  %0 = "ttnn.to_tensor_spec"(%d) : (tensor<32x32xf32, #tiles>) -> tensor<32x32xf32, #rows>
  %1 = "ttnn.to_tensor_spec"(%0) : (tensor<32x32xf32, #rows>) -> tensor<32x32xf32, #tiles>
  return %1 : tensor<32x32xf32, #tiles>
}
