// Dimensions are permuted, and functions of elements computed, on the side of a reshape where that takes fewer tiles.
// RUN: shardform opt %s --ttir-fusing | FileCheck %s

// CHECK-LABEL: func.func @added
// CHECK-NEXT: %[[P:.*]] = "ttir.permute"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<16x32xf32>) -> tensor<32x16xf32>
// CHECK-NEXT: %[[R:.*]] = "ttir.reshape"(%[[P]]) <{shape = [1 : i32, 1 : i32, 32 : i32, 16 : i32]}>
// CHECK-NEXT: return %[[R]]
func.func @added(%a: tensor<16x32xf32>) -> tensor<1x1x32x16xf32> {
  %0 = "ttir.reshape"(%a) <{shape = [1 : i32, 16 : i32, 1 : i32, 32 : i32]}> : (tensor<16x32xf32>) -> tensor<1x16x1x32xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 2, 0, 3, 1>}> : (tensor<1x16x1x32xf32>) -> tensor<1x1x32x16xf32>
  return %1 : tensor<1x1x32x16xf32>
}

// CHECK-LABEL: func.func @moved
// CHECK-NEXT: %[[P:.*]] = "ttir.permute"(%arg0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<1x4x32xf32>) -> tensor<1x32x4xf32>
// CHECK-NEXT: "ttir.reshape"(%[[P]]) <{shape = [32 : i32, 4 : i32, 1 : i32]}>
func.func @moved(%a: tensor<1x4x32xf32>) -> tensor<32x4x1xf32> {
  %0 = "ttir.reshape"(%a) <{shape = [4 : i32, 1 : i32, 32 : i32]}> : (tensor<1x4x32xf32>) -> tensor<4x1x32xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<4x1x32xf32>) -> tensor<32x4x1xf32>
  return %1 : tensor<32x4x1xf32>
}

// CHECK-LABEL: func.func @as_many_tiles
// CHECK-NEXT: "ttir.reshape"
// CHECK-NEXT: "ttir.permute"
func.func @as_many_tiles(%a: tensor<4x32xf32>) -> tensor<1x32x4xf32> {
  %0 = "ttir.reshape"(%a) <{shape = [1 : i32, 4 : i32, 32 : i32]}> : (tensor<4x32xf32>) -> tensor<1x4x32xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<1x4x32xf32>) -> tensor<1x32x4xf32>
  return %1 : tensor<1x32x4xf32>
}

// CHECK-LABEL: func.func @split
// CHECK-NEXT: "ttir.reshape"
// CHECK-NEXT: "ttir.permute"
func.func @split(%a: tensor<128xf32>) -> tensor<32x4x1xf32> {
  %0 = "ttir.reshape"(%a) <{shape = [4 : i32, 1 : i32, 32 : i32]}> : (tensor<128xf32>) -> tensor<4x1x32xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<4x1x32xf32>) -> tensor<32x4x1xf32>
  return %1 : tensor<32x4x1xf32>
}

// CHECK-LABEL: func.func @used_elsewhere
// CHECK-NEXT: "ttir.reshape"
// CHECK-NEXT: "ttir.permute"
func.func @used_elsewhere(%a: tensor<16x32xf32>) -> (tensor<32x1x16xf32>, tensor<16x1x32xf32>) {
  %0 = "ttir.reshape"(%a) <{shape = [16 : i32, 1 : i32, 32 : i32]}> : (tensor<16x32xf32>) -> tensor<16x1x32xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 2, 1, 0>}> : (tensor<16x1x32xf32>) -> tensor<32x1x16xf32>
  return %1, %0 : tensor<32x1x16xf32>, tensor<16x1x32xf32>
}

// Functions of elements stand where they have fewer tiles to compute, with constants of that shape.
// CHECK-LABEL: func.func @before
// CHECK-DAG: %[[ONES:.*]] = "ttir.ones"() <{shape = array<i32: 2, 12>}>
// CHECK: %[[EQ:.*]] = "ttir.eq"(%arg0, %[[ONES]]) : (tensor<2x12xf32>, tensor<2x12xf32>) -> tensor<2x12xi1>
// CHECK-NEXT: "ttir.reshape"(%[[EQ]]) <{shape = [2 : i32, 1 : i32, 12 : i32]}>
func.func @before(%a: tensor<2x12xf32>) -> tensor<2x1x12xi1> {
  %0 = "ttir.ones"() <{shape = array<i32: 2, 1, 12>}> : () -> tensor<2x1x12xf32>
  %1 = "ttir.reshape"(%a) <{shape = [2 : i32, 1 : i32, 12 : i32]}> : (tensor<2x12xf32>) -> tensor<2x1x12xf32>
  %2 = "ttir.eq"(%1, %0) : (tensor<2x1x12xf32>, tensor<2x1x12xf32>) -> tensor<2x1x12xi1>
  return %2 : tensor<2x1x12xi1>
}

// CHECK-LABEL: func.func @after
// CHECK-DAG: %[[R:.*]] = "ttir.reshape"(%arg0) <{shape = [32 : i32, 64 : i32]}>
// CHECK-DAG: %[[FULL:.*]] = "ttir.full"() <{fill_value = 1.500000e+00 : f32, shape = array<i32: 32, 64>}>
// CHECK: "ttir.add"(%[[R]], %[[FULL]]) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
func.func @after(%a: tensor<2x16x64xf32>) -> tensor<32x64xf32> {
  %0 = "ttir.full"() <{fill_value = 1.5 : f32, shape = array<i32: 2, 16, 64>}> : () -> tensor<2x16x64xf32>
  %1 = "ttir.add"(%a, %0) : (tensor<2x16x64xf32>, tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %2 = "ttir.reshape"(%1) <{shape = [32 : i32, 64 : i32]}> : (tensor<2x16x64xf32>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}

// CHECK-LABEL: func.func @of_two
// CHECK-NEXT: "ttir.multiply"
// CHECK-NEXT: "ttir.reshape"
func.func @of_two(%a: tensor<2x16x64xf32>, %b: tensor<2x16x64xf32>) -> tensor<32x64xf32> {
  %0 = "ttir.multiply"(%a, %b) : (tensor<2x16x64xf32>, tensor<2x16x64xf32>) -> tensor<2x16x64xf32>
  %1 = "ttir.reshape"(%0) <{shape = [32 : i32, 64 : i32]}> : (tensor<2x16x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
