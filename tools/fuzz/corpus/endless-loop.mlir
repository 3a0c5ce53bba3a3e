func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%i = %a) : tensor<f32>
    cond {
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      stablehlo.return %i : tensor<f32>
    }
  return %0 : tensor<f32>
}
