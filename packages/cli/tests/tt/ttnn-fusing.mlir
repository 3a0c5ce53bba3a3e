// Activations become part of the operation before or after them, unless others use what is between.
// RUN: shardform opt %s --ttnn-fusing | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#l = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
// CHECK-LABEL: func.func @product
// CHECK-NEXT: %[[PRODUCT:.*]] = "ttnn.matmul"(%arg0, %arg1) <{activation = "silu"
// CHECK-NEXT: return %[[PRODUCT]]
func.func @product(%a: tensor<64x64xbf16, #l>, %b: tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l> {
  %0 = "ttnn.matmul"(%a, %b) <{transpose_a = false, transpose_b = false}> : (tensor<64x64xbf16, #l>, tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %1 = "ttnn.silu"(%0) : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  return %1 : tensor<64x64xbf16, #l>
}

// CHECK-LABEL: func.func @sum
// CHECK-NEXT: %[[SUM:.*]] = "ttnn.add"(%arg0, %arg1) <{activations = [#ttnn.unary_with_param<op_type = sqrt>], input_tensor_a_activations = [#ttnn.unary_with_param<op_type = relu>]
// CHECK-NEXT: return %[[SUM]]
func.func @sum(%a: tensor<64x64xbf16, #l>, %b: tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l> {
  %0 = "ttnn.relu"(%a) : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %1 = "ttnn.add"(%0, %b) : (tensor<64x64xbf16, #l>, tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %2 = "ttnn.sqrt"(%1) : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  return %2 : tensor<64x64xbf16, #l>
}

// CHECK-LABEL: func.func @shared
// CHECK-NEXT: "ttnn.matmul"(%arg0, %arg1) <{transpose_a
// CHECK-NEXT: "ttnn.silu"
func.func @shared(%a: tensor<64x64xbf16, #l>, %b: tensor<64x64xbf16, #l>) -> (tensor<64x64xbf16, #l>, tensor<64x64xbf16, #l>) {
  %0 = "ttnn.matmul"(%a, %b) <{transpose_a = false, transpose_b = false}> : (tensor<64x64xbf16, #l>, tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %1 = "ttnn.silu"(%0) : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  return %0, %1 : tensor<64x64xbf16, #l>, tensor<64x64xbf16, #l>
}

// Between two operations, it is the one that uses the result that computes the functions, the first one first.
// CHECK-LABEL: func.func @between
// CHECK-NEXT: %[[SUM:.*]] = "ttnn.add"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
// CHECK-NEXT: %[[PRODUCT:.*]] = "ttnn.multiply"(%arg0, %[[SUM]]) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = [#ttnn.unary_with_param<op_type = abs>, #ttnn.unary_with_param<op_type = log>]}>
// CHECK-NEXT: return %[[PRODUCT]]
func.func @between(%a: tensor<64x64xbf16, #l>, %b: tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l> {
  %0 = "ttnn.add"(%a, %b) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<64x64xbf16, #l>, tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %1 = "ttnn.abs"(%0) : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %2 = "ttnn.log"(%1) : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %3 = "ttnn.multiply"(%a, %2) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<64x64xbf16, #l>, tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  return %3 : tensor<64x64xbf16, #l>
}

// Some functions have other names than their operations.
// CHECK-LABEL: func.func @names
// CHECK-NEXT: %[[PRODUCT:.*]] = "ttnn.multiply"(%arg0, %arg1) <{activations = [#ttnn.unary_with_param<op_type = hardsigmoid>], input_tensor_a_activations = [#ttnn.unary_with_param<op_type = recip>], input_tensor_b_activations = [#ttnn.unary_with_param<op_type = is_finite>]}>
// CHECK-NEXT: return %[[PRODUCT]]
func.func @names(%a: tensor<64x64xbf16, #l>, %b: tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l> {
  %0 = "ttnn.reciprocal"(%a) : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %1 = "ttnn.isfinite"(%b) : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %2 = "ttnn.multiply"(%0, %1) : (tensor<64x64xbf16, #l>, tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %3 = "ttnn.hardsigmoid"(%2) : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  return %3 : tensor<64x64xbf16, #l>
}

// CHECK-LABEL: func.func @mish
// CHECK-NEXT: "ttnn.mish"
func.func @mish(%a: tensor<64x64xbf16, #l>, %b: tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l> {
  %0 = "ttnn.mish"(%a) : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %1 = "ttnn.multiply"(%0, %b) : (tensor<64x64xbf16, #l>, tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  return %1 : tensor<64x64xbf16, #l>
}
