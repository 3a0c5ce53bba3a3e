sdy.mesh @mesh = <["x"=1000000]>

func.func @main(%a: tensor<2000000000xf32>, %b: tensor<2000000000xf32>) -> tensor<2000000000xf32> {
  %0 = stablehlo.add %a, %b : tensor<2000000000xf32>
  return %0 : tensor<2000000000xf32>
}
