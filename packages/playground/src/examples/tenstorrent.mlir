// A layer on a 1x2 mesh of Tenstorrent devices, its weights split along "y".
sdy.mesh @mesh = <["x"=1, "y"=2]>

func.func @main(%x: tensor<32x64xf32>,
                %w: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<32x128xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x128xf32>) -> tensor<32x128xf32>
  %1 = stablehlo.exponential %0 : tensor<32x128xf32>
  return %1 : tensor<32x128xf32>
}
