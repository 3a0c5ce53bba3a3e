// What the library can't do is said with the way around it.
// RUN: not shardform opt %s --split-input-file --ttcore-register-device --ttnn-layout --convert-ttir-to-ttnn 2>&1 | FileCheck %s

// CHECK: 'ttir.conv2d' op takes images in rows of one matrix; run --ttir-flatten-sliding-window before the conversion to TTNN
// CHECK: failed to legalize operation 'ttir.conv2d'
func.func @images(%image: tensor<1x30x32x16xf32>, %kernel: tensor<8x16x3x3xf32>) -> tensor<1x28x30x8xf32> {
  %0 = "ttir.conv2d"(%image, %kernel) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x30x32x16xf32>, tensor<8x16x3x3xf32>) -> tensor<1x28x30x8xf32>
  return %0 : tensor<1x28x30x8xf32>
}

// -----

// CHECK: 'ttir.argmax' op finds indices over dimensions 0, 1, but TTNN does so over one or all; reshape the tensor so that they are one dimension
func.func @largest(%a: tensor<2x3x4xf32>) -> tensor<4xi32> {
  %0 = "ttir.argmax"(%a) <{dim_arg = [0 : i32, 1 : i32], keep_dim = false}> : (tensor<2x3x4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
