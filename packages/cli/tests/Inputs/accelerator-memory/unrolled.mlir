module @jit_gpt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=1]> {stablehlo.mesh = {axes = [{name = "x", size = 1 : i64}]}}
  func.func public @main(%arg0: tensor<16384x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 12 : i32}, %arg13: tensor<4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 13 : i32}, %arg14: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 14 : i32}, %arg15: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 15 : i32}, %arg16: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 16 : i32}, %arg17: tensor<1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 17 : i32}, %arg18: tensor<1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 18 : i32}, %arg19: tensor<1024x16384xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 19 : i32}, %arg20: tensor<8x1024xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16384x1024xbf16> {jax.result_info = "result['in']"}, tensor<4096x1024xbf16> {jax.result_info = "result['layers'][0]['d']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][0]['k']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][0]['o']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][0]['q']"}, tensor<1024x4096xbf16> {jax.result_info = "result['layers'][0]['u']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][0]['v']"}, tensor<4096x1024xbf16> {jax.result_info = "result['layers'][1]['d']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][1]['k']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][1]['o']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][1]['q']"}, tensor<1024x4096xbf16> {jax.result_info = "result['layers'][1]['u']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][1]['v']"}, tensor<4096x1024xbf16> {jax.result_info = "result['layers'][2]['d']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][2]['k']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][2]['o']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][2]['q']"}, tensor<1024x4096xbf16> {jax.result_info = "result['layers'][2]['u']"}, tensor<1024x1024xbf16> {jax.result_info = "result['layers'][2]['v']"}, tensor<1024x16384xbf16> {jax.result_info = "result['out']"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x1024xi32>
    %1 = stablehlo.compare LT, %arg20, %0, SIGNED : (tensor<8x1024xi32>, tensor<8x1024xi32>) -> tensor<8x1024xi1>
    %c_0 = stablehlo.constant dense<16384> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x1024xi32>
    %3 = stablehlo.add %arg20, %2 : tensor<8x1024xi32>
    %4 = stablehlo.select %1, %3, %arg20 : tensor<8x1024xi1>, tensor<8x1024xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x1024xi32>) -> tensor<8x1024x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1024>}> : (tensor<16384x1024xbf16>, tensor<8x1024x1xi32>) -> tensor<8x1024x1024xbf16>
    %7 = stablehlo.convert %6 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %8 = stablehlo.multiply %7, %7 : tensor<8x1024x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_1 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<8x1024x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %14 = stablehlo.add %12, %13 : tensor<8x1024x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<8x1024x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %17 = stablehlo.multiply %7, %16 : tensor<8x1024x1024xf32>
    %18 = stablehlo.convert %17 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %19 = stablehlo.dot_general %18, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %20 = stablehlo.reshape %19 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %21 = stablehlo.dot_general %18, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %22 = stablehlo.reshape %21 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %23 = stablehlo.dot_general %18, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %24 = stablehlo.reshape %23 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %25 = stablehlo.dot_general %20, %22, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %26 = stablehlo.convert %25 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %cst_3 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %28 = stablehlo.divide %26, %27 : tensor<8x16x1024x1024xf32>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %29 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i1>) -> tensor<1024x1024xi1>
    %30 = call @tril(%29) : (tensor<1024x1024xi1>) -> tensor<1024x1024xi1>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %31 = call @_where(%30, %28, %cst_5) : (tensor<1024x1024xi1>, tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x16x1024xf32>
    %34 = stablehlo.maximum %33, %32 : tensor<8x16x1024xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %37 = stablehlo.subtract %31, %36 : tensor<8x16x1024x1024xf32>
    %38 = stablehlo.exponential %37 : tensor<8x16x1024x1024xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %42 = stablehlo.divide %38, %41 : tensor<8x16x1024x1024xf32>
    %43 = stablehlo.convert %42 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %44 = stablehlo.dot_general %24, %43, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %45 = stablehlo.transpose %44, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %46 = stablehlo.reshape %45 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %47 = stablehlo.dot_general %46, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %48 = stablehlo.add %6, %47 : tensor<8x1024x1024xbf16>
    %49 = stablehlo.convert %48 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %50 = stablehlo.multiply %49, %49 : tensor<8x1024x1024xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_10 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %54 = stablehlo.divide %52, %53 : tensor<8x1024x1xf32>
    %cst_11 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %56 = stablehlo.add %54, %55 : tensor<8x1024x1xf32>
    %57 = stablehlo.rsqrt %56 : tensor<8x1024x1xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %59 = stablehlo.multiply %49, %58 : tensor<8x1024x1024xf32>
    %60 = stablehlo.convert %59 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %61 = stablehlo.dot_general %60, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x4096xbf16>
    %62 = stablehlo.multiply %61, %61 : tensor<8x1024x4096xbf16>
    %63 = stablehlo.multiply %62, %61 : tensor<8x1024x4096xbf16>
    %cst_12 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %64 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %65 = stablehlo.multiply %64, %63 : tensor<8x1024x4096xbf16>
    %66 = stablehlo.add %61, %65 : tensor<8x1024x4096xbf16>
    %cst_13 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %67 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %68 = stablehlo.multiply %67, %66 : tensor<8x1024x4096xbf16>
    %69 = stablehlo.tanh %68 : tensor<8x1024x4096xbf16>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %70 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %71 = stablehlo.add %70, %69 : tensor<8x1024x4096xbf16>
    %cst_15 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %72 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %73 = stablehlo.multiply %72, %71 : tensor<8x1024x4096xbf16>
    %74 = stablehlo.multiply %61, %73 : tensor<8x1024x4096xbf16>
    %75 = stablehlo.dot_general %74, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %76 = stablehlo.add %48, %75 : tensor<8x1024x1024xbf16>
    %77 = stablehlo.convert %76 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %78 = stablehlo.multiply %77, %77 : tensor<8x1024x1024xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%78 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_17 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %82 = stablehlo.divide %80, %81 : tensor<8x1024x1xf32>
    %cst_18 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %84 = stablehlo.add %82, %83 : tensor<8x1024x1xf32>
    %85 = stablehlo.rsqrt %84 : tensor<8x1024x1xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %87 = stablehlo.multiply %77, %86 : tensor<8x1024x1024xf32>
    %88 = stablehlo.convert %87 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %89 = stablehlo.dot_general %88, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %90 = stablehlo.reshape %89 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %91 = stablehlo.dot_general %88, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %92 = stablehlo.reshape %91 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %93 = stablehlo.dot_general %88, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %94 = stablehlo.reshape %93 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %95 = stablehlo.dot_general %90, %92, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %96 = stablehlo.convert %95 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %cst_19 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %98 = stablehlo.divide %96, %97 : tensor<8x16x1024x1024xf32>
    %c_20 = stablehlo.constant dense<true> : tensor<i1>
    %99 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i1>) -> tensor<1024x1024xi1>
    %100 = call @tril(%99) : (tensor<1024x1024xi1>) -> tensor<1024x1024xi1>
    %cst_21 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %101 = call @_where(%100, %98, %cst_21) : (tensor<1024x1024xi1>, tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %cst_22 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %102 = stablehlo.reduce(%101 init: %cst_22) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %cst_23 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x16x1024xf32>
    %104 = stablehlo.maximum %103, %102 : tensor<8x16x1024xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %107 = stablehlo.subtract %101, %106 : tensor<8x16x1024x1024xf32>
    %108 = stablehlo.exponential %107 : tensor<8x16x1024x1024xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.reduce(%108 init: %cst_24) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %111 = stablehlo.broadcast_in_dim %110, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %112 = stablehlo.divide %108, %111 : tensor<8x16x1024x1024xf32>
    %113 = stablehlo.convert %112 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %114 = stablehlo.dot_general %94, %113, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %115 = stablehlo.transpose %114, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %116 = stablehlo.reshape %115 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %117 = stablehlo.dot_general %116, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %118 = stablehlo.add %76, %117 : tensor<8x1024x1024xbf16>
    %119 = stablehlo.convert %118 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %120 = stablehlo.multiply %119, %119 : tensor<8x1024x1024xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %121 = stablehlo.reduce(%120 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_26 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %124 = stablehlo.divide %122, %123 : tensor<8x1024x1xf32>
    %cst_27 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %126 = stablehlo.add %124, %125 : tensor<8x1024x1xf32>
    %127 = stablehlo.rsqrt %126 : tensor<8x1024x1xf32>
    %128 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %129 = stablehlo.multiply %119, %128 : tensor<8x1024x1024xf32>
    %130 = stablehlo.convert %129 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %131 = stablehlo.dot_general %130, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x4096xbf16>
    %132 = stablehlo.multiply %131, %131 : tensor<8x1024x4096xbf16>
    %133 = stablehlo.multiply %132, %131 : tensor<8x1024x4096xbf16>
    %cst_28 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %134 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %135 = stablehlo.multiply %134, %133 : tensor<8x1024x4096xbf16>
    %136 = stablehlo.add %131, %135 : tensor<8x1024x4096xbf16>
    %cst_29 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %137 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %138 = stablehlo.multiply %137, %136 : tensor<8x1024x4096xbf16>
    %139 = stablehlo.tanh %138 : tensor<8x1024x4096xbf16>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %140 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %141 = stablehlo.add %140, %139 : tensor<8x1024x4096xbf16>
    %cst_31 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %142 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %143 = stablehlo.multiply %142, %141 : tensor<8x1024x4096xbf16>
    %144 = stablehlo.multiply %131, %143 : tensor<8x1024x4096xbf16>
    %145 = stablehlo.dot_general %144, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %146 = stablehlo.add %118, %145 : tensor<8x1024x1024xbf16>
    %147 = stablehlo.convert %146 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %148 = stablehlo.multiply %147, %147 : tensor<8x1024x1024xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %149 = stablehlo.reduce(%148 init: %cst_32) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_33 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %152 = stablehlo.divide %150, %151 : tensor<8x1024x1xf32>
    %cst_34 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %154 = stablehlo.add %152, %153 : tensor<8x1024x1xf32>
    %155 = stablehlo.rsqrt %154 : tensor<8x1024x1xf32>
    %156 = stablehlo.broadcast_in_dim %155, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %157 = stablehlo.multiply %147, %156 : tensor<8x1024x1024xf32>
    %158 = stablehlo.convert %157 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %159 = stablehlo.dot_general %158, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %160 = stablehlo.reshape %159 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %161 = stablehlo.dot_general %158, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %162 = stablehlo.reshape %161 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %163 = stablehlo.dot_general %158, %arg18, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %164 = stablehlo.reshape %163 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %165 = stablehlo.dot_general %160, %162, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %166 = stablehlo.convert %165 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %cst_35 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %168 = stablehlo.divide %166, %167 : tensor<8x16x1024x1024xf32>
    %c_36 = stablehlo.constant dense<true> : tensor<i1>
    %169 = stablehlo.broadcast_in_dim %c_36, dims = [] : (tensor<i1>) -> tensor<1024x1024xi1>
    %170 = call @tril(%169) : (tensor<1024x1024xi1>) -> tensor<1024x1024xi1>
    %cst_37 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %171 = call @_where(%170, %168, %cst_37) : (tensor<1024x1024xi1>, tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %cst_38 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %172 = stablehlo.reduce(%171 init: %cst_38) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %cst_39 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<8x16x1024xf32>
    %174 = stablehlo.maximum %173, %172 : tensor<8x16x1024xf32>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %176 = stablehlo.broadcast_in_dim %175, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %177 = stablehlo.subtract %171, %176 : tensor<8x16x1024x1024xf32>
    %178 = stablehlo.exponential %177 : tensor<8x16x1024x1024xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.reduce(%178 init: %cst_40) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %180 = stablehlo.broadcast_in_dim %179, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %182 = stablehlo.divide %178, %181 : tensor<8x16x1024x1024xf32>
    %183 = stablehlo.convert %182 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %184 = stablehlo.dot_general %164, %183, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %185 = stablehlo.transpose %184, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %186 = stablehlo.reshape %185 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %187 = stablehlo.dot_general %186, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %188 = stablehlo.add %146, %187 : tensor<8x1024x1024xbf16>
    %189 = stablehlo.convert %188 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %190 = stablehlo.multiply %189, %189 : tensor<8x1024x1024xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %191 = stablehlo.reduce(%190 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_42 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %194 = stablehlo.divide %192, %193 : tensor<8x1024x1xf32>
    %cst_43 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %196 = stablehlo.add %194, %195 : tensor<8x1024x1xf32>
    %197 = stablehlo.rsqrt %196 : tensor<8x1024x1xf32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %199 = stablehlo.multiply %189, %198 : tensor<8x1024x1024xf32>
    %200 = stablehlo.convert %199 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %201 = stablehlo.dot_general %200, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x4096xbf16>
    %202 = stablehlo.multiply %201, %201 : tensor<8x1024x4096xbf16>
    %203 = stablehlo.multiply %202, %201 : tensor<8x1024x4096xbf16>
    %cst_44 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %204 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %205 = stablehlo.multiply %204, %203 : tensor<8x1024x4096xbf16>
    %206 = stablehlo.add %201, %205 : tensor<8x1024x4096xbf16>
    %cst_45 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %207 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %208 = stablehlo.multiply %207, %206 : tensor<8x1024x4096xbf16>
    %209 = stablehlo.tanh %208 : tensor<8x1024x4096xbf16>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %210 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %211 = stablehlo.add %210, %209 : tensor<8x1024x4096xbf16>
    %cst_47 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %212 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %213 = stablehlo.multiply %212, %211 : tensor<8x1024x4096xbf16>
    %214 = stablehlo.multiply %201, %213 : tensor<8x1024x4096xbf16>
    %215 = stablehlo.dot_general %214, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %216 = stablehlo.add %188, %215 : tensor<8x1024x1024xbf16>
    %217 = stablehlo.convert %216 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %218 = stablehlo.multiply %217, %217 : tensor<8x1024x1024xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%218 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_49 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %221 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %222 = stablehlo.divide %220, %221 : tensor<8x1024x1xf32>
    %cst_50 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %224 = stablehlo.add %222, %223 : tensor<8x1024x1xf32>
    %225 = stablehlo.rsqrt %224 : tensor<8x1024x1xf32>
    %226 = stablehlo.divide %225, %224 : tensor<8x1024x1xf32>
    %cst_51 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %228 = stablehlo.multiply %227, %226 : tensor<8x1024x1xf32>
    %229 = stablehlo.broadcast_in_dim %225, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %230 = stablehlo.multiply %217, %229 : tensor<8x1024x1024xf32>
    %231 = stablehlo.convert %230 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %232 = stablehlo.dot_general %231, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x16384xbf16>) -> tensor<8x1024x16384xbf16>
    %233 = stablehlo.convert %232 : (tensor<8x1024x16384xbf16>) -> tensor<8x1024x16384xf32>
    %cst_52 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %234 = stablehlo.reduce(%233 init: %cst_52) applies stablehlo.maximum across dimensions = [2] : (tensor<8x1024x16384xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %cst_53 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x1024xf32>
    %236 = stablehlo.maximum %235, %234 : tensor<8x1024xf32>
    %237 = stablehlo.is_finite %236 : (tensor<8x1024xf32>) -> tensor<8x1024xi1>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %238 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x1024xf32>
    %239 = stablehlo.select %237, %236, %238 : tensor<8x1024xi1>, tensor<8x1024xf32>
    %240 = stablehlo.broadcast_in_dim %239, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x16384xf32>
    %242 = stablehlo.subtract %233, %241 : tensor<8x1024x16384xf32>
    %243 = stablehlo.exponential %242 : tensor<8x1024x16384xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %244 = stablehlo.reduce(%243 init: %cst_55) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x16384xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %245 = stablehlo.abs %244 : tensor<8x1024xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<8x1024xf32>
    %247 = stablehlo.compare GE, %244, %246, FLOAT : (tensor<8x1024xf32>, tensor<8x1024xf32>) -> tensor<8x1024xi1>
    %cst_57 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_58 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %248 = stablehlo.divide %cst_57, %cst_58 : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %248, dims = [] : (tensor<f32>) -> tensor<8x1024xf32>
    %250 = stablehlo.negate %249 : tensor<8x1024xf32>
    %251 = stablehlo.broadcast_in_dim %250, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %252 = stablehlo.pad %251, %cst_59, low = [0, 0, 0], high = [0, 0, 16383], interior = [0, 0, 0] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024x16384xf32>
    %253 = stablehlo.divide %249, %245 : tensor<8x1024xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x1024xf32>
    %255 = stablehlo.select %247, %254, %253 : tensor<8x1024xi1>, tensor<8x1024xf32>
    %256 = stablehlo.select %247, %253, %254 : tensor<8x1024xi1>, tensor<8x1024xf32>
    %257 = stablehlo.negate %255 : tensor<8x1024xf32>
    %258 = stablehlo.add %256, %257 : tensor<8x1024xf32>
    %259 = stablehlo.broadcast_in_dim %258, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x16384xf32>
    %260 = stablehlo.multiply %259, %243 : tensor<8x1024x16384xf32>
    %261 = stablehlo.add %252, %260 : tensor<8x1024x16384xf32>
    %262 = stablehlo.convert %261 : (tensor<8x1024x16384xf32>) -> tensor<8x1024x16384xbf16>
    %263 = stablehlo.dot_general %262, %231, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16384xbf16>, tensor<8x1024x1024xbf16>) -> tensor<16384x1024xbf16>
    %264 = stablehlo.transpose %263, dims = [1, 0] : (tensor<16384x1024xbf16>) -> tensor<1024x16384xbf16>
    %265 = stablehlo.dot_general %262, %arg19, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16384xbf16>, tensor<1024x16384xbf16>) -> tensor<8x1024x1024xbf16>
    %266 = stablehlo.convert %265 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %267 = stablehlo.multiply %217, %266 : tensor<8x1024x1024xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %268 = stablehlo.reduce(%267 init: %cst_61) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %269 = stablehlo.reshape %268 : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %270 = stablehlo.broadcast_in_dim %225, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %271 = stablehlo.multiply %266, %270 : tensor<8x1024x1024xf32>
    %272 = stablehlo.multiply %269, %228 : tensor<8x1024x1xf32>
    %cst_62 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %274 = stablehlo.divide %272, %273 : tensor<8x1024x1xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %275 = stablehlo.reduce(%274 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1024xf32>
    %277 = stablehlo.multiply %217, %276 : tensor<8x1024x1024xf32>
    %278 = stablehlo.add %271, %277 : tensor<8x1024x1024xf32>
    %279 = stablehlo.multiply %276, %217 : tensor<8x1024x1024xf32>
    %280 = stablehlo.add %278, %279 : tensor<8x1024x1024xf32>
    %281 = stablehlo.convert %280 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %282:8 = stablehlo.optimization_barrier %arg13, %arg14, %arg15, %arg16, %arg17, %arg18, %146, %281 : tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>, tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>
    %283 = stablehlo.convert %282#6 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %284 = stablehlo.multiply %283, %283 : tensor<8x1024x1024xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_64) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_65 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %288 = stablehlo.divide %286, %287 : tensor<8x1024x1xf32>
    %cst_66 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %290 = stablehlo.add %288, %289 : tensor<8x1024x1xf32>
    %291 = stablehlo.rsqrt %290 : tensor<8x1024x1xf32>
    %292 = stablehlo.divide %291, %290 : tensor<8x1024x1xf32>
    %cst_67 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %294 = stablehlo.multiply %293, %292 : tensor<8x1024x1xf32>
    %295 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %296 = stablehlo.multiply %283, %295 : tensor<8x1024x1024xf32>
    %297 = stablehlo.convert %296 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %298 = stablehlo.dot_general %297, %282#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %299 = stablehlo.reshape %298 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %300 = stablehlo.dot_general %297, %282#1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %301 = stablehlo.reshape %300 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %302 = stablehlo.dot_general %297, %282#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %303 = stablehlo.reshape %302 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %304 = stablehlo.dot_general %299, %301, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %305 = stablehlo.convert %304 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %cst_68 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %306 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %307 = stablehlo.divide %305, %306 : tensor<8x16x1024x1024xf32>
    %c_69 = stablehlo.constant dense<true> : tensor<i1>
    %308 = stablehlo.broadcast_in_dim %c_69, dims = [] : (tensor<i1>) -> tensor<1024x1024xi1>
    %309 = call @tril_0(%308) : (tensor<1024x1024xi1>) -> tensor<1024x1024xi1>
    %cst_70 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %310:2 = call @_where_1(%309, %307, %cst_70) : (tensor<1024x1024xi1>, tensor<8x16x1024x1024xf32>, tensor<f32>) -> (tensor<8x16x1024x1024xf32>, tensor<8x16x1024x1024xi1>)
    %cst_71 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %311 = stablehlo.reduce(%310#0 init: %cst_71) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %cst_72 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %312 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<8x16x1024xf32>
    %313 = stablehlo.maximum %312, %311 : tensor<8x16x1024xf32>
    %314 = stablehlo.broadcast_in_dim %313, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %315 = stablehlo.broadcast_in_dim %314, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %316 = stablehlo.subtract %310#0, %315 : tensor<8x16x1024x1024xf32>
    %317 = stablehlo.exponential %316 : tensor<8x16x1024x1024xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %318 = stablehlo.reduce(%317 init: %cst_73) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %319 = stablehlo.broadcast_in_dim %318, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %320 = stablehlo.broadcast_in_dim %319, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %321 = stablehlo.divide %317, %320 : tensor<8x16x1024x1024xf32>
    %322 = stablehlo.multiply %319, %319 : tensor<8x16x1024x1xf32>
    %cst_74 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1xf32>
    %324 = stablehlo.divide %323, %322 : tensor<8x16x1024x1xf32>
    %325 = stablehlo.convert %321 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %326 = stablehlo.dot_general %303, %325, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %327 = stablehlo.transpose %326, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %328 = stablehlo.reshape %327 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %329 = stablehlo.dot_general %328, %282#2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %330 = stablehlo.add %282#6, %329 : tensor<8x1024x1024xbf16>
    %331 = stablehlo.convert %330 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %332 = stablehlo.multiply %331, %331 : tensor<8x1024x1024xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %333 = stablehlo.reduce(%332 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %334 = stablehlo.broadcast_in_dim %333, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_76 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %336 = stablehlo.divide %334, %335 : tensor<8x1024x1xf32>
    %cst_77 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %338 = stablehlo.add %336, %337 : tensor<8x1024x1xf32>
    %339 = stablehlo.rsqrt %338 : tensor<8x1024x1xf32>
    %340 = stablehlo.divide %339, %338 : tensor<8x1024x1xf32>
    %cst_78 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %341 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %342 = stablehlo.multiply %341, %340 : tensor<8x1024x1xf32>
    %343 = stablehlo.broadcast_in_dim %339, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %344 = stablehlo.multiply %331, %343 : tensor<8x1024x1024xf32>
    %345 = stablehlo.convert %344 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %346 = stablehlo.dot_general %345, %282#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x4096xbf16>
    %347 = stablehlo.multiply %346, %346 : tensor<8x1024x4096xbf16>
    %348 = stablehlo.multiply %347, %346 : tensor<8x1024x4096xbf16>
    %349 = stablehlo.multiply %346, %346 : tensor<8x1024x4096xbf16>
    %cst_79 = stablehlo.constant dense<3.000000e+00> : tensor<bf16>
    %350 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %351 = stablehlo.multiply %350, %349 : tensor<8x1024x4096xbf16>
    %cst_80 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %352 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %353 = stablehlo.multiply %352, %348 : tensor<8x1024x4096xbf16>
    %354 = stablehlo.add %346, %353 : tensor<8x1024x4096xbf16>
    %cst_81 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %355 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %356 = stablehlo.multiply %355, %354 : tensor<8x1024x4096xbf16>
    %357 = stablehlo.tanh %356 : tensor<8x1024x4096xbf16>
    %cst_82 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %358 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %359 = stablehlo.subtract %358, %357 : tensor<8x1024x4096xbf16>
    %cst_83 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %360 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %361 = stablehlo.add %360, %357 : tensor<8x1024x4096xbf16>
    %cst_84 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %362 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %363 = stablehlo.multiply %362, %361 : tensor<8x1024x4096xbf16>
    %364 = stablehlo.multiply %346, %363 : tensor<8x1024x4096xbf16>
    %365 = stablehlo.dot_general %282#7, %364, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x4096xbf16>) -> tensor<1024x4096xbf16>
    %366 = stablehlo.transpose %365, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %367 = stablehlo.dot_general %282#7, %282#0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1024x4096xbf16>
    %368 = stablehlo.multiply %346, %367 : tensor<8x1024x4096xbf16>
    %369 = stablehlo.multiply %367, %363 : tensor<8x1024x4096xbf16>
    %cst_85 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %370 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %371 = stablehlo.multiply %370, %368 : tensor<8x1024x4096xbf16>
    %372 = stablehlo.multiply %371, %359 : tensor<8x1024x4096xbf16>
    %373 = stablehlo.multiply %372, %357 : tensor<8x1024x4096xbf16>
    %374 = stablehlo.add %372, %373 : tensor<8x1024x4096xbf16>
    %cst_86 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %375 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %376 = stablehlo.multiply %375, %374 : tensor<8x1024x4096xbf16>
    %377 = stablehlo.add %369, %376 : tensor<8x1024x4096xbf16>
    %cst_87 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %378 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %379 = stablehlo.multiply %378, %376 : tensor<8x1024x4096xbf16>
    %380 = stablehlo.multiply %379, %351 : tensor<8x1024x4096xbf16>
    %381 = stablehlo.add %377, %380 : tensor<8x1024x4096xbf16>
    %382 = stablehlo.dot_general %381, %345, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<8x1024x1024xbf16>) -> tensor<4096x1024xbf16>
    %383 = stablehlo.transpose %382, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %384 = stablehlo.dot_general %381, %282#4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x1024xbf16>
    %385 = stablehlo.convert %384 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %386 = stablehlo.multiply %331, %385 : tensor<8x1024x1024xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %387 = stablehlo.reduce(%386 init: %cst_88) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %388 = stablehlo.reshape %387 : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %389 = stablehlo.broadcast_in_dim %339, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %390 = stablehlo.multiply %385, %389 : tensor<8x1024x1024xf32>
    %391 = stablehlo.multiply %388, %342 : tensor<8x1024x1xf32>
    %cst_89 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %392 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %393 = stablehlo.divide %391, %392 : tensor<8x1024x1xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %394 = stablehlo.reduce(%393 init: %cst_90) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %395 = stablehlo.broadcast_in_dim %394, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1024xf32>
    %396 = stablehlo.multiply %331, %395 : tensor<8x1024x1024xf32>
    %397 = stablehlo.add %390, %396 : tensor<8x1024x1024xf32>
    %398 = stablehlo.multiply %395, %331 : tensor<8x1024x1024xf32>
    %399 = stablehlo.add %397, %398 : tensor<8x1024x1024xf32>
    %400 = stablehlo.convert %399 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %401 = stablehlo.add %282#7, %400 : tensor<8x1024x1024xbf16>
    %402 = stablehlo.dot_general %401, %328, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %403 = stablehlo.transpose %402, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %404 = stablehlo.dot_general %401, %282#2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %405 = stablehlo.reshape %404 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %406 = stablehlo.transpose %405, dims = [0, 2, 3, 1] : (tensor<8x1024x16x64xbf16>) -> tensor<8x16x64x1024xbf16>
    %407 = stablehlo.dot_general %406, %303, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %408 = stablehlo.dot_general %406, %325, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64x1024xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %409 = stablehlo.transpose %408, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %410 = stablehlo.convert %407 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %411 = stablehlo.broadcast_in_dim %324, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %412 = stablehlo.multiply %410, %411 : tensor<8x16x1024x1024xf32>
    %413 = stablehlo.multiply %412, %317 : tensor<8x16x1024x1024xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %414 = stablehlo.reduce(%413 init: %cst_91) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %415 = stablehlo.reshape %414 : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %416 = stablehlo.negate %415 : tensor<8x16x1024x1xf32>
    %417 = stablehlo.broadcast_in_dim %319, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %418 = stablehlo.divide %410, %417 : tensor<8x16x1024x1024xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %419 = stablehlo.reduce(%416 init: %cst_92) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %420 = stablehlo.broadcast_in_dim %419, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1024xf32>
    %421 = stablehlo.add %418, %420 : tensor<8x16x1024x1024xf32>
    %422 = stablehlo.multiply %421, %317 : tensor<8x16x1024x1024xf32>
    %423 = call @_where_2(%310#1, %422) : (tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xf32>
    %cst_93 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %424 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %425 = stablehlo.divide %423, %424 : tensor<8x16x1024x1024xf32>
    %426 = stablehlo.convert %425 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %427 = stablehlo.dot_general %426, %299, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1024x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %428 = stablehlo.transpose %427, dims = [0, 2, 1, 3] : (tensor<8x16x1024x64xbf16>) -> tensor<8x1024x16x64xbf16>
    %429 = stablehlo.dot_general %426, %301, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1024x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %430 = stablehlo.transpose %429, dims = [0, 2, 1, 3] : (tensor<8x16x1024x64xbf16>) -> tensor<8x1024x16x64xbf16>
    %431 = stablehlo.reshape %409 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %432 = stablehlo.dot_general %431, %297, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %433 = stablehlo.transpose %432, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %434 = stablehlo.dot_general %431, %282#5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %435 = stablehlo.reshape %428 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %436 = stablehlo.dot_general %435, %297, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %437 = stablehlo.transpose %436, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %438 = stablehlo.dot_general %435, %282#1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %439 = stablehlo.add %434, %438 : tensor<8x1024x1024xbf16>
    %440 = stablehlo.reshape %430 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %441 = stablehlo.dot_general %440, %297, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %442 = stablehlo.transpose %441, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %443 = stablehlo.dot_general %440, %282#3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %444 = stablehlo.add %439, %443 : tensor<8x1024x1024xbf16>
    %445 = stablehlo.convert %444 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %446 = stablehlo.multiply %283, %445 : tensor<8x1024x1024xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %447 = stablehlo.reduce(%446 init: %cst_94) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %448 = stablehlo.reshape %447 : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %449 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %450 = stablehlo.multiply %445, %449 : tensor<8x1024x1024xf32>
    %451 = stablehlo.multiply %448, %294 : tensor<8x1024x1xf32>
    %cst_95 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %452 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %453 = stablehlo.divide %451, %452 : tensor<8x1024x1xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %454 = stablehlo.reduce(%453 init: %cst_96) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %455 = stablehlo.broadcast_in_dim %454, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1024xf32>
    %456 = stablehlo.multiply %283, %455 : tensor<8x1024x1024xf32>
    %457 = stablehlo.add %450, %456 : tensor<8x1024x1024xf32>
    %458 = stablehlo.multiply %455, %283 : tensor<8x1024x1024xf32>
    %459 = stablehlo.add %457, %458 : tensor<8x1024x1024xf32>
    %460 = stablehlo.convert %459 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %461 = stablehlo.add %401, %460 : tensor<8x1024x1024xbf16>
    %462:8 = stablehlo.optimization_barrier %arg7, %arg8, %arg9, %arg10, %arg11, %arg12, %76, %461 : tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>, tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>
    %463 = stablehlo.convert %462#6 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %464 = stablehlo.multiply %463, %463 : tensor<8x1024x1024xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %465 = stablehlo.reduce(%464 init: %cst_97) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %466 = stablehlo.broadcast_in_dim %465, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_98 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %467 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %468 = stablehlo.divide %466, %467 : tensor<8x1024x1xf32>
    %cst_99 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %469 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %470 = stablehlo.add %468, %469 : tensor<8x1024x1xf32>
    %471 = stablehlo.rsqrt %470 : tensor<8x1024x1xf32>
    %472 = stablehlo.divide %471, %470 : tensor<8x1024x1xf32>
    %cst_100 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %473 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %474 = stablehlo.multiply %473, %472 : tensor<8x1024x1xf32>
    %475 = stablehlo.broadcast_in_dim %471, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %476 = stablehlo.multiply %463, %475 : tensor<8x1024x1024xf32>
    %477 = stablehlo.convert %476 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %478 = stablehlo.dot_general %477, %462#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %479 = stablehlo.reshape %478 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %480 = stablehlo.dot_general %477, %462#1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %481 = stablehlo.reshape %480 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %482 = stablehlo.dot_general %477, %462#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %483 = stablehlo.reshape %482 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %484 = stablehlo.dot_general %479, %481, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %485 = stablehlo.convert %484 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %cst_101 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %486 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %487 = stablehlo.divide %485, %486 : tensor<8x16x1024x1024xf32>
    %c_102 = stablehlo.constant dense<true> : tensor<i1>
    %488 = stablehlo.broadcast_in_dim %c_102, dims = [] : (tensor<i1>) -> tensor<1024x1024xi1>
    %489 = call @tril_0(%488) : (tensor<1024x1024xi1>) -> tensor<1024x1024xi1>
    %cst_103 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %490:2 = call @_where_1(%489, %487, %cst_103) : (tensor<1024x1024xi1>, tensor<8x16x1024x1024xf32>, tensor<f32>) -> (tensor<8x16x1024x1024xf32>, tensor<8x16x1024x1024xi1>)
    %cst_104 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %491 = stablehlo.reduce(%490#0 init: %cst_104) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %cst_105 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %492 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<8x16x1024xf32>
    %493 = stablehlo.maximum %492, %491 : tensor<8x16x1024xf32>
    %494 = stablehlo.broadcast_in_dim %493, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %495 = stablehlo.broadcast_in_dim %494, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %496 = stablehlo.subtract %490#0, %495 : tensor<8x16x1024x1024xf32>
    %497 = stablehlo.exponential %496 : tensor<8x16x1024x1024xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %498 = stablehlo.reduce(%497 init: %cst_106) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %499 = stablehlo.broadcast_in_dim %498, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %500 = stablehlo.broadcast_in_dim %499, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %501 = stablehlo.divide %497, %500 : tensor<8x16x1024x1024xf32>
    %502 = stablehlo.multiply %499, %499 : tensor<8x16x1024x1xf32>
    %cst_107 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %503 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1xf32>
    %504 = stablehlo.divide %503, %502 : tensor<8x16x1024x1xf32>
    %505 = stablehlo.convert %501 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %506 = stablehlo.dot_general %483, %505, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %507 = stablehlo.transpose %506, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %508 = stablehlo.reshape %507 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %509 = stablehlo.dot_general %508, %462#2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %510 = stablehlo.add %462#6, %509 : tensor<8x1024x1024xbf16>
    %511 = stablehlo.convert %510 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %512 = stablehlo.multiply %511, %511 : tensor<8x1024x1024xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %513 = stablehlo.reduce(%512 init: %cst_108) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %514 = stablehlo.broadcast_in_dim %513, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_109 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %515 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %516 = stablehlo.divide %514, %515 : tensor<8x1024x1xf32>
    %cst_110 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %517 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %518 = stablehlo.add %516, %517 : tensor<8x1024x1xf32>
    %519 = stablehlo.rsqrt %518 : tensor<8x1024x1xf32>
    %520 = stablehlo.divide %519, %518 : tensor<8x1024x1xf32>
    %cst_111 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %521 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %522 = stablehlo.multiply %521, %520 : tensor<8x1024x1xf32>
    %523 = stablehlo.broadcast_in_dim %519, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %524 = stablehlo.multiply %511, %523 : tensor<8x1024x1024xf32>
    %525 = stablehlo.convert %524 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %526 = stablehlo.dot_general %525, %462#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x4096xbf16>
    %527 = stablehlo.multiply %526, %526 : tensor<8x1024x4096xbf16>
    %528 = stablehlo.multiply %527, %526 : tensor<8x1024x4096xbf16>
    %529 = stablehlo.multiply %526, %526 : tensor<8x1024x4096xbf16>
    %cst_112 = stablehlo.constant dense<3.000000e+00> : tensor<bf16>
    %530 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %531 = stablehlo.multiply %530, %529 : tensor<8x1024x4096xbf16>
    %cst_113 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %532 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %533 = stablehlo.multiply %532, %528 : tensor<8x1024x4096xbf16>
    %534 = stablehlo.add %526, %533 : tensor<8x1024x4096xbf16>
    %cst_114 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %535 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %536 = stablehlo.multiply %535, %534 : tensor<8x1024x4096xbf16>
    %537 = stablehlo.tanh %536 : tensor<8x1024x4096xbf16>
    %cst_115 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %538 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %539 = stablehlo.subtract %538, %537 : tensor<8x1024x4096xbf16>
    %cst_116 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %540 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %541 = stablehlo.add %540, %537 : tensor<8x1024x4096xbf16>
    %cst_117 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %542 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %543 = stablehlo.multiply %542, %541 : tensor<8x1024x4096xbf16>
    %544 = stablehlo.multiply %526, %543 : tensor<8x1024x4096xbf16>
    %545 = stablehlo.dot_general %462#7, %544, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x4096xbf16>) -> tensor<1024x4096xbf16>
    %546 = stablehlo.transpose %545, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %547 = stablehlo.dot_general %462#7, %462#0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1024x4096xbf16>
    %548 = stablehlo.multiply %526, %547 : tensor<8x1024x4096xbf16>
    %549 = stablehlo.multiply %547, %543 : tensor<8x1024x4096xbf16>
    %cst_118 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %550 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %551 = stablehlo.multiply %550, %548 : tensor<8x1024x4096xbf16>
    %552 = stablehlo.multiply %551, %539 : tensor<8x1024x4096xbf16>
    %553 = stablehlo.multiply %552, %537 : tensor<8x1024x4096xbf16>
    %554 = stablehlo.add %552, %553 : tensor<8x1024x4096xbf16>
    %cst_119 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %555 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %556 = stablehlo.multiply %555, %554 : tensor<8x1024x4096xbf16>
    %557 = stablehlo.add %549, %556 : tensor<8x1024x4096xbf16>
    %cst_120 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %558 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %559 = stablehlo.multiply %558, %556 : tensor<8x1024x4096xbf16>
    %560 = stablehlo.multiply %559, %531 : tensor<8x1024x4096xbf16>
    %561 = stablehlo.add %557, %560 : tensor<8x1024x4096xbf16>
    %562 = stablehlo.dot_general %561, %525, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<8x1024x1024xbf16>) -> tensor<4096x1024xbf16>
    %563 = stablehlo.transpose %562, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %564 = stablehlo.dot_general %561, %462#4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x1024xbf16>
    %565 = stablehlo.convert %564 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %566 = stablehlo.multiply %511, %565 : tensor<8x1024x1024xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %567 = stablehlo.reduce(%566 init: %cst_121) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %568 = stablehlo.reshape %567 : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %569 = stablehlo.broadcast_in_dim %519, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %570 = stablehlo.multiply %565, %569 : tensor<8x1024x1024xf32>
    %571 = stablehlo.multiply %568, %522 : tensor<8x1024x1xf32>
    %cst_122 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %572 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %573 = stablehlo.divide %571, %572 : tensor<8x1024x1xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %574 = stablehlo.reduce(%573 init: %cst_123) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %575 = stablehlo.broadcast_in_dim %574, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1024xf32>
    %576 = stablehlo.multiply %511, %575 : tensor<8x1024x1024xf32>
    %577 = stablehlo.add %570, %576 : tensor<8x1024x1024xf32>
    %578 = stablehlo.multiply %575, %511 : tensor<8x1024x1024xf32>
    %579 = stablehlo.add %577, %578 : tensor<8x1024x1024xf32>
    %580 = stablehlo.convert %579 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %581 = stablehlo.add %462#7, %580 : tensor<8x1024x1024xbf16>
    %582 = stablehlo.dot_general %581, %508, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %583 = stablehlo.transpose %582, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %584 = stablehlo.dot_general %581, %462#2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %585 = stablehlo.reshape %584 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %586 = stablehlo.transpose %585, dims = [0, 2, 3, 1] : (tensor<8x1024x16x64xbf16>) -> tensor<8x16x64x1024xbf16>
    %587 = stablehlo.dot_general %586, %483, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %588 = stablehlo.dot_general %586, %505, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64x1024xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %589 = stablehlo.transpose %588, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %590 = stablehlo.convert %587 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %591 = stablehlo.broadcast_in_dim %504, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %592 = stablehlo.multiply %590, %591 : tensor<8x16x1024x1024xf32>
    %593 = stablehlo.multiply %592, %497 : tensor<8x16x1024x1024xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %594 = stablehlo.reduce(%593 init: %cst_124) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %595 = stablehlo.reshape %594 : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %596 = stablehlo.negate %595 : tensor<8x16x1024x1xf32>
    %597 = stablehlo.broadcast_in_dim %499, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %598 = stablehlo.divide %590, %597 : tensor<8x16x1024x1024xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %599 = stablehlo.reduce(%596 init: %cst_125) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %600 = stablehlo.broadcast_in_dim %599, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1024xf32>
    %601 = stablehlo.add %598, %600 : tensor<8x16x1024x1024xf32>
    %602 = stablehlo.multiply %601, %497 : tensor<8x16x1024x1024xf32>
    %603 = call @_where_2(%490#1, %602) : (tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xf32>
    %cst_126 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %604 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %605 = stablehlo.divide %603, %604 : tensor<8x16x1024x1024xf32>
    %606 = stablehlo.convert %605 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %607 = stablehlo.dot_general %606, %479, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1024x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %608 = stablehlo.transpose %607, dims = [0, 2, 1, 3] : (tensor<8x16x1024x64xbf16>) -> tensor<8x1024x16x64xbf16>
    %609 = stablehlo.dot_general %606, %481, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1024x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %610 = stablehlo.transpose %609, dims = [0, 2, 1, 3] : (tensor<8x16x1024x64xbf16>) -> tensor<8x1024x16x64xbf16>
    %611 = stablehlo.reshape %589 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %612 = stablehlo.dot_general %611, %477, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %613 = stablehlo.transpose %612, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %614 = stablehlo.dot_general %611, %462#5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %615 = stablehlo.reshape %608 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %616 = stablehlo.dot_general %615, %477, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %617 = stablehlo.transpose %616, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %618 = stablehlo.dot_general %615, %462#1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %619 = stablehlo.add %614, %618 : tensor<8x1024x1024xbf16>
    %620 = stablehlo.reshape %610 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %621 = stablehlo.dot_general %620, %477, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %622 = stablehlo.transpose %621, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %623 = stablehlo.dot_general %620, %462#3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %624 = stablehlo.add %619, %623 : tensor<8x1024x1024xbf16>
    %625 = stablehlo.convert %624 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %626 = stablehlo.multiply %463, %625 : tensor<8x1024x1024xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %627 = stablehlo.reduce(%626 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %628 = stablehlo.reshape %627 : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %629 = stablehlo.broadcast_in_dim %471, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %630 = stablehlo.multiply %625, %629 : tensor<8x1024x1024xf32>
    %631 = stablehlo.multiply %628, %474 : tensor<8x1024x1xf32>
    %cst_128 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %632 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %633 = stablehlo.divide %631, %632 : tensor<8x1024x1xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %634 = stablehlo.reduce(%633 init: %cst_129) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %635 = stablehlo.broadcast_in_dim %634, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1024xf32>
    %636 = stablehlo.multiply %463, %635 : tensor<8x1024x1024xf32>
    %637 = stablehlo.add %630, %636 : tensor<8x1024x1024xf32>
    %638 = stablehlo.multiply %635, %463 : tensor<8x1024x1024xf32>
    %639 = stablehlo.add %637, %638 : tensor<8x1024x1024xf32>
    %640 = stablehlo.convert %639 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %641 = stablehlo.add %581, %640 : tensor<8x1024x1024xbf16>
    %642:8 = stablehlo.optimization_barrier %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %6, %641 : tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>, tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>
    %643 = stablehlo.convert %642#6 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %644 = stablehlo.multiply %643, %643 : tensor<8x1024x1024xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %645 = stablehlo.reduce(%644 init: %cst_130) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %646 = stablehlo.broadcast_in_dim %645, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_131 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %647 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %648 = stablehlo.divide %646, %647 : tensor<8x1024x1xf32>
    %cst_132 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %649 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %650 = stablehlo.add %648, %649 : tensor<8x1024x1xf32>
    %651 = stablehlo.rsqrt %650 : tensor<8x1024x1xf32>
    %652 = stablehlo.divide %651, %650 : tensor<8x1024x1xf32>
    %cst_133 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %653 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %654 = stablehlo.multiply %653, %652 : tensor<8x1024x1xf32>
    %655 = stablehlo.broadcast_in_dim %651, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %656 = stablehlo.multiply %643, %655 : tensor<8x1024x1024xf32>
    %657 = stablehlo.convert %656 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %658 = stablehlo.dot_general %657, %642#3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %659 = stablehlo.reshape %658 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %660 = stablehlo.dot_general %657, %642#1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %661 = stablehlo.reshape %660 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %662 = stablehlo.dot_general %657, %642#5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %663 = stablehlo.reshape %662 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %664 = stablehlo.dot_general %659, %661, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %665 = stablehlo.convert %664 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %cst_134 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %666 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %667 = stablehlo.divide %665, %666 : tensor<8x16x1024x1024xf32>
    %c_135 = stablehlo.constant dense<true> : tensor<i1>
    %668 = stablehlo.broadcast_in_dim %c_135, dims = [] : (tensor<i1>) -> tensor<1024x1024xi1>
    %669 = call @tril_0(%668) : (tensor<1024x1024xi1>) -> tensor<1024x1024xi1>
    %cst_136 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %670:2 = call @_where_1(%669, %667, %cst_136) : (tensor<1024x1024xi1>, tensor<8x16x1024x1024xf32>, tensor<f32>) -> (tensor<8x16x1024x1024xf32>, tensor<8x16x1024x1024xi1>)
    %cst_137 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %671 = stablehlo.reduce(%670#0 init: %cst_137) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %cst_138 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %672 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<8x16x1024xf32>
    %673 = stablehlo.maximum %672, %671 : tensor<8x16x1024xf32>
    %674 = stablehlo.broadcast_in_dim %673, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %675 = stablehlo.broadcast_in_dim %674, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %676 = stablehlo.subtract %670#0, %675 : tensor<8x16x1024x1024xf32>
    %677 = stablehlo.exponential %676 : tensor<8x16x1024x1024xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %678 = stablehlo.reduce(%677 init: %cst_139) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %679 = stablehlo.broadcast_in_dim %678, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %680 = stablehlo.broadcast_in_dim %679, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %681 = stablehlo.divide %677, %680 : tensor<8x16x1024x1024xf32>
    %682 = stablehlo.multiply %679, %679 : tensor<8x16x1024x1xf32>
    %cst_140 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %683 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1xf32>
    %684 = stablehlo.divide %683, %682 : tensor<8x16x1024x1xf32>
    %685 = stablehlo.convert %681 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %686 = stablehlo.dot_general %663, %685, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %687 = stablehlo.transpose %686, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %688 = stablehlo.reshape %687 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %689 = stablehlo.dot_general %688, %642#2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %690 = stablehlo.add %642#6, %689 : tensor<8x1024x1024xbf16>
    %691 = stablehlo.convert %690 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %692 = stablehlo.multiply %691, %691 : tensor<8x1024x1024xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %693 = stablehlo.reduce(%692 init: %cst_141) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %694 = stablehlo.broadcast_in_dim %693, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_142 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %695 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %696 = stablehlo.divide %694, %695 : tensor<8x1024x1xf32>
    %cst_143 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %697 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %698 = stablehlo.add %696, %697 : tensor<8x1024x1xf32>
    %699 = stablehlo.rsqrt %698 : tensor<8x1024x1xf32>
    %700 = stablehlo.divide %699, %698 : tensor<8x1024x1xf32>
    %cst_144 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %701 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %702 = stablehlo.multiply %701, %700 : tensor<8x1024x1xf32>
    %703 = stablehlo.broadcast_in_dim %699, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %704 = stablehlo.multiply %691, %703 : tensor<8x1024x1024xf32>
    %705 = stablehlo.convert %704 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %706 = stablehlo.dot_general %705, %642#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x4096xbf16>
    %707 = stablehlo.multiply %706, %706 : tensor<8x1024x4096xbf16>
    %708 = stablehlo.multiply %707, %706 : tensor<8x1024x4096xbf16>
    %709 = stablehlo.multiply %706, %706 : tensor<8x1024x4096xbf16>
    %cst_145 = stablehlo.constant dense<3.000000e+00> : tensor<bf16>
    %710 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %711 = stablehlo.multiply %710, %709 : tensor<8x1024x4096xbf16>
    %cst_146 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %712 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %713 = stablehlo.multiply %712, %708 : tensor<8x1024x4096xbf16>
    %714 = stablehlo.add %706, %713 : tensor<8x1024x4096xbf16>
    %cst_147 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %715 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %716 = stablehlo.multiply %715, %714 : tensor<8x1024x4096xbf16>
    %717 = stablehlo.tanh %716 : tensor<8x1024x4096xbf16>
    %cst_148 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %718 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %719 = stablehlo.subtract %718, %717 : tensor<8x1024x4096xbf16>
    %cst_149 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %720 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %721 = stablehlo.add %720, %717 : tensor<8x1024x4096xbf16>
    %cst_150 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %722 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %723 = stablehlo.multiply %722, %721 : tensor<8x1024x4096xbf16>
    %724 = stablehlo.multiply %706, %723 : tensor<8x1024x4096xbf16>
    %725 = stablehlo.dot_general %642#7, %724, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x4096xbf16>) -> tensor<1024x4096xbf16>
    %726 = stablehlo.transpose %725, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %727 = stablehlo.dot_general %642#7, %642#0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1024x4096xbf16>
    %728 = stablehlo.multiply %706, %727 : tensor<8x1024x4096xbf16>
    %729 = stablehlo.multiply %727, %723 : tensor<8x1024x4096xbf16>
    %cst_151 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %730 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %731 = stablehlo.multiply %730, %728 : tensor<8x1024x4096xbf16>
    %732 = stablehlo.multiply %731, %719 : tensor<8x1024x4096xbf16>
    %733 = stablehlo.multiply %732, %717 : tensor<8x1024x4096xbf16>
    %734 = stablehlo.add %732, %733 : tensor<8x1024x4096xbf16>
    %cst_152 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %735 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %736 = stablehlo.multiply %735, %734 : tensor<8x1024x4096xbf16>
    %737 = stablehlo.add %729, %736 : tensor<8x1024x4096xbf16>
    %cst_153 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %738 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %739 = stablehlo.multiply %738, %736 : tensor<8x1024x4096xbf16>
    %740 = stablehlo.multiply %739, %711 : tensor<8x1024x4096xbf16>
    %741 = stablehlo.add %737, %740 : tensor<8x1024x4096xbf16>
    %742 = stablehlo.dot_general %741, %705, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<8x1024x1024xbf16>) -> tensor<4096x1024xbf16>
    %743 = stablehlo.transpose %742, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %744 = stablehlo.dot_general %741, %642#4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x1024xbf16>
    %745 = stablehlo.convert %744 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %746 = stablehlo.multiply %691, %745 : tensor<8x1024x1024xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %747 = stablehlo.reduce(%746 init: %cst_154) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %748 = stablehlo.reshape %747 : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %749 = stablehlo.broadcast_in_dim %699, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %750 = stablehlo.multiply %745, %749 : tensor<8x1024x1024xf32>
    %751 = stablehlo.multiply %748, %702 : tensor<8x1024x1xf32>
    %cst_155 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %752 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %753 = stablehlo.divide %751, %752 : tensor<8x1024x1xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %754 = stablehlo.reduce(%753 init: %cst_156) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %755 = stablehlo.broadcast_in_dim %754, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1024xf32>
    %756 = stablehlo.multiply %691, %755 : tensor<8x1024x1024xf32>
    %757 = stablehlo.add %750, %756 : tensor<8x1024x1024xf32>
    %758 = stablehlo.multiply %755, %691 : tensor<8x1024x1024xf32>
    %759 = stablehlo.add %757, %758 : tensor<8x1024x1024xf32>
    %760 = stablehlo.convert %759 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %761 = stablehlo.add %642#7, %760 : tensor<8x1024x1024xbf16>
    %762 = stablehlo.dot_general %761, %688, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %763 = stablehlo.transpose %762, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %764 = stablehlo.dot_general %761, %642#2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %765 = stablehlo.reshape %764 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %766 = stablehlo.transpose %765, dims = [0, 2, 3, 1] : (tensor<8x1024x16x64xbf16>) -> tensor<8x16x64x1024xbf16>
    %767 = stablehlo.dot_general %766, %663, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %768 = stablehlo.dot_general %766, %685, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64x1024xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %769 = stablehlo.transpose %768, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %770 = stablehlo.convert %767 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %771 = stablehlo.broadcast_in_dim %684, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %772 = stablehlo.multiply %770, %771 : tensor<8x16x1024x1024xf32>
    %773 = stablehlo.multiply %772, %677 : tensor<8x16x1024x1024xf32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %774 = stablehlo.reduce(%773 init: %cst_157) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %775 = stablehlo.reshape %774 : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %776 = stablehlo.negate %775 : tensor<8x16x1024x1xf32>
    %777 = stablehlo.broadcast_in_dim %679, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %778 = stablehlo.divide %770, %777 : tensor<8x16x1024x1024xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %779 = stablehlo.reduce(%776 init: %cst_158) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %780 = stablehlo.broadcast_in_dim %779, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1024xf32>
    %781 = stablehlo.add %778, %780 : tensor<8x16x1024x1024xf32>
    %782 = stablehlo.multiply %781, %677 : tensor<8x16x1024x1024xf32>
    %783 = call @_where_2(%670#1, %782) : (tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xf32>
    %cst_159 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %784 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %785 = stablehlo.divide %783, %784 : tensor<8x16x1024x1024xf32>
    %786 = stablehlo.convert %785 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %787 = stablehlo.dot_general %786, %659, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1024x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %788 = stablehlo.transpose %787, dims = [0, 2, 1, 3] : (tensor<8x16x1024x64xbf16>) -> tensor<8x1024x16x64xbf16>
    %789 = stablehlo.dot_general %786, %661, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1024x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %790 = stablehlo.transpose %789, dims = [0, 2, 1, 3] : (tensor<8x16x1024x64xbf16>) -> tensor<8x1024x16x64xbf16>
    %791 = stablehlo.reshape %769 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %792 = stablehlo.dot_general %791, %657, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %793 = stablehlo.transpose %792, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %794 = stablehlo.dot_general %791, %642#5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %795 = stablehlo.reshape %788 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %796 = stablehlo.dot_general %795, %657, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %797 = stablehlo.transpose %796, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %798 = stablehlo.dot_general %795, %642#1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %799 = stablehlo.add %794, %798 : tensor<8x1024x1024xbf16>
    %800 = stablehlo.reshape %790 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %801 = stablehlo.dot_general %800, %657, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %802 = stablehlo.transpose %801, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %803 = stablehlo.dot_general %800, %642#3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %804 = stablehlo.add %799, %803 : tensor<8x1024x1024xbf16>
    %805 = stablehlo.convert %804 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %806 = stablehlo.multiply %643, %805 : tensor<8x1024x1024xf32>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %807 = stablehlo.reduce(%806 init: %cst_160) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %808 = stablehlo.reshape %807 : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %809 = stablehlo.broadcast_in_dim %651, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %810 = stablehlo.multiply %805, %809 : tensor<8x1024x1024xf32>
    %811 = stablehlo.multiply %808, %654 : tensor<8x1024x1xf32>
    %cst_161 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %812 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %813 = stablehlo.divide %811, %812 : tensor<8x1024x1xf32>
    %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %814 = stablehlo.reduce(%813 init: %cst_162) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %815 = stablehlo.broadcast_in_dim %814, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1024xf32>
    %816 = stablehlo.multiply %643, %815 : tensor<8x1024x1024xf32>
    %817 = stablehlo.add %810, %816 : tensor<8x1024x1024xf32>
    %818 = stablehlo.multiply %815, %643 : tensor<8x1024x1024xf32>
    %819 = stablehlo.add %817, %818 : tensor<8x1024x1024xf32>
    %820 = stablehlo.convert %819 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %821 = stablehlo.add %761, %820 : tensor<8x1024x1024xbf16>
    %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %822 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<bf16>) -> tensor<16384x1024xbf16>
    %823 = "stablehlo.scatter"(%822, %5, %821) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg21: tensor<bf16>, %arg22: tensor<bf16>):
      %884 = stablehlo.add %arg21, %arg22 : tensor<bf16>
      stablehlo.return %884 : tensor<bf16>
    }) : (tensor<16384x1024xbf16>, tensor<8x1024x1xi32>, tensor<8x1024x1024xbf16>) -> tensor<16384x1024xbf16>
    %cst_164 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %824 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<bf16>) -> tensor<16384x1024xbf16>
    %825 = stablehlo.multiply %824, %823 : tensor<16384x1024xbf16>
    %826 = stablehlo.subtract %arg0, %825 : tensor<16384x1024xbf16>
    %cst_165 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %827 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %828 = stablehlo.multiply %827, %726 : tensor<4096x1024xbf16>
    %829 = stablehlo.subtract %arg1, %828 : tensor<4096x1024xbf16>
    %cst_166 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %830 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %831 = stablehlo.multiply %830, %797 : tensor<1024x1024xbf16>
    %832 = stablehlo.subtract %arg2, %831 : tensor<1024x1024xbf16>
    %cst_167 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %833 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %834 = stablehlo.multiply %833, %763 : tensor<1024x1024xbf16>
    %835 = stablehlo.subtract %arg3, %834 : tensor<1024x1024xbf16>
    %cst_168 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %836 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %837 = stablehlo.multiply %836, %802 : tensor<1024x1024xbf16>
    %838 = stablehlo.subtract %arg4, %837 : tensor<1024x1024xbf16>
    %cst_169 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %839 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %840 = stablehlo.multiply %839, %743 : tensor<1024x4096xbf16>
    %841 = stablehlo.subtract %arg5, %840 : tensor<1024x4096xbf16>
    %cst_170 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %842 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %843 = stablehlo.multiply %842, %793 : tensor<1024x1024xbf16>
    %844 = stablehlo.subtract %arg6, %843 : tensor<1024x1024xbf16>
    %cst_171 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %845 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %846 = stablehlo.multiply %845, %546 : tensor<4096x1024xbf16>
    %847 = stablehlo.subtract %arg7, %846 : tensor<4096x1024xbf16>
    %cst_172 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %848 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %849 = stablehlo.multiply %848, %617 : tensor<1024x1024xbf16>
    %850 = stablehlo.subtract %arg8, %849 : tensor<1024x1024xbf16>
    %cst_173 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %851 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %852 = stablehlo.multiply %851, %583 : tensor<1024x1024xbf16>
    %853 = stablehlo.subtract %arg9, %852 : tensor<1024x1024xbf16>
    %cst_174 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %854 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %855 = stablehlo.multiply %854, %622 : tensor<1024x1024xbf16>
    %856 = stablehlo.subtract %arg10, %855 : tensor<1024x1024xbf16>
    %cst_175 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %857 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %858 = stablehlo.multiply %857, %563 : tensor<1024x4096xbf16>
    %859 = stablehlo.subtract %arg11, %858 : tensor<1024x4096xbf16>
    %cst_176 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %860 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %861 = stablehlo.multiply %860, %613 : tensor<1024x1024xbf16>
    %862 = stablehlo.subtract %arg12, %861 : tensor<1024x1024xbf16>
    %cst_177 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %863 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<bf16>) -> tensor<4096x1024xbf16>
    %864 = stablehlo.multiply %863, %366 : tensor<4096x1024xbf16>
    %865 = stablehlo.subtract %arg13, %864 : tensor<4096x1024xbf16>
    %cst_178 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %866 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %867 = stablehlo.multiply %866, %437 : tensor<1024x1024xbf16>
    %868 = stablehlo.subtract %arg14, %867 : tensor<1024x1024xbf16>
    %cst_179 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %869 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %870 = stablehlo.multiply %869, %403 : tensor<1024x1024xbf16>
    %871 = stablehlo.subtract %arg15, %870 : tensor<1024x1024xbf16>
    %cst_180 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %872 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %873 = stablehlo.multiply %872, %442 : tensor<1024x1024xbf16>
    %874 = stablehlo.subtract %arg16, %873 : tensor<1024x1024xbf16>
    %cst_181 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %875 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<bf16>) -> tensor<1024x4096xbf16>
    %876 = stablehlo.multiply %875, %383 : tensor<1024x4096xbf16>
    %877 = stablehlo.subtract %arg17, %876 : tensor<1024x4096xbf16>
    %cst_182 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %878 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
    %879 = stablehlo.multiply %878, %433 : tensor<1024x1024xbf16>
    %880 = stablehlo.subtract %arg18, %879 : tensor<1024x1024xbf16>
    %cst_183 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %881 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<bf16>) -> tensor<1024x16384xbf16>
    %882 = stablehlo.multiply %881, %264 : tensor<1024x16384xbf16>
    %883 = stablehlo.subtract %arg19, %882 : tensor<1024x16384xbf16>
    return %826, %829, %832, %835, %838, %841, %844, %847, %850, %853, %856, %859, %862, %865, %868, %871, %874, %877, %880, %883 : tensor<16384x1024xbf16>, tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>, tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>, tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>, tensor<1024x16384xbf16>
  }
  func.func private @tril(%arg0: tensor<1024x1024xi1>) -> tensor<1024x1024xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<1024x1024xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1024x1024xi32>
    %2 = stablehlo.add %0, %1 : tensor<1024x1024xi32>
    %3 = stablehlo.iota dim = 1 : tensor<1024x1024xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<1024x1024xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<1024x1024xi1>, tensor<1024x1024xi1>
    return %6 : tensor<1024x1024xi1>
  }
  func.func private @_where(%arg0: tensor<1024x1024xi1>, %arg1: tensor<8x16x1024x1024xf32>, %arg2: tensor<f32>) -> tensor<8x16x1024x1024xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<1024x1024xi1>) -> tensor<8x16x1024x1024xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>
    return %3 : tensor<8x16x1024x1024xf32>
  }
  func.func private @tril_0(%arg0: tensor<1024x1024xi1>) -> tensor<1024x1024xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<1024x1024xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1024x1024xi32>
    %2 = stablehlo.add %0, %1 : tensor<1024x1024xi32>
    %3 = stablehlo.iota dim = 1 : tensor<1024x1024xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<1024x1024xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<1024x1024xi1>, tensor<1024x1024xi1>
    return %6 : tensor<1024x1024xi1>
  }
  func.func private @_where_1(%arg0: tensor<1024x1024xi1>, %arg1: tensor<8x16x1024x1024xf32>, %arg2: tensor<f32>) -> (tensor<8x16x1024x1024xf32>, tensor<8x16x1024x1024xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<1024x1024xi1>) -> tensor<8x16x1024x1024xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>
    return %3, %1 : tensor<8x16x1024x1024xf32>, tensor<8x16x1024x1024xi1>
  }
  func.func private @_where_2(%arg0: tensor<8x16x1024x1024xi1>, %arg1: tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>
    return %1 : tensor<8x16x1024x1024xf32>
  }
}
