// A loop, a call and a reduction over a mesh.
sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %n: tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%v = %a, %i = %n) : tensor<8x4xf32>, tensor<i32>
    cond {
      %t = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %w = func.call @step(%v) : (tensor<8x4xf32>) -> tensor<8x4xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %w, %j : tensor<8x4xf32>, tensor<i32>
    }
  %s = stablehlo.reduce(%0#0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  return %s, %0#1 : tensor<8xf32>, tensor<i32>
}

func.func private @step(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.tanh %a : tensor<8x4xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}
