module @jit_decode attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=1]> {stablehlo.mesh = {axes = [{name = "x", size = 1 : i64}]}}
  func.func public @main(%arg0: tensor<3x4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg1: tensor<3x1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg2: tensor<3x1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg3: tensor<3x1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg4: tensor<3x1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg5: tensor<3x1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg6: tensor<3x8x2048x16x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>, tf.aliasing_output = 1 : i32}, %arg7: tensor<3x8x2048x16x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}, {}]>, tf.aliasing_output = 2 : i32}, %arg8: tensor<8x1x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, %arg9: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<8x1x1024xbf16> {jax.result_info = "result[0]"}, tensor<3x8x2048x16x64xbf16> {jax.result_info = "result[1][0]"}, tensor<3x8x2048x16x64xbf16> {jax.result_info = "result[1][1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<3x8x2048x16x64xbf16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<3x8x2048x16x64xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:13 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %arg2, %iterArg_3 = %arg3, %iterArg_4 = %arg4, %iterArg_5 = %arg5, %iterArg_6 = %arg6, %iterArg_7 = %arg7, %iterArg_8 = %arg9, %iterArg_9 = %c, %iterArg_10 = %arg8, %iterArg_11 = %0, %iterArg_12 = %1) : tensor<3x4096x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x4096xbf16>, tensor<3x1024x1024xbf16>, tensor<3x8x2048x16x64xbf16>, tensor<3x8x2048x16x64xbf16>, tensor<i32>, tensor<i32>, tensor<8x1x1024xbf16>, tensor<3x8x2048x16x64xbf16>, tensor<3x8x2048x16x64xbf16>
    cond {
      %c_13 = stablehlo.constant dense<3> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg_9, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_9) : (tensor<3x4096x1024xbf16>, tensor<i32>) -> tensor<4096x1024xbf16>
      %4 = func.call @dynamic_index_in_dim_0(%iterArg_1, %iterArg_9) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %5 = func.call @dynamic_index_in_dim_0(%iterArg_2, %iterArg_9) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %6 = func.call @dynamic_index_in_dim_0(%iterArg_3, %iterArg_9) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %7 = func.call @dynamic_index_in_dim_1(%iterArg_4, %iterArg_9) : (tensor<3x1024x4096xbf16>, tensor<i32>) -> tensor<1024x4096xbf16>
      %8 = func.call @dynamic_index_in_dim_0(%iterArg_5, %iterArg_9) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %9 = func.call @dynamic_index_in_dim_2(%iterArg_6, %iterArg_9) : (tensor<3x8x2048x16x64xbf16>, tensor<i32>) -> tensor<8x2048x16x64xbf16>
      %10 = func.call @dynamic_index_in_dim_2(%iterArg_7, %iterArg_9) : (tensor<3x8x2048x16x64xbf16>, tensor<i32>) -> tensor<8x2048x16x64xbf16>
      %11:3 = func.call @closed_call(%iterArg_8, %iterArg_10, %3, %4, %5, %6, %7, %8, %9, %10) : (tensor<i32>, tensor<8x1x1024xbf16>, tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>, tensor<8x2048x16x64xbf16>, tensor<8x2048x16x64xbf16>) -> (tensor<8x1x1024xbf16>, tensor<8x2048x16x64xbf16>, tensor<8x2048x16x64xbf16>)
      %12 = func.call @dynamic_update_index_in_dim(%iterArg_11, %11#1, %iterArg_9) : (tensor<3x8x2048x16x64xbf16>, tensor<8x2048x16x64xbf16>, tensor<i32>) -> tensor<3x8x2048x16x64xbf16>
      %13 = func.call @dynamic_update_index_in_dim(%iterArg_12, %11#2, %iterArg_9) : (tensor<3x8x2048x16x64xbf16>, tensor<8x2048x16x64xbf16>, tensor<i32>) -> tensor<3x8x2048x16x64xbf16>
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %14 = stablehlo.add %iterArg_9, %c_13 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %iterArg_2, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %14, %11#0, %12, %13 : tensor<3x4096x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x4096xbf16>, tensor<3x1024x1024xbf16>, tensor<3x8x2048x16x64xbf16>, tensor<3x8x2048x16x64xbf16>, tensor<i32>, tensor<i32>, tensor<8x1x1024xbf16>, tensor<3x8x2048x16x64xbf16>, tensor<3x8x2048x16x64xbf16>
    }
    return %2#10, %2#11, %2#12 : tensor<8x1x1024xbf16>, tensor<3x8x2048x16x64xbf16>, tensor<3x8x2048x16x64xbf16>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x4096x1024xbf16>, %arg1: tensor<i32>) -> tensor<4096x1024xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 4096, 1024] : (tensor<3x4096x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4096x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x4096x1024xbf16>) -> tensor<4096x1024xbf16>
    return %1 : tensor<4096x1024xbf16>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x1024x1024xbf16>, %arg1: tensor<i32>) -> tensor<1024x1024xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 1024, 1024] : (tensor<3x1024x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    return %1 : tensor<1024x1024xbf16>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x1024x4096xbf16>, %arg1: tensor<i32>) -> tensor<1024x4096xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 1024, 4096] : (tensor<3x1024x4096xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x4096xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1024x4096xbf16>) -> tensor<1024x4096xbf16>
    return %1 : tensor<1024x4096xbf16>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x8x2048x16x64xbf16>, %arg1: tensor<i32>) -> tensor<8x2048x16x64xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 2048, 16, 64] : (tensor<3x8x2048x16x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x2048x16x64xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x8x2048x16x64xbf16>) -> tensor<8x2048x16x64xbf16>
    return %1 : tensor<8x2048x16x64xbf16>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<8x1x1024xbf16>, %arg2: tensor<4096x1024xbf16>, %arg3: tensor<1024x1024xbf16>, %arg4: tensor<1024x1024xbf16>, %arg5: tensor<1024x1024xbf16>, %arg6: tensor<1024x4096xbf16>, %arg7: tensor<1024x1024xbf16>, %arg8: tensor<8x2048x16x64xbf16>, %arg9: tensor<8x2048x16x64xbf16>) -> (tensor<8x1x1024xbf16>, tensor<8x2048x16x64xbf16>, tensor<8x2048x16x64xbf16>) {
    %0 = stablehlo.convert %arg1 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<8x1x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<8x1x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %7 = stablehlo.add %5, %6 : tensor<8x1x1xf32>
    %8 = stablehlo.rsqrt %7 : tensor<8x1x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<8x1x1xf32>) -> tensor<8x1x1024xf32>
    %10 = stablehlo.multiply %0, %9 : tensor<8x1x1024xf32>
    %11 = stablehlo.convert %10 : (tensor<8x1x1024xf32>) -> tensor<8x1x1024xbf16>
    %12 = stablehlo.dot_general %11, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %13 = stablehlo.reshape %12 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %14 = stablehlo.dot_general %11, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %15 = stablehlo.reshape %14 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %16 = stablehlo.dot_general %11, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %17 = stablehlo.reshape %16 : (tensor<8x1x1024xbf16>) -> tensor<8x1x16x64xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %18 = stablehlo.compare LT, %arg0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<2048> : tensor<i32>
    %19 = stablehlo.add %arg0, %c_2 : tensor<i32>
    %20 = stablehlo.select %18, %19, %arg0 : tensor<i1>, tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.dynamic_update_slice %arg8, %15, %c_3, %20, %c_4, %c_5 : (tensor<8x2048x16x64xbf16>, tensor<8x1x16x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x2048x16x64xbf16>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %22 = stablehlo.compare LT, %arg0, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_7 = stablehlo.constant dense<2048> : tensor<i32>
    %23 = stablehlo.add %arg0, %c_7 : tensor<i32>
    %24 = stablehlo.select %22, %23, %arg0 : tensor<i1>, tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %25 = stablehlo.dynamic_update_slice %arg9, %17, %c_8, %24, %c_9, %c_10 : (tensor<8x2048x16x64xbf16>, tensor<8x1x16x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x2048x16x64xbf16>
    %26 = stablehlo.dot_general %13, %21, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1x16x64xbf16>, tensor<8x2048x16x64xbf16>) -> tensor<8x16x1x2048xf32>
    %27 = stablehlo.iota dim = 0 : tensor<2048xi32>
    %28 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<2048xi32>
    %29 = stablehlo.compare LE, %27, %28, SIGNED : (tensor<2048xi32>, tensor<2048xi32>) -> tensor<2048xi1>
    %cst_11 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %30 = call @_where(%29, %26, %cst_11) : (tensor<2048xi1>, tensor<8x16x1x2048xf32>, tensor<f32>) -> tensor<8x16x1x2048xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_12) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1x2048xf32>, tensor<f32>) -> tensor<8x16x1xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %33 = stablehlo.maximum %32, %31 : tensor<8x16x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x1x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xf32>) -> tensor<8x16x1x2048xf32>
    %36 = stablehlo.subtract %30, %35 : tensor<8x16x1x2048xf32>
    %37 = stablehlo.exponential %36 : tensor<8x16x1x2048xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_14) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1x2048xf32>, tensor<f32>) -> tensor<8x16x1xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x1x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<8x16x1x1xf32>) -> tensor<8x16x1x2048xf32>
    %41 = stablehlo.divide %37, %40 : tensor<8x16x1x2048xf32>
    %42 = stablehlo.convert %41 : (tensor<8x16x1x2048xf32>) -> tensor<8x16x1x2048xbf16>
    %43 = stablehlo.dot_general %25, %42, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x2048x16x64xbf16>, tensor<8x16x1x2048xbf16>) -> tensor<8x16x64x1xbf16>
    %44 = stablehlo.transpose %43, dims = [0, 3, 1, 2] : (tensor<8x16x64x1xbf16>) -> tensor<8x1x16x64xbf16>
    %45 = stablehlo.reshape %44 : (tensor<8x1x16x64xbf16>) -> tensor<8x1x1024xbf16>
    %46 = stablehlo.dot_general %45, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1x1024xbf16>
    %47 = stablehlo.add %arg1, %46 : tensor<8x1x1024xbf16>
    %48 = stablehlo.convert %47 : (tensor<8x1x1024xbf16>) -> tensor<8x1x1024xf32>
    %49 = stablehlo.multiply %48, %48 : tensor<8x1x1024xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<8x1x1024xf32>, tensor<f32>) -> tensor<8x1xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1x1xf32>
    %cst_16 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %53 = stablehlo.divide %51, %52 : tensor<8x1x1xf32>
    %cst_17 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x1x1xf32>
    %55 = stablehlo.add %53, %54 : tensor<8x1x1xf32>
    %56 = stablehlo.rsqrt %55 : tensor<8x1x1xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<8x1x1xf32>) -> tensor<8x1x1024xf32>
    %58 = stablehlo.multiply %48, %57 : tensor<8x1x1024xf32>
    %59 = stablehlo.convert %58 : (tensor<8x1x1024xf32>) -> tensor<8x1x1024xbf16>
    %60 = stablehlo.dot_general %59, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1x4096xbf16>
    %61 = stablehlo.multiply %60, %60 : tensor<8x1x4096xbf16>
    %62 = stablehlo.multiply %61, %60 : tensor<8x1x4096xbf16>
    %cst_18 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %63 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<bf16>) -> tensor<8x1x4096xbf16>
    %64 = stablehlo.multiply %63, %62 : tensor<8x1x4096xbf16>
    %65 = stablehlo.add %60, %64 : tensor<8x1x4096xbf16>
    %cst_19 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %66 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<bf16>) -> tensor<8x1x4096xbf16>
    %67 = stablehlo.multiply %66, %65 : tensor<8x1x4096xbf16>
    %68 = stablehlo.tanh %67 : tensor<8x1x4096xbf16>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %69 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<bf16>) -> tensor<8x1x4096xbf16>
    %70 = stablehlo.add %69, %68 : tensor<8x1x4096xbf16>
    %cst_21 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %71 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<bf16>) -> tensor<8x1x4096xbf16>
    %72 = stablehlo.multiply %71, %70 : tensor<8x1x4096xbf16>
    %73 = stablehlo.multiply %60, %72 : tensor<8x1x4096xbf16>
    %74 = stablehlo.dot_general %73, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1x1024xbf16>
    %75 = stablehlo.add %47, %74 : tensor<8x1x1024xbf16>
    return %75, %21, %25 : tensor<8x1x1024xbf16>, tensor<8x2048x16x64xbf16>, tensor<8x2048x16x64xbf16>
  }
  func.func private @_where(%arg0: tensor<2048xi1>, %arg1: tensor<8x16x1x2048xf32>, %arg2: tensor<f32>) -> tensor<8x16x1x2048xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3] : (tensor<2048xi1>) -> tensor<8x16x1x2048xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x16x1x2048xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x16x1x2048xi1>, tensor<8x16x1x2048xf32>
    return %3 : tensor<8x16x1x2048xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x8x2048x16x64xbf16>, %arg1: tensor<8x2048x16x64xbf16>, %arg2: tensor<i32>) -> tensor<3x8x2048x16x64xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x2048x16x64xbf16>) -> tensor<1x8x2048x16x64xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<3x8x2048x16x64xbf16>, tensor<1x8x2048x16x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x2048x16x64xbf16>
    return %1 : tensor<3x8x2048x16x64xbf16>
  }
}
