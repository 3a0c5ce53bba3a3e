// RUN: shardform opt --stablehlo-to-ttir-pipeline %s | FileCheck %s
// RUN: shardform opt --stablehlo-to-ttir-pipeline=library-indexing %s | FileCheck --check-prefix=LIBRARY %s

// Integers of 32 bits are sorted by their low halves and then by their high ones, each of which a float holds.
// CHECK-LABEL: func.func @wide
// CHECK: [[ROWS:%[0-9]+]] = "ttir.permute"(%arg0) <{permutation = array<i64: 0, 2, 1>}>
// CHECK-NEXT: [[KEYS:%[0-9]+]] = "ttir.reshape"([[ROWS]]) <{shape = [6 : i32, 4 : i32]}>
// CHECK-NEXT: [[MASK:%[0-9]+]] = "ttir.full"() <{fill_value = 65535 : i32, shape = array<i32: 6, 4>}>
// CHECK-NEXT: [[LOW:%[0-9]+]] = "ttir.bitwise_and"([[KEYS]], [[MASK]])
// CHECK-NEXT: [[SHIFT:%[0-9]+]] = "ttir.full"() <{fill_value = 16 : i32, shape = array<i32: 6, 4>}>
// CHECK-NEXT: [[HIGH:%[0-9]+]] = "ttir.right_shift"([[KEYS]], [[SHIFT]])
// CHECK-NEXT: [[LOWF:%[0-9]+]] = "ttir.typecast"([[LOW]])
// CHECK-NEXT: [[HIGHF:%[0-9]+]] = "ttir.typecast"([[HIGH]])
// CHECK-NEXT: %values, [[BYLOW:%[a-z_0-9]+]] = "ttir.sort"([[LOWF]]) <{descending = true, dim = 1 : si32, stable = true}>
// CHECK-NEXT: [[NEXT:%[0-9]+]] = "ttir.gather"([[HIGHF]], [[BYLOW]]) <{dim = 1 : i32}>
// CHECK-NEXT: %values_0, [[BYHIGH:%[a-z_0-9]+]] = "ttir.sort"([[NEXT]]) <{descending = true, dim = 1 : si32, stable = true}>
// CHECK-NEXT: [[PLACES:%[0-9]+]] = "ttir.gather"([[BYLOW]], [[BYHIGH]]) <{dim = 1 : i32}>
// CHECK-NEXT: "ttir.gather"([[KEYS]], [[PLACES]]) <{dim = 1 : i32}>
// LIBRARY-LABEL: func.func @wide
// LIBRARY: "ttir.sort"(%arg0) <{descending = true, dim = 1 : si32, stable = true}> : (tensor<2x4x3xi32>)
func.func @wide(%keys: tensor<2x4x3xi32>) -> tensor<2x4x3xi32> {
  %0 = "stablehlo.sort"(%keys) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %less = stablehlo.compare GT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2x4x3xi32>) -> tensor<2x4x3xi32>
  return %0 : tensor<2x4x3xi32>
}

// The high halves of unsigned numbers have no sign.
// CHECK-LABEL: func.func @unsigned
// CHECK-NOT: ttir.right_shift
// CHECK: "ttir.logical_right_shift"
func.func @unsigned(%keys: tensor<8xui32>) -> tensor<8xui32> {
  %0 = "stablehlo.sort"(%keys) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<ui32>, %y: tensor<ui32>):
    %less = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<8xui32>) -> tensor<8xui32>
  return %0 : tensor<8xui32>
}

// A float holds all integers of 8 and 16 bits.
// CHECK-LABEL: func.func @narrow
// CHECK: [[FLOATS:%[0-9]+]] = "ttir.typecast"(%arg0) {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: [[VALUES:%[a-z_0-9]+]], %{{.*}} = "ttir.sort"([[FLOATS]]) <{descending = false, dim = 1 : si32, stable = false}>
// CHECK-NEXT: "ttir.typecast"([[VALUES]]) {{.*}} -> tensor<2x4xi16>
func.func @narrow(%keys: tensor<2x4xi16>) -> tensor<2x4xi16> {
  %0 = "stablehlo.sort"(%keys) <{dimension = 1 : i64, is_stable = false}> ({
  ^bb0(%x: tensor<i16>, %y: tensor<i16>):
    %less = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2x4xi16>) -> tensor<2x4xi16>
  return %0 : tensor<2x4xi16>
}

// CHECK-LABEL: func.func @truth
// CHECK: "ttir.sort"(%arg0) <{{.*}}> {ttir.boolean_sort_keys}
func.func @truth(%keys: tensor<2x4xi1>) -> tensor<2x4xi1> {
  %0 = "stablehlo.sort"(%keys) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %less = stablehlo.compare LT, %x, %y, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2x4xi1>) -> tensor<2x4xi1>
  return %0 : tensor<2x4xi1>
}

// What goes along: integers are gathered, floats are looked up.
// CHECK-LABEL: func.func @along
// CHECK: "ttir.sort"(%arg0)
// CHECK: "ttir.gather"({{.*}}) <{dim = 1 : i32}> : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi32>
// CHECK: [[TABLE:%[0-9]+]] = "ttir.reshape"({{.*}} -> tensor<8x1xbf16>
// CHECK: "ttir.embedding"({{.*}}, [[TABLE]]) : (tensor<2x4xi32>, tensor<8x1xbf16>) -> tensor<2x4x1xbf16>
// LIBRARY-LABEL: func.func @along
// LIBRARY-NOT: ttir.gather
// LIBRARY: "ttir.embedding"({{.*}}) : (tensor<2x4xi32>, tensor<8x1xi32>) -> tensor<2x4x1xi32>
// LIBRARY: "ttir.embedding"({{.*}}) : (tensor<2x4xi32>, tensor<8x1xbf16>) -> tensor<2x4x1xbf16>
func.func @along(%keys: tensor<2x4xf32>, %counts: tensor<2x4xi32>, %weights: tensor<2x4xbf16>)
    -> (tensor<2x4xf32>, tensor<2x4xi32>, tensor<2x4xbf16>) {
  %0:3 = "stablehlo.sort"(%keys, %counts, %weights) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %a: tensor<i32>, %b: tensor<i32>, %c: tensor<bf16>, %d: tensor<bf16>):
    %less = stablehlo.compare LT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<2x4xbf16>) -> (tensor<2x4xf32>, tensor<2x4xi32>, tensor<2x4xbf16>)
  return %0#0, %0#1, %0#2 : tensor<2x4xf32>, tensor<2x4xi32>, tensor<2x4xbf16>
}
