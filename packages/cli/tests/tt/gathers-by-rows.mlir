// RUN: shardform opt --ttir-to-ttir-decomposition %s | FileCheck %s
// RUN: shardform opt --ttir-to-ttir-decomposition=library-indexing %s | FileCheck --check-prefix=LIBRARY %s

// Rows are the dimensions up to the last one. An element's row and column are counted, but along the gather's dimension.
// CHECK-LABEL: func.func @inner
// CHECK: [[INPUT:%[0-9]+]] = "ttir.reshape"(%arg0) <{shape = [1 : i32, 6 : i32, 8 : i32]}>
// CHECK-NEXT: [[LINE:%[0-9]+]] = "ttir.arange"() <{arange_dimension = 0 : i64, end = 2 : si64, start = 0 : si64, step = 1 : si64}>
// CHECK-NEXT: [[FIRST:%[0-9]+]] = "ttir.reshape"([[LINE]]) <{shape = [2 : i32, 1 : i32, 1 : i32]}>
// CHECK-NEXT: [[BATCH:%[0-9]+]] = "ttir.broadcast"([[FIRST]]) <{broadcast_dimensions = array<i64: 1, 4, 8>}>
// CHECK-NEXT: [[THREE:%[0-9]+]] = "ttir.full"() <{fill_value = 3 : i32, shape = array<i32: 2, 4, 8>}>
// CHECK-NEXT: [[START:%[0-9]+]] = "ttir.multiply"([[BATCH]], [[THREE]])
// CHECK-NEXT: [[ROW:%[0-9]+]] = "ttir.add"([[START]], %arg1)
// CHECK: [[BOTH:%[0-9]+]] = "ttir.concat"({{.*}}) <{dim = 1 : si32}> : (tensor<1x1x64xsi32>, tensor<1x1x64xsi32>) -> tensor<1x2x64xsi32>
// CHECK-NEXT: "ttir.rows_gather"([[INPUT]], [[BOTH]]) <{column = true, fill_out_of_bounds = false, sizes = array<i64: 6, 8>, windows = array<i64: 1, 1>}> : (tensor<1x6x8xf32>, tensor<1x2x64xsi32>) -> tensor<1x64xf32>
// LIBRARY-LABEL: func.func @inner
// LIBRARY: "ttir.gather"(%arg0, %arg1) <{dim = 1 : i32}>
func.func @inner(%values: tensor<2x3x8xf32>, %places: tensor<2x4x8xsi32>) -> tensor<2x4x8xf32> {
  %0 = "ttir.gather"(%values, %places) <{dim = 1 : i32}> : (tensor<2x3x8xf32>, tensor<2x4x8xsi32>) -> tensor<2x4x8xf32>
  return %0 : tensor<2x4x8xf32>
}

// A vector is one row; small indices get the width of the others.
// CHECK-LABEL: func.func @vector
// CHECK: "ttir.typecast"(%arg1) {{.*}} : (tensor<3xui16>) -> tensor<3xsi32>
// CHECK-NEXT: "ttir.full"() <{fill_value = 0 : i32, shape = array<i32: 3>}>
// CHECK: sizes = array<i64: 1, 8>
func.func @vector(%values: tensor<8xbf16>, %places: tensor<3xui16>) -> tensor<3xbf16> {
  %0 = "ttir.gather"(%values, %places) <{dim = -1 : i32}> : (tensor<8xbf16>, tensor<3xui16>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// CHECK-LABEL: func.func @table
// CHECK: [[TABLE:%[0-9]+]] = "ttir.reshape"(%arg1) <{shape = [1 : i32, 16 : i32, 8 : i32]}>
// CHECK-NEXT: [[ROWS:%[0-9]+]] = "ttir.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 6 : i32]}>
// CHECK-NEXT: [[FOUND:%[0-9]+]] = "ttir.rows_gather"([[TABLE]], [[ROWS]]) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 1>}>
// CHECK-NEXT: "ttir.reshape"([[FOUND]]) <{shape = [2 : i32, 3 : i32, 8 : i32]}>
// LIBRARY-LABEL: func.func @table
// LIBRARY: "ttir.embedding"(%arg0, %arg1)
func.func @table(%tokens: tensor<2x3xsi32>, %table: tensor<1x1x16x8xf32>) -> tensor<2x3x8xf32> {
  %0 = "ttir.embedding"(%tokens, %table) : (tensor<2x3xsi32>, tensor<1x1x16x8xf32>) -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}
