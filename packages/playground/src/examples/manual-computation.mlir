// Inside, "x" is manual: shapes are those of one device, and the sum over "x" is written by hand.
sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%a: tensor<8x16xf32>, %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%a, %b)
      in_shardings=[<@mesh, [{}, {"x"}]>, <@mesh, [{"x"}, {?}]>]
      out_shardings=[<@mesh, [{}, {?}]>]
      manual_axes={"x"} (%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) {
    %1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.return %2 : tensor<8x8xf32>
  } : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
