// Attention of 8 heads over a batch: heads along "model", batch along "data".
sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%q: tensor<4x8x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}, {}]>},
                %k: tensor<4x8x32x16xf32>, %v: tensor<4x8x32x16xf32>,
                %w: tensor<128x128xf32>) -> tensor<4x32x128xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<4x8x32x16xf32>, tensor<4x8x32x16xf32>) -> tensor<4x8x32x32xf32>
  %e = stablehlo.exponential %scores : tensor<4x8x32x32xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<4x8x32x32xf32>, tensor<f32>) -> tensor<4x8x32xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<4x8x32xf32>) -> tensor<4x8x32x32xf32>
  %p = stablehlo.divide %e, %sums : tensor<4x8x32x32xf32>
  %heads = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<4x8x32x32xf32>, tensor<4x8x32x16xf32>) -> tensor<4x8x32x16xf32>
  %t = stablehlo.transpose %heads, dims = [0, 2, 1, 3] : (tensor<4x8x32x16xf32>) -> tensor<4x32x8x16xf32>
  %flat = stablehlo.reshape %t : (tensor<4x32x8x16xf32>) -> tensor<4x32x128xf32>
  %out = stablehlo.dot_general %flat, %w, contracting_dims = [2] x [0] : (tensor<4x32x128xf32>, tensor<128x128xf32>) -> tensor<4x32x128xf32>
  return %out : tensor<4x32x128xf32>
}
