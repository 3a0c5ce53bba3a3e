// A reshape whose operand is split in parts that are no parts of its result: 10 can't be divided among the 4 devices
// along "y". These passes fail on it, and tell what to do:
//   shardform opt demo/broken.mlir --sdy-user-priority-propagate=conservative-propagation=true
//     --sdy-insert-explicit-reshards --wrap-under-manual-computation --sdy-reshard-to-collectives
//     --update-global-to-local-shapes
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(%x: tensor<16x1920xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<16x10x192xf32> {
  %0 = stablehlo.tanh %x : tensor<16x1920xf32>
  %1 = stablehlo.reshape %0 : (tensor<16x1920xf32>) -> tensor<16x10x192xf32>
  %2 = stablehlo.negate %1 : tensor<16x10x192xf32>
  return %2 : tensor<16x10x192xf32>
}
