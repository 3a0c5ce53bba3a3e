module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32> {tf.aliasing_output = 1 : i32}, %arg1: tensor<6x8x8xf32> {tf.aliasing_output = 2 : i32}, %arg2: tensor<8x8xf32> {tf.aliasing_output = 3 : i32}, %arg3: tensor<6x8xf32> {tf.aliasing_output = 4 : i32}, %arg4: tensor<6x8x8xf32> {tf.aliasing_output = 5 : i32}, %arg5: tensor<8x8xf32> {tf.aliasing_output = 6 : i32}, %arg6: tensor<16x8xf32>, %arg7: tensor<16x8xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<6x8xf32> {jax.result_info = "result[1]['blocks']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[1]['blocks']['w']"}, tensor<8x8xf32> {jax.result_info = "result[1]['out']"}, tensor<6x8xf32> {jax.result_info = "result[2]['blocks']['b']"}, tensor<6x8x8xf32> {jax.result_info = "result[2]['blocks']['w']"}, tensor<8x8xf32> {jax.result_info = "result[2]['out']"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x16x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x16x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:7 = stablehlo.while(%iterArg = %arg0, %iterArg_16 = %arg1, %iterArg_17 = %c, %iterArg_18 = %arg6, %iterArg_19 = %0, %iterArg_20 = %1, %iterArg_21 = %2) : tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>
    cond {
      %c_22 = stablehlo.constant dense<6> : tensor<i32>
      %38 = stablehlo.compare LT, %iterArg_17, %c_22, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %38 : tensor<i1>
    } do {
      %38 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_17) : (tensor<6x8xf32>, tensor<i32>) -> tensor<8xf32>
      %39 = func.call @dynamic_index_in_dim_0(%iterArg_16, %iterArg_17) : (tensor<6x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %40:4 = func.call @closed_call(%iterArg_18, %38, %39) : (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>)
      %41 = func.call @dynamic_update_index_in_dim(%iterArg_19, %40#1, %iterArg_17) : (tensor<6x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<6x16x8xf32>
      %42 = func.call @dynamic_update_index_in_dim(%iterArg_20, %40#2, %iterArg_17) : (tensor<6x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<6x16x8xf32>
      %43 = func.call @dynamic_update_index_in_dim(%iterArg_21, %40#3, %iterArg_17) : (tensor<6x16x8xf32>, tensor<16x8xf32>, tensor<i32>) -> tensor<6x16x8xf32>
      %c_22 = stablehlo.constant dense<1> : tensor<i32>
      %44 = stablehlo.add %iterArg_17, %c_22 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_16, %44, %40#0, %41, %42, %43 : tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>
    }
    %4 = stablehlo.dot_general %3#3, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %5 = stablehlo.subtract %4, %arg7 : tensor<16x8xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<16x8xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<16x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %10 = stablehlo.divide %9, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %11 = stablehlo.divide %cst_5, %cst_6 : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %13 = stablehlo.multiply %12, %8 : tensor<16x8xf32>
    %14 = stablehlo.dot_general %13, %3#3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %15 = stablehlo.transpose %14, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %16 = stablehlo.dot_general %13, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %19:8 = stablehlo.while(%iterArg = %arg1, %iterArg_16 = %3#4, %iterArg_17 = %3#5, %iterArg_18 = %3#6, %iterArg_19 = %c_9, %iterArg_20 = %16, %iterArg_21 = %17, %iterArg_22 = %18) : tensor<6x8x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>
    cond {
      %c_23 = stablehlo.constant dense<6> : tensor<i32>
      %38 = stablehlo.compare LT, %iterArg_19, %c_23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %38 : tensor<i1>
    } do {
      %c_23 = stablehlo.constant dense<6> : tensor<i32>
      %38 = stablehlo.subtract %c_23, %iterArg_19 : tensor<i32>
      %c_24 = stablehlo.constant dense<1> : tensor<i32>
      %39 = stablehlo.subtract %38, %c_24 : tensor<i32>
      %40 = func.call @dynamic_index_in_dim_0(%iterArg, %39) : (tensor<6x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
      %41 = func.call @dynamic_index_in_dim_1(%iterArg_16, %39) : (tensor<6x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %42 = func.call @dynamic_index_in_dim_1(%iterArg_17, %39) : (tensor<6x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %43 = func.call @dynamic_index_in_dim_1(%iterArg_18, %39) : (tensor<6x16x8xf32>, tensor<i32>) -> tensor<16x8xf32>
      %44:3 = func.call @closed_call_2(%iterArg_20, %40, %41, %42, %43) : (tensor<16x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
      %45 = func.call @dynamic_update_index_in_dim_3(%iterArg_21, %44#1, %39) : (tensor<6x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<6x8xf32>
      %46 = func.call @dynamic_update_index_in_dim_4(%iterArg_22, %44#2, %39) : (tensor<6x8x8xf32>, tensor<8x8xf32>, tensor<i32>) -> tensor<6x8x8xf32>
      %c_25 = stablehlo.constant dense<1> : tensor<i32>
      %47 = stablehlo.add %iterArg_19, %c_25 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_16, %iterArg_17, %iterArg_18, %47, %44#0, %45, %46 : tensor<6x8x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<6x16x8xf32>, tensor<i32>, tensor<16x8xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>
    }
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %21 = stablehlo.multiply %20, %arg3 : tensor<6x8xf32>
    %22 = stablehlo.add %21, %19#6 : tensor<6x8xf32>
    %cst_11 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %24 = stablehlo.multiply %23, %arg4 : tensor<6x8x8xf32>
    %25 = stablehlo.add %24, %19#7 : tensor<6x8x8xf32>
    %cst_12 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %27 = stablehlo.multiply %26, %arg5 : tensor<8x8xf32>
    %28 = stablehlo.add %27, %15 : tensor<8x8xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
    %30 = stablehlo.multiply %29, %22 : tensor<6x8xf32>
    %31 = stablehlo.subtract %arg0, %30 : tensor<6x8xf32>
    %cst_14 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<6x8x8xf32>
    %33 = stablehlo.multiply %32, %25 : tensor<6x8x8xf32>
    %34 = stablehlo.subtract %arg1, %33 : tensor<6x8x8xf32>
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %36 = stablehlo.multiply %35, %28 : tensor<8x8xf32>
    %37 = stablehlo.subtract %arg2, %36 : tensor<8x8xf32>
    return %10, %31, %34, %37, %22, %25, %28 : tensor<f32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<8x8xf32>, tensor<6x8xf32>, tensor<6x8x8xf32>, tensor<8x8xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<6x8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<6x8x8xf32>, %arg1: tensor<i32>) -> tensor<8x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 8] : (tensor<6x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<16x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<16x8xf32>
    %3 = stablehlo.add %0, %2 : tensor<16x8xf32>
    %4 = stablehlo.tanh %3 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<16x8xf32>
    %7 = stablehlo.add %4, %arg0 : tensor<16x8xf32>
    return %7, %arg0, %4, %6 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<6x16x8xf32>, %arg1: tensor<16x8xf32>, %arg2: tensor<i32>) -> tensor<6x16x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x8xf32>) -> tensor<1x16x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x16x8xf32>, tensor<1x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x16x8xf32>
    return %1 : tensor<6x16x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<6x16x8xf32>, %arg1: tensor<i32>) -> tensor<16x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 8] : (tensor<6x16x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x8xf32>) -> tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<16x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<16x8xf32>, %arg3: tensor<16x8xf32>, %arg4: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
    %0 = stablehlo.multiply %arg0, %arg4 : tensor<16x8xf32>
    %1 = stablehlo.multiply %0, %arg3 : tensor<16x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %4 = stablehlo.reshape %3 : (tensor<8xf32>) -> tensor<1x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %6 = stablehlo.dot_general %2, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %8 = stablehlo.dot_general %2, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %9 = stablehlo.add %arg0, %8 : tensor<16x8xf32>
    return %9, %5, %7 : tensor<16x8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_3(%arg0: tensor<6x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<i32>) -> tensor<6x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<6x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<6x8xf32>
    return %1 : tensor<6x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_4(%arg0: tensor<6x8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<i32>) -> tensor<6x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<6x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x8x8xf32>
    return %1 : tensor<6x8x8xf32>
  }
}
