module @jit_network attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=1]> {stablehlo.mesh = {axes = [{name = "x", size = 1 : i64}]}}
  func.func public @main(%arg0: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<4096x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<8192x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg5: tensor<8192x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<4096x4096xf32> {jax.result_info = "result[0]"}, tensor<4096x4096xf32> {jax.result_info = "result[1]"}, tensor<4096x4096xf32> {jax.result_info = "result[2]"}, tensor<4096x4096xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<4096x4096xf32>) -> tensor<8192x4096xf32>
    %1 = call @relu(%0) : (tensor<8192x4096xf32>) -> tensor<8192x4096xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %3 = stablehlo.compare GT, %0, %2, FLOAT : (tensor<8192x4096xf32>, tensor<8192x4096xf32>) -> tensor<8192x4096xi1>
    %4 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<4096x4096xf32>) -> tensor<8192x4096xf32>
    %5 = call @relu(%4) : (tensor<8192x4096xf32>) -> tensor<8192x4096xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %7 = stablehlo.compare GT, %4, %6, FLOAT : (tensor<8192x4096xf32>, tensor<8192x4096xf32>) -> tensor<8192x4096xi1>
    %8 = stablehlo.dot_general %5, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<4096x4096xf32>) -> tensor<8192x4096xf32>
    %9 = call @relu(%8) : (tensor<8192x4096xf32>) -> tensor<8192x4096xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %11 = stablehlo.compare GT, %8, %10, FLOAT : (tensor<8192x4096xf32>, tensor<8192x4096xf32>) -> tensor<8192x4096xi1>
    %12 = stablehlo.dot_general %9, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<4096x4096xf32>) -> tensor<8192x4096xf32>
    %13 = call @relu(%12) : (tensor<8192x4096xf32>) -> tensor<8192x4096xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %15 = stablehlo.compare GT, %12, %14, FLOAT : (tensor<8192x4096xf32>, tensor<8192x4096xf32>) -> tensor<8192x4096xi1>
    %16 = stablehlo.subtract %13, %arg5 : tensor<8192x4096xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %18 = stablehlo.multiply %17, %16 : tensor<8192x4096xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0x4C000000> : tensor<f32>
    %19 = stablehlo.divide %cst_4, %cst_5 : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %21 = stablehlo.multiply %20, %18 : tensor<8192x4096xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %23 = stablehlo.select %15, %21, %22 : tensor<8192x4096xi1>, tensor<8192x4096xf32>
    %24 = stablehlo.dot_general %23, %9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<8192x4096xf32>) -> tensor<4096x4096xf32>
    %25 = stablehlo.transpose %24, dims = [1, 0] : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    %26 = stablehlo.dot_general %23, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<4096x4096xf32>) -> tensor<8192x4096xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %28 = stablehlo.select %11, %26, %27 : tensor<8192x4096xi1>, tensor<8192x4096xf32>
    %29 = stablehlo.dot_general %28, %5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<8192x4096xf32>) -> tensor<4096x4096xf32>
    %30 = stablehlo.transpose %29, dims = [1, 0] : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    %31 = stablehlo.dot_general %28, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<4096x4096xf32>) -> tensor<8192x4096xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %33 = stablehlo.select %7, %31, %32 : tensor<8192x4096xi1>, tensor<8192x4096xf32>
    %34 = stablehlo.dot_general %33, %1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<8192x4096xf32>) -> tensor<4096x4096xf32>
    %35 = stablehlo.transpose %34, dims = [1, 0] : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    %36 = stablehlo.dot_general %33, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<4096x4096xf32>) -> tensor<8192x4096xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %38 = stablehlo.select %3, %36, %37 : tensor<8192x4096xi1>, tensor<8192x4096xf32>
    %39 = stablehlo.dot_general %38, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x4096xf32>, tensor<8192x4096xf32>) -> tensor<4096x4096xf32>
    %40 = stablehlo.transpose %39, dims = [1, 0] : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %42 = stablehlo.multiply %41, %40 : tensor<4096x4096xf32>
    %43 = stablehlo.subtract %arg0, %42 : tensor<4096x4096xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %45 = stablehlo.multiply %44, %35 : tensor<4096x4096xf32>
    %46 = stablehlo.subtract %arg1, %45 : tensor<4096x4096xf32>
    %cst_12 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %48 = stablehlo.multiply %47, %30 : tensor<4096x4096xf32>
    %49 = stablehlo.subtract %arg2, %48 : tensor<4096x4096xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %51 = stablehlo.multiply %50, %25 : tensor<4096x4096xf32>
    %52 = stablehlo.subtract %arg3, %51 : tensor<4096x4096xf32>
    return %43, %46, %49, %52 : tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>
  }
  func.func private @relu(%arg0: tensor<8192x4096xf32>) -> tensor<8192x4096xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8192x4096xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8192x4096xf32>
    return %1 : tensor<8192x4096xf32>
  }
}
