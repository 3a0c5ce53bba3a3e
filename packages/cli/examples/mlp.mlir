// Two layers of a perceptron on 8 devices: the batch is split along "x", the weights along "y", those of the first
// layer along "x" as well.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %x: tensor<8x128x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
    %w1: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
    %b1: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>},
    %w2: tensor<512x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
    %b2: tensor<1024xf32>
) -> tensor<8x128x1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<8x128x512xf32>
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [2] x [0] : (tensor<8x128x256xf32>, tensor<256x512xf32>) -> tensor<8x128x512xf32>
  %1 = stablehlo.broadcast_in_dim %b1, dims = [2] : (tensor<512xf32>) -> tensor<8x128x512xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x128x512xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<8x128x512xf32>
  %4 = stablehlo.broadcast_in_dim %b2, dims = [2] : (tensor<1024xf32>) -> tensor<8x128x1024xf32>
  %5 = stablehlo.dot_general %3, %w2, contracting_dims = [2] x [0] : (tensor<8x128x512xf32>, tensor<512x1024xf32>) -> tensor<8x128x1024xf32>
  %6 = stablehlo.add %5, %4 : tensor<8x128x1024xf32>
  return %6 : tensor<8x128x1024xf32>
}
