module @jit_gpt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=1]> {stablehlo.mesh = {axes = [{name = "x", size = 1 : i64}]}}
  func.func public @main(%arg0: tensor<16384x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<3x4096x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<3x1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<3x1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<3x1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<3x1024x4096xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<3x1024x1024xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<1024x16384xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<8x1024xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16384x1024xbf16> {jax.result_info = "result['in']"}, tensor<3x4096x1024xbf16> {jax.result_info = "result['layers']['d']"}, tensor<3x1024x1024xbf16> {jax.result_info = "result['layers']['k']"}, tensor<3x1024x1024xbf16> {jax.result_info = "result['layers']['o']"}, tensor<3x1024x1024xbf16> {jax.result_info = "result['layers']['q']"}, tensor<3x1024x4096xbf16> {jax.result_info = "result['layers']['u']"}, tensor<3x1024x1024xbf16> {jax.result_info = "result['layers']['v']"}, tensor<1024x16384xbf16> {jax.result_info = "result['out']"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x1024xi32>
    %1 = stablehlo.compare LT, %arg8, %0, SIGNED : (tensor<8x1024xi32>, tensor<8x1024xi32>) -> tensor<8x1024xi1>
    %c_0 = stablehlo.constant dense<16384> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x1024xi32>
    %3 = stablehlo.add %arg8, %2 : tensor<8x1024xi32>
    %4 = stablehlo.select %1, %3, %arg8 : tensor<8x1024xi1>, tensor<8x1024xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x1024xi32>) -> tensor<8x1024x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1024>}> : (tensor<16384x1024xbf16>, tensor<8x1024x1xi32>) -> tensor<8x1024x1024xbf16>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i1>) -> tensor<1024x1024xi1>
    %8 = call @tril(%7) : (tensor<1024x1024xi1>) -> tensor<1024x1024xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %9:2 = call @_where(%8, %cst) : (tensor<1024x1024xi1>, tensor<f32>) -> (tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>)
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<3x8x1024x1024xbf16>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %11:11 = stablehlo.while(%iterArg = %arg1, %iterArg_36 = %arg2, %iterArg_37 = %arg3, %iterArg_38 = %arg4, %iterArg_39 = %arg5, %iterArg_40 = %arg6, %iterArg_41 = %9#0, %iterArg_42 = %9#1, %iterArg_43 = %c_3, %iterArg_44 = %6, %iterArg_45 = %10) : tensor<3x4096x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x4096xbf16>, tensor<3x1024x1024xbf16>, tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>, tensor<i32>, tensor<8x1024x1024xbf16>, tensor<3x8x1024x1024xbf16>
    cond {
      %c_46 = stablehlo.constant dense<3> : tensor<i32>
      %110 = stablehlo.compare LT, %iterArg_43, %c_46, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %110 : tensor<i1>
    } do {
      %110 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_43) : (tensor<3x4096x1024xbf16>, tensor<i32>) -> tensor<4096x1024xbf16>
      %111 = func.call @dynamic_index_in_dim_0(%iterArg_36, %iterArg_43) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %112 = func.call @dynamic_index_in_dim_0(%iterArg_37, %iterArg_43) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %113 = func.call @dynamic_index_in_dim_0(%iterArg_38, %iterArg_43) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %114 = func.call @dynamic_index_in_dim_1(%iterArg_39, %iterArg_43) : (tensor<3x1024x4096xbf16>, tensor<i32>) -> tensor<1024x4096xbf16>
      %115 = func.call @dynamic_index_in_dim_0(%iterArg_40, %iterArg_43) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %116:2 = func.call @closed_call(%iterArg_41, %iterArg_42, %iterArg_44, %110, %111, %112, %113, %114, %115) : (tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>, tensor<8x1024x1024xbf16>, tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>) -> (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>)
      %117 = func.call @dynamic_update_index_in_dim(%iterArg_45, %116#1, %iterArg_43) : (tensor<3x8x1024x1024xbf16>, tensor<8x1024x1024xbf16>, tensor<i32>) -> tensor<3x8x1024x1024xbf16>
      %c_46 = stablehlo.constant dense<1> : tensor<i32>
      %118 = stablehlo.add %iterArg_43, %c_46 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %118, %116#0, %117 : tensor<3x4096x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x4096xbf16>, tensor<3x1024x1024xbf16>, tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>, tensor<i32>, tensor<8x1024x1024xbf16>, tensor<3x8x1024x1024xbf16>
    }
    %12 = stablehlo.convert %11#9 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %13 = stablehlo.multiply %12, %12 : tensor<8x1024x1024xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_5 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %17 = stablehlo.divide %15, %16 : tensor<8x1024x1xf32>
    %cst_6 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %19 = stablehlo.add %17, %18 : tensor<8x1024x1xf32>
    %20 = stablehlo.rsqrt %19 : tensor<8x1024x1xf32>
    %21 = stablehlo.divide %20, %19 : tensor<8x1024x1xf32>
    %cst_7 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %23 = stablehlo.multiply %22, %21 : tensor<8x1024x1xf32>
    %24 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %25 = stablehlo.multiply %12, %24 : tensor<8x1024x1024xf32>
    %26 = stablehlo.convert %25 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %27 = stablehlo.dot_general %26, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x16384xbf16>) -> tensor<8x1024x16384xbf16>
    %28 = stablehlo.convert %27 : (tensor<8x1024x16384xbf16>) -> tensor<8x1024x16384xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_8) applies stablehlo.maximum across dimensions = [2] : (tensor<8x1024x16384xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x1024xf32>
    %31 = stablehlo.maximum %30, %29 : tensor<8x1024xf32>
    %32 = stablehlo.is_finite %31 : (tensor<8x1024xf32>) -> tensor<8x1024xi1>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x1024xf32>
    %34 = stablehlo.select %32, %31, %33 : tensor<8x1024xi1>, tensor<8x1024xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x16384xf32>
    %37 = stablehlo.subtract %28, %36 : tensor<8x1024x16384xf32>
    %38 = stablehlo.exponential %37 : tensor<8x1024x16384xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x16384xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %40 = stablehlo.abs %39 : tensor<8x1024xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x1024xf32>
    %42 = stablehlo.compare GE, %39, %41, FLOAT : (tensor<8x1024xf32>, tensor<8x1024xf32>) -> tensor<8x1024xi1>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_14 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %43 = stablehlo.divide %cst_13, %cst_14 : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<8x1024xf32>
    %45 = stablehlo.negate %44 : tensor<8x1024xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.pad %46, %cst_15, low = [0, 0, 0], high = [0, 0, 16383], interior = [0, 0, 0] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024x16384xf32>
    %48 = stablehlo.divide %44, %40 : tensor<8x1024xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x1024xf32>
    %50 = stablehlo.select %42, %49, %48 : tensor<8x1024xi1>, tensor<8x1024xf32>
    %51 = stablehlo.select %42, %48, %49 : tensor<8x1024xi1>, tensor<8x1024xf32>
    %52 = stablehlo.negate %50 : tensor<8x1024xf32>
    %53 = stablehlo.add %51, %52 : tensor<8x1024xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x16384xf32>
    %55 = stablehlo.multiply %54, %38 : tensor<8x1024x16384xf32>
    %56 = stablehlo.add %47, %55 : tensor<8x1024x16384xf32>
    %57 = stablehlo.convert %56 : (tensor<8x1024x16384xf32>) -> tensor<8x1024x16384xbf16>
    %58 = stablehlo.dot_general %57, %26, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16384xbf16>, tensor<8x1024x1024xbf16>) -> tensor<16384x1024xbf16>
    %59 = stablehlo.transpose %58, dims = [1, 0] : (tensor<16384x1024xbf16>) -> tensor<1024x16384xbf16>
    %60 = stablehlo.dot_general %57, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16384xbf16>, tensor<1024x16384xbf16>) -> tensor<8x1024x1024xbf16>
    %61 = stablehlo.convert %60 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %62 = stablehlo.multiply %12, %61 : tensor<8x1024x1024xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %64 = stablehlo.reshape %63 : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %65 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %66 = stablehlo.multiply %61, %65 : tensor<8x1024x1024xf32>
    %67 = stablehlo.multiply %64, %23 : tensor<8x1024x1xf32>
    %cst_18 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %69 = stablehlo.divide %67, %68 : tensor<8x1024x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1024xf32>
    %72 = stablehlo.multiply %12, %71 : tensor<8x1024x1024xf32>
    %73 = stablehlo.add %66, %72 : tensor<8x1024x1024xf32>
    %74 = stablehlo.multiply %71, %12 : tensor<8x1024x1024xf32>
    %75 = stablehlo.add %73, %74 : tensor<8x1024x1024xf32>
    %76 = stablehlo.convert %75 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %77 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<bf16>) -> tensor<3x4096x1024xbf16>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %78 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<bf16>) -> tensor<3x1024x1024xbf16>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %79 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<bf16>) -> tensor<3x1024x1024xbf16>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %80 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<bf16>) -> tensor<3x1024x1024xbf16>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %81 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<bf16>) -> tensor<3x1024x4096xbf16>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %82 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<bf16>) -> tensor<3x1024x1024xbf16>
    %c_26 = stablehlo.constant dense<0> : tensor<i32>
    %83:15 = stablehlo.while(%iterArg = %arg1, %iterArg_36 = %arg2, %iterArg_37 = %arg3, %iterArg_38 = %arg4, %iterArg_39 = %arg5, %iterArg_40 = %arg6, %iterArg_41 = %11#10, %iterArg_42 = %c_26, %iterArg_43 = %76, %iterArg_44 = %77, %iterArg_45 = %78, %iterArg_46 = %79, %iterArg_47 = %80, %iterArg_48 = %81, %iterArg_49 = %82) : tensor<3x4096x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x4096xbf16>, tensor<3x1024x1024xbf16>, tensor<3x8x1024x1024xbf16>, tensor<i32>, tensor<8x1024x1024xbf16>, tensor<3x4096x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x4096xbf16>, tensor<3x1024x1024xbf16>
    cond {
      %c_50 = stablehlo.constant dense<3> : tensor<i32>
      %110 = stablehlo.compare LT, %iterArg_42, %c_50, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %110 : tensor<i1>
    } do {
      %c_50 = stablehlo.constant dense<3> : tensor<i32>
      %110 = stablehlo.subtract %c_50, %iterArg_42 : tensor<i32>
      %c_51 = stablehlo.constant dense<1> : tensor<i32>
      %111 = stablehlo.subtract %110, %c_51 : tensor<i32>
      %112 = func.call @dynamic_index_in_dim(%iterArg, %111) : (tensor<3x4096x1024xbf16>, tensor<i32>) -> tensor<4096x1024xbf16>
      %113 = func.call @dynamic_index_in_dim_0(%iterArg_36, %111) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %114 = func.call @dynamic_index_in_dim_0(%iterArg_37, %111) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %115 = func.call @dynamic_index_in_dim_0(%iterArg_38, %111) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %116 = func.call @dynamic_index_in_dim_1(%iterArg_39, %111) : (tensor<3x1024x4096xbf16>, tensor<i32>) -> tensor<1024x4096xbf16>
      %117 = func.call @dynamic_index_in_dim_0(%iterArg_40, %111) : (tensor<3x1024x1024xbf16>, tensor<i32>) -> tensor<1024x1024xbf16>
      %118 = func.call @dynamic_index_in_dim_3(%iterArg_41, %111) : (tensor<3x8x1024x1024xbf16>, tensor<i32>) -> tensor<8x1024x1024xbf16>
      %119:7 = func.call @closed_call_4(%iterArg_43, %112, %113, %114, %115, %116, %117, %118) : (tensor<8x1024x1024xbf16>, tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> (tensor<8x1024x1024xbf16>, tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>)
      %120 = func.call @dynamic_update_index_in_dim_8(%iterArg_44, %119#1, %111) : (tensor<3x4096x1024xbf16>, tensor<4096x1024xbf16>, tensor<i32>) -> tensor<3x4096x1024xbf16>
      %121 = func.call @dynamic_update_index_in_dim_9(%iterArg_45, %119#2, %111) : (tensor<3x1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<i32>) -> tensor<3x1024x1024xbf16>
      %122 = func.call @dynamic_update_index_in_dim_9(%iterArg_46, %119#3, %111) : (tensor<3x1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<i32>) -> tensor<3x1024x1024xbf16>
      %123 = func.call @dynamic_update_index_in_dim_9(%iterArg_47, %119#4, %111) : (tensor<3x1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<i32>) -> tensor<3x1024x1024xbf16>
      %124 = func.call @dynamic_update_index_in_dim_10(%iterArg_48, %119#5, %111) : (tensor<3x1024x4096xbf16>, tensor<1024x4096xbf16>, tensor<i32>) -> tensor<3x1024x4096xbf16>
      %125 = func.call @dynamic_update_index_in_dim_9(%iterArg_49, %119#6, %111) : (tensor<3x1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<i32>) -> tensor<3x1024x1024xbf16>
      %c_52 = stablehlo.constant dense<1> : tensor<i32>
      %126 = stablehlo.add %iterArg_42, %c_52 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %126, %119#0, %120, %121, %122, %123, %124, %125 : tensor<3x4096x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x4096xbf16>, tensor<3x1024x1024xbf16>, tensor<3x8x1024x1024xbf16>, tensor<i32>, tensor<8x1024x1024xbf16>, tensor<3x4096x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x4096xbf16>, tensor<3x1024x1024xbf16>
    }
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %84 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<bf16>) -> tensor<16384x1024xbf16>
    %85 = "stablehlo.scatter"(%84, %5, %83#8) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg9: tensor<bf16>, %arg10: tensor<bf16>):
      %110 = stablehlo.add %arg9, %arg10 : tensor<bf16>
      stablehlo.return %110 : tensor<bf16>
    }) : (tensor<16384x1024xbf16>, tensor<8x1024x1xi32>, tensor<8x1024x1024xbf16>) -> tensor<16384x1024xbf16>
    %cst_28 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %86 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<bf16>) -> tensor<16384x1024xbf16>
    %87 = stablehlo.multiply %86, %85 : tensor<16384x1024xbf16>
    %88 = stablehlo.subtract %arg0, %87 : tensor<16384x1024xbf16>
    %cst_29 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %89 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<bf16>) -> tensor<3x4096x1024xbf16>
    %90 = stablehlo.multiply %89, %83#9 : tensor<3x4096x1024xbf16>
    %91 = stablehlo.subtract %arg1, %90 : tensor<3x4096x1024xbf16>
    %cst_30 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %92 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<bf16>) -> tensor<3x1024x1024xbf16>
    %93 = stablehlo.multiply %92, %83#10 : tensor<3x1024x1024xbf16>
    %94 = stablehlo.subtract %arg2, %93 : tensor<3x1024x1024xbf16>
    %cst_31 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %95 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<bf16>) -> tensor<3x1024x1024xbf16>
    %96 = stablehlo.multiply %95, %83#11 : tensor<3x1024x1024xbf16>
    %97 = stablehlo.subtract %arg3, %96 : tensor<3x1024x1024xbf16>
    %cst_32 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %98 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<bf16>) -> tensor<3x1024x1024xbf16>
    %99 = stablehlo.multiply %98, %83#12 : tensor<3x1024x1024xbf16>
    %100 = stablehlo.subtract %arg4, %99 : tensor<3x1024x1024xbf16>
    %cst_33 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %101 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<bf16>) -> tensor<3x1024x4096xbf16>
    %102 = stablehlo.multiply %101, %83#13 : tensor<3x1024x4096xbf16>
    %103 = stablehlo.subtract %arg5, %102 : tensor<3x1024x4096xbf16>
    %cst_34 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %104 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<bf16>) -> tensor<3x1024x1024xbf16>
    %105 = stablehlo.multiply %104, %83#14 : tensor<3x1024x1024xbf16>
    %106 = stablehlo.subtract %arg6, %105 : tensor<3x1024x1024xbf16>
    %cst_35 = stablehlo.constant dense<9.994500e-04> : tensor<bf16>
    %107 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<bf16>) -> tensor<1024x16384xbf16>
    %108 = stablehlo.multiply %107, %59 : tensor<1024x16384xbf16>
    %109 = stablehlo.subtract %arg7, %108 : tensor<1024x16384xbf16>
    return %88, %91, %94, %97, %100, %103, %106, %109 : tensor<16384x1024xbf16>, tensor<3x4096x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x1024xbf16>, tensor<3x1024x4096xbf16>, tensor<3x1024x1024xbf16>, tensor<1024x16384xbf16>
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
  func.func private @_where(%arg0: tensor<1024x1024xi1>, %arg1: tensor<f32>) -> (tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<1024x1024xi1>) -> tensor<8x16x1024x1024xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    return %1, %2 : tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>
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
  func.func private @closed_call(%arg0: tensor<8x16x1024x1024xi1>, %arg1: tensor<8x16x1024x1024xf32>, %arg2: tensor<8x1024x1024xbf16>, %arg3: tensor<4096x1024xbf16>, %arg4: tensor<1024x1024xbf16>, %arg5: tensor<1024x1024xbf16>, %arg6: tensor<1024x1024xbf16>, %arg7: tensor<1024x4096xbf16>, %arg8: tensor<1024x1024xbf16>) -> (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) {
    %0 = stablehlo.convert %arg2 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<8x1024x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<8x1024x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %7 = stablehlo.add %5, %6 : tensor<8x1024x1xf32>
    %8 = stablehlo.rsqrt %7 : tensor<8x1024x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %10 = stablehlo.multiply %0, %9 : tensor<8x1024x1024xf32>
    %11 = stablehlo.convert %10 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %12 = stablehlo.dot_general %11, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %13 = stablehlo.reshape %12 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %14 = stablehlo.dot_general %11, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %15 = stablehlo.reshape %14 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %16 = stablehlo.dot_general %11, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %17 = stablehlo.reshape %16 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %18 = stablehlo.dot_general %13, %15, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %19 = stablehlo.convert %18 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %cst_2 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %21 = stablehlo.divide %19, %20 : tensor<8x16x1024x1024xf32>
    %22 = call @_where_2(%21, %arg0, %arg1) : (tensor<8x16x1024x1024xf32>, tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x16x1024xf32>
    %25 = stablehlo.maximum %24, %23 : tensor<8x16x1024xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %28 = stablehlo.subtract %22, %27 : tensor<8x16x1024x1024xf32>
    %29 = stablehlo.exponential %28 : tensor<8x16x1024x1024xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %33 = stablehlo.divide %29, %32 : tensor<8x16x1024x1024xf32>
    %34 = stablehlo.convert %33 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %35 = stablehlo.dot_general %17, %34, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %36 = stablehlo.transpose %35, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %37 = stablehlo.reshape %36 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %38 = stablehlo.dot_general %37, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %39 = stablehlo.add %arg2, %38 : tensor<8x1024x1024xbf16>
    %40 = stablehlo.convert %39 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %41 = stablehlo.multiply %40, %40 : tensor<8x1024x1024xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_7 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %45 = stablehlo.divide %43, %44 : tensor<8x1024x1xf32>
    %cst_8 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %47 = stablehlo.add %45, %46 : tensor<8x1024x1xf32>
    %48 = stablehlo.rsqrt %47 : tensor<8x1024x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %50 = stablehlo.multiply %40, %49 : tensor<8x1024x1024xf32>
    %51 = stablehlo.convert %50 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %52 = stablehlo.dot_general %51, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x4096xbf16>
    %53 = stablehlo.multiply %52, %52 : tensor<8x1024x4096xbf16>
    %54 = stablehlo.multiply %53, %52 : tensor<8x1024x4096xbf16>
    %cst_9 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %55 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %56 = stablehlo.multiply %55, %54 : tensor<8x1024x4096xbf16>
    %57 = stablehlo.add %52, %56 : tensor<8x1024x4096xbf16>
    %cst_10 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %58 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %59 = stablehlo.multiply %58, %57 : tensor<8x1024x4096xbf16>
    %60 = stablehlo.tanh %59 : tensor<8x1024x4096xbf16>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %61 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %62 = stablehlo.add %61, %60 : tensor<8x1024x4096xbf16>
    %cst_12 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %63 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %64 = stablehlo.multiply %63, %62 : tensor<8x1024x4096xbf16>
    %65 = stablehlo.multiply %52, %64 : tensor<8x1024x4096xbf16>
    %66 = stablehlo.dot_general %65, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %67 = stablehlo.add %39, %66 : tensor<8x1024x1024xbf16>
    return %67, %arg2 : tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>
  }
  func.func private @_where_2(%arg0: tensor<8x16x1024x1024xf32>, %arg1: tensor<8x16x1024x1024xi1>, %arg2: tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>
    return %0 : tensor<8x16x1024x1024xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x8x1024x1024xbf16>, %arg1: tensor<8x1024x1024xbf16>, %arg2: tensor<i32>) -> tensor<3x8x1024x1024xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x1024x1024xbf16>) -> tensor<1x8x1024x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x8x1024x1024xbf16>, tensor<1x8x1024x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x1024x1024xbf16>
    return %1 : tensor<3x8x1024x1024xbf16>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<3x8x1024x1024xbf16>, %arg1: tensor<i32>) -> tensor<8x1024x1024xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 1024, 1024] : (tensor<3x8x1024x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x1024x1024xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x8x1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    return %1 : tensor<8x1024x1024xbf16>
  }
  func.func private @closed_call_4(%arg0: tensor<8x1024x1024xbf16>, %arg1: tensor<4096x1024xbf16>, %arg2: tensor<1024x1024xbf16>, %arg3: tensor<1024x1024xbf16>, %arg4: tensor<1024x1024xbf16>, %arg5: tensor<1024x4096xbf16>, %arg6: tensor<1024x1024xbf16>, %arg7: tensor<8x1024x1024xbf16>) -> (tensor<8x1024x1024xbf16>, tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>) {
    %0 = stablehlo.convert %arg7 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<8x1024x1024xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<8x1024x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %7 = stablehlo.add %5, %6 : tensor<8x1024x1xf32>
    %8 = stablehlo.rsqrt %7 : tensor<8x1024x1xf32>
    %9 = stablehlo.divide %8, %7 : tensor<8x1024x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<8x1024x1xf32>
    %12 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %13 = stablehlo.multiply %0, %12 : tensor<8x1024x1024xf32>
    %14 = stablehlo.convert %13 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %15 = stablehlo.dot_general %14, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %16 = stablehlo.reshape %15 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %17 = stablehlo.dot_general %14, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %18 = stablehlo.reshape %17 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %19 = stablehlo.dot_general %14, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %20 = stablehlo.reshape %19 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %21 = stablehlo.dot_general %16, %18, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %22 = stablehlo.convert %21 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %cst_3 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %24 = stablehlo.divide %22, %23 : tensor<8x16x1024x1024xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %25 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<1024x1024xi1>
    %26 = call @tril_5(%25) : (tensor<1024x1024xi1>) -> tensor<1024x1024xi1>
    %cst_4 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %27:2 = call @_where_6(%26, %24, %cst_4) : (tensor<1024x1024xi1>, tensor<8x16x1024x1024xf32>, tensor<f32>) -> (tensor<8x16x1024x1024xf32>, tensor<8x16x1024x1024xi1>)
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %28 = stablehlo.reduce(%27#0 init: %cst_5) applies stablehlo.maximum across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x16x1024xf32>
    %30 = stablehlo.maximum %29, %28 : tensor<8x16x1024xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %33 = stablehlo.subtract %27#0, %32 : tensor<8x16x1024x1024xf32>
    %34 = stablehlo.exponential %33 : tensor<8x16x1024x1024xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %38 = stablehlo.divide %34, %37 : tensor<8x16x1024x1024xf32>
    %39 = stablehlo.multiply %36, %36 : tensor<8x16x1024x1xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1xf32>
    %41 = stablehlo.divide %40, %39 : tensor<8x16x1024x1xf32>
    %42 = stablehlo.convert %38 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %43 = stablehlo.dot_general %20, %42, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x16x64xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %44 = stablehlo.transpose %43, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %45 = stablehlo.reshape %44 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %46 = stablehlo.dot_general %45, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %47 = stablehlo.add %arg7, %46 : tensor<8x1024x1024xbf16>
    %48 = stablehlo.convert %47 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %49 = stablehlo.multiply %48, %48 : tensor<8x1024x1024xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %cst_10 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %53 = stablehlo.divide %51, %52 : tensor<8x1024x1xf32>
    %cst_11 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %55 = stablehlo.add %53, %54 : tensor<8x1024x1xf32>
    %56 = stablehlo.rsqrt %55 : tensor<8x1024x1xf32>
    %57 = stablehlo.divide %56, %55 : tensor<8x1024x1xf32>
    %cst_12 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %59 = stablehlo.multiply %58, %57 : tensor<8x1024x1xf32>
    %60 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %61 = stablehlo.multiply %48, %60 : tensor<8x1024x1024xf32>
    %62 = stablehlo.convert %61 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %63 = stablehlo.dot_general %62, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x4096xbf16>
    %64 = stablehlo.multiply %63, %63 : tensor<8x1024x4096xbf16>
    %65 = stablehlo.multiply %64, %63 : tensor<8x1024x4096xbf16>
    %66 = stablehlo.multiply %63, %63 : tensor<8x1024x4096xbf16>
    %cst_13 = stablehlo.constant dense<3.000000e+00> : tensor<bf16>
    %67 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %68 = stablehlo.multiply %67, %66 : tensor<8x1024x4096xbf16>
    %cst_14 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %69 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %70 = stablehlo.multiply %69, %65 : tensor<8x1024x4096xbf16>
    %71 = stablehlo.add %63, %70 : tensor<8x1024x4096xbf16>
    %cst_15 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %72 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %73 = stablehlo.multiply %72, %71 : tensor<8x1024x4096xbf16>
    %74 = stablehlo.tanh %73 : tensor<8x1024x4096xbf16>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %75 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %76 = stablehlo.subtract %75, %74 : tensor<8x1024x4096xbf16>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %77 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %78 = stablehlo.add %77, %74 : tensor<8x1024x4096xbf16>
    %cst_18 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %79 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %80 = stablehlo.multiply %79, %78 : tensor<8x1024x4096xbf16>
    %81 = stablehlo.multiply %63, %80 : tensor<8x1024x4096xbf16>
    %82 = stablehlo.dot_general %arg0, %81, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x4096xbf16>) -> tensor<1024x4096xbf16>
    %83 = stablehlo.transpose %82, dims = [1, 0] : (tensor<1024x4096xbf16>) -> tensor<4096x1024xbf16>
    %84 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<4096x1024xbf16>) -> tensor<8x1024x4096xbf16>
    %85 = stablehlo.multiply %63, %84 : tensor<8x1024x4096xbf16>
    %86 = stablehlo.multiply %84, %80 : tensor<8x1024x4096xbf16>
    %cst_19 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %87 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %88 = stablehlo.multiply %87, %85 : tensor<8x1024x4096xbf16>
    %89 = stablehlo.multiply %88, %76 : tensor<8x1024x4096xbf16>
    %90 = stablehlo.multiply %89, %74 : tensor<8x1024x4096xbf16>
    %91 = stablehlo.add %89, %90 : tensor<8x1024x4096xbf16>
    %cst_20 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %92 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %93 = stablehlo.multiply %92, %91 : tensor<8x1024x4096xbf16>
    %94 = stablehlo.add %86, %93 : tensor<8x1024x4096xbf16>
    %cst_21 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %95 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<bf16>) -> tensor<8x1024x4096xbf16>
    %96 = stablehlo.multiply %95, %93 : tensor<8x1024x4096xbf16>
    %97 = stablehlo.multiply %96, %68 : tensor<8x1024x4096xbf16>
    %98 = stablehlo.add %94, %97 : tensor<8x1024x4096xbf16>
    %99 = stablehlo.dot_general %98, %62, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<8x1024x1024xbf16>) -> tensor<4096x1024xbf16>
    %100 = stablehlo.transpose %99, dims = [1, 0] : (tensor<4096x1024xbf16>) -> tensor<1024x4096xbf16>
    %101 = stablehlo.dot_general %98, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<8x1024x1024xbf16>
    %102 = stablehlo.convert %101 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %103 = stablehlo.multiply %48, %102 : tensor<8x1024x1024xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.reduce(%103 init: %cst_22) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %105 = stablehlo.reshape %104 : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %106 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %107 = stablehlo.multiply %102, %106 : tensor<8x1024x1024xf32>
    %108 = stablehlo.multiply %105, %59 : tensor<8x1024x1xf32>
    %cst_23 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %110 = stablehlo.divide %108, %109 : tensor<8x1024x1xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %111 = stablehlo.reduce(%110 init: %cst_24) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1024xf32>
    %113 = stablehlo.multiply %48, %112 : tensor<8x1024x1024xf32>
    %114 = stablehlo.add %107, %113 : tensor<8x1024x1024xf32>
    %115 = stablehlo.multiply %112, %48 : tensor<8x1024x1024xf32>
    %116 = stablehlo.add %114, %115 : tensor<8x1024x1024xf32>
    %117 = stablehlo.convert %116 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %118 = stablehlo.add %arg0, %117 : tensor<8x1024x1024xbf16>
    %119 = stablehlo.dot_general %118, %45, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %120 = stablehlo.transpose %119, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %121 = stablehlo.dot_general %118, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %122 = stablehlo.reshape %121 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %123 = stablehlo.transpose %122, dims = [0, 2, 3, 1] : (tensor<8x1024x16x64xbf16>) -> tensor<8x16x64x1024xbf16>
    %124 = stablehlo.dot_general %123, %20, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x1024xbf16>
    %125 = stablehlo.dot_general %123, %42, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64x1024xbf16>, tensor<8x16x1024x1024xbf16>) -> tensor<8x16x64x1024xbf16>
    %126 = stablehlo.transpose %125, dims = [0, 3, 1, 2] : (tensor<8x16x64x1024xbf16>) -> tensor<8x1024x16x64xbf16>
    %127 = stablehlo.convert %124 : (tensor<8x16x1024x1024xbf16>) -> tensor<8x16x1024x1024xf32>
    %128 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %129 = stablehlo.multiply %127, %128 : tensor<8x16x1024x1024xf32>
    %130 = stablehlo.multiply %129, %34 : tensor<8x16x1024x1024xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.reduce(%130 init: %cst_25) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %132 = stablehlo.reshape %131 : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1xf32>
    %133 = stablehlo.negate %132 : tensor<8x16x1024x1xf32>
    %134 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<8x16x1024x1xf32>) -> tensor<8x16x1024x1024xf32>
    %135 = stablehlo.divide %127, %134 : tensor<8x16x1024x1024xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %136 = stablehlo.reduce(%133 init: %cst_26) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1xf32>, tensor<f32>) -> tensor<8x16x1024xf32>
    %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2] : (tensor<8x16x1024xf32>) -> tensor<8x16x1024x1024xf32>
    %138 = stablehlo.add %135, %137 : tensor<8x16x1024x1024xf32>
    %139 = stablehlo.multiply %138, %34 : tensor<8x16x1024x1024xf32>
    %140 = call @_where_7(%27#1, %139) : (tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xf32>
    %cst_27 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %142 = stablehlo.divide %140, %141 : tensor<8x16x1024x1024xf32>
    %143 = stablehlo.convert %142 : (tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xbf16>
    %144 = stablehlo.dot_general %143, %16, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1024x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %145 = stablehlo.transpose %144, dims = [0, 2, 1, 3] : (tensor<8x16x1024x64xbf16>) -> tensor<8x1024x16x64xbf16>
    %146 = stablehlo.dot_general %143, %18, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x1024x1024xbf16>, tensor<8x1024x16x64xbf16>) -> tensor<8x16x1024x64xbf16>
    %147 = stablehlo.transpose %146, dims = [0, 2, 1, 3] : (tensor<8x16x1024x64xbf16>) -> tensor<8x1024x16x64xbf16>
    %148 = stablehlo.reshape %126 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %149 = stablehlo.dot_general %148, %14, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %150 = stablehlo.transpose %149, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %151 = stablehlo.dot_general %148, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %152 = stablehlo.reshape %145 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %153 = stablehlo.dot_general %152, %14, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %154 = stablehlo.transpose %153, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %155 = stablehlo.dot_general %152, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %156 = stablehlo.add %151, %155 : tensor<8x1024x1024xbf16>
    %157 = stablehlo.reshape %147 : (tensor<8x1024x16x64xbf16>) -> tensor<8x1024x1024xbf16>
    %158 = stablehlo.dot_general %157, %14, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<8x1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %159 = stablehlo.transpose %158, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %160 = stablehlo.dot_general %157, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8x1024x1024xbf16>
    %161 = stablehlo.add %156, %160 : tensor<8x1024x1024xbf16>
    %162 = stablehlo.convert %161 : (tensor<8x1024x1024xbf16>) -> tensor<8x1024x1024xf32>
    %163 = stablehlo.multiply %0, %162 : tensor<8x1024x1024xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %164 = stablehlo.reduce(%163 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1024xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %165 = stablehlo.reshape %164 : (tensor<8x1024xf32>) -> tensor<8x1024x1xf32>
    %166 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
    %167 = stablehlo.multiply %162, %166 : tensor<8x1024x1024xf32>
    %168 = stablehlo.multiply %165, %11 : tensor<8x1024x1xf32>
    %cst_29 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x1024x1xf32>
    %170 = stablehlo.divide %168, %169 : tensor<8x1024x1xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %171 = stablehlo.reduce(%170 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<8x1024x1xf32>, tensor<f32>) -> tensor<8x1024xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1] : (tensor<8x1024xf32>) -> tensor<8x1024x1024xf32>
    %173 = stablehlo.multiply %0, %172 : tensor<8x1024x1024xf32>
    %174 = stablehlo.add %167, %173 : tensor<8x1024x1024xf32>
    %175 = stablehlo.multiply %172, %0 : tensor<8x1024x1024xf32>
    %176 = stablehlo.add %174, %175 : tensor<8x1024x1024xf32>
    %177 = stablehlo.convert %176 : (tensor<8x1024x1024xf32>) -> tensor<8x1024x1024xbf16>
    %178 = stablehlo.add %118, %177 : tensor<8x1024x1024xbf16>
    return %178, %83, %154, %120, %159, %100, %150 : tensor<8x1024x1024xbf16>, tensor<4096x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x4096xbf16>, tensor<1024x1024xbf16>
  }
  func.func private @tril_5(%arg0: tensor<1024x1024xi1>) -> tensor<1024x1024xi1> {
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
  func.func private @_where_6(%arg0: tensor<1024x1024xi1>, %arg1: tensor<8x16x1024x1024xf32>, %arg2: tensor<f32>) -> (tensor<8x16x1024x1024xf32>, tensor<8x16x1024x1024xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<1024x1024xi1>) -> tensor<8x16x1024x1024xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>
    return %3, %1 : tensor<8x16x1024x1024xf32>, tensor<8x16x1024x1024xi1>
  }
  func.func private @_where_7(%arg0: tensor<8x16x1024x1024xi1>, %arg1: tensor<8x16x1024x1024xf32>) -> tensor<8x16x1024x1024xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x1024x1024xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x16x1024x1024xi1>, tensor<8x16x1024x1024xf32>
    return %1 : tensor<8x16x1024x1024xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<3x4096x1024xbf16>, %arg1: tensor<4096x1024xbf16>, %arg2: tensor<i32>) -> tensor<3x4096x1024xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<4096x1024xbf16>) -> tensor<1x4096x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x4096x1024xbf16>, tensor<1x4096x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4096x1024xbf16>
    return %1 : tensor<3x4096x1024xbf16>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<3x1024x1024xbf16>, %arg1: tensor<1024x1024xbf16>, %arg2: tensor<i32>) -> tensor<3x1024x1024xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<1024x1024xbf16>) -> tensor<1x1024x1024xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x1024x1024xbf16>, tensor<1x1024x1024xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x1024x1024xbf16>
    return %1 : tensor<3x1024x1024xbf16>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<3x1024x4096xbf16>, %arg1: tensor<1024x4096xbf16>, %arg2: tensor<i32>) -> tensor<3x1024x4096xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<1024x4096xbf16>) -> tensor<1x1024x4096xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x1024x4096xbf16>, tensor<1x1024x4096xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x1024x4096xbf16>
    return %1 : tensor<3x1024x4096xbf16>
  }
}
