func.func @main(%a: tensor<10xf32>, %b: tensor<f32>) -> tensor<10xf32> {
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 9000000000>, padding = dense<[[8999999999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10xf32>, tensor<f32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}
