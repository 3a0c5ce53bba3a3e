module @jit_recurrent attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=1]> {stablehlo.mesh = {axes = [{name = "x", size = 1 : i64}]}}
  func.func public @main(%arg0: tensor<1024x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<1024x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<64x256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) -> (tensor<1024x4096xf32> {jax.result_info = "result[0]"}, tensor<1024x4096xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %14:24 = stablehlo.while(%iterArg = %arg2, %iterArg_28 = %arg0, %iterArg_29 = %arg1, %iterArg_30 = %cst_0, %iterArg_31 = %cst_1, %iterArg_32 = %cst_2, %iterArg_33 = %cst_3, %iterArg_34 = %cst_4, %iterArg_35 = %c, %iterArg_36 = %0, %iterArg_37 = %0, %iterArg_38 = %1, %iterArg_39 = %2, %iterArg_40 = %3, %iterArg_41 = %4, %iterArg_42 = %5, %iterArg_43 = %6, %iterArg_44 = %7, %iterArg_45 = %8, %iterArg_46 = %9, %iterArg_47 = %10, %iterArg_48 = %11, %iterArg_49 = %12, %iterArg_50 = %13) : tensor<64x256x1024xf32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>
    cond {
      %c_51 = stablehlo.constant dense<64> : tensor<i32>
      %31 = stablehlo.compare LT, %iterArg_35, %c_51, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %31 : tensor<i1>
    } do {
      %31 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %32:15 = func.call @closed_call(%iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_36, %iterArg_37, %31) : (tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>) -> (tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>)
      %33 = func.call @dynamic_update_index_in_dim(%iterArg_38, %32#2, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %34 = func.call @dynamic_update_index_in_dim_0(%iterArg_39, %32#3, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %35 = func.call @dynamic_update_index_in_dim(%iterArg_40, %32#4, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %36 = func.call @dynamic_update_index_in_dim_0(%iterArg_41, %32#5, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %37 = func.call @dynamic_update_index_in_dim(%iterArg_42, %32#6, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %38 = func.call @dynamic_update_index_in_dim(%iterArg_43, %32#7, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %39 = func.call @dynamic_update_index_in_dim(%iterArg_44, %32#8, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %40 = func.call @dynamic_update_index_in_dim(%iterArg_45, %32#9, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %41 = func.call @dynamic_update_index_in_dim(%iterArg_46, %32#10, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %42 = func.call @dynamic_update_index_in_dim(%iterArg_47, %32#11, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %43 = func.call @dynamic_update_index_in_dim(%iterArg_48, %32#12, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %44 = func.call @dynamic_update_index_in_dim(%iterArg_49, %32#13, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %45 = func.call @dynamic_update_index_in_dim(%iterArg_50, %32#14, %iterArg_35) : (tensor<64x256x1024xf32>, tensor<256x1024xf32>, tensor<i32>) -> tensor<64x256x1024xf32>
      %c_51 = stablehlo.constant dense<1> : tensor<i32>
      %46 = stablehlo.add %iterArg_35, %c_51 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %46, %32#0, %32#1, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45 : tensor<64x256x1024xf32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>
    }
    %cst_18 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %16 = stablehlo.multiply %15, %14#11 : tensor<64x256x1024xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_20 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %17 = stablehlo.divide %cst_19, %cst_20 : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<64x256x1024xf32>
    %19 = stablehlo.multiply %18, %16 : tensor<64x256x1024xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %24:20 = stablehlo.while(%iterArg = %19, %iterArg_28 = %arg2, %iterArg_29 = %14#12, %iterArg_30 = %14#13, %iterArg_31 = %14#14, %iterArg_32 = %14#15, %iterArg_33 = %14#16, %iterArg_34 = %14#17, %iterArg_35 = %14#18, %iterArg_36 = %14#19, %iterArg_37 = %14#20, %iterArg_38 = %14#21, %iterArg_39 = %14#22, %iterArg_40 = %14#23, %iterArg_41 = %arg1, %iterArg_42 = %c_25, %iterArg_43 = %22, %iterArg_44 = %23, %iterArg_45 = %20, %iterArg_46 = %21) : tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<1024x4096xf32>, tensor<i32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>
    cond {
      %c_47 = stablehlo.constant dense<64> : tensor<i32>
      %31 = stablehlo.compare LT, %iterArg_42, %c_47, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %31 : tensor<i1>
    } do {
      %c_47 = stablehlo.constant dense<64> : tensor<i32>
      %31 = stablehlo.subtract %c_47, %iterArg_42 : tensor<i32>
      %c_48 = stablehlo.constant dense<1> : tensor<i32>
      %32 = stablehlo.subtract %31, %c_48 : tensor<i32>
      %33 = func.call @dynamic_index_in_dim(%iterArg, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %34 = func.call @dynamic_index_in_dim(%iterArg_28, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %35 = func.call @dynamic_index_in_dim_1(%iterArg_29, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %36 = func.call @dynamic_index_in_dim(%iterArg_30, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %37 = func.call @dynamic_index_in_dim_1(%iterArg_31, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %38 = func.call @dynamic_index_in_dim(%iterArg_32, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %39 = func.call @dynamic_index_in_dim(%iterArg_33, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %40 = func.call @dynamic_index_in_dim(%iterArg_34, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %41 = func.call @dynamic_index_in_dim(%iterArg_35, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %42 = func.call @dynamic_index_in_dim(%iterArg_36, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %43 = func.call @dynamic_index_in_dim(%iterArg_37, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %44 = func.call @dynamic_index_in_dim(%iterArg_38, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %45 = func.call @dynamic_index_in_dim(%iterArg_39, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %46 = func.call @dynamic_index_in_dim(%iterArg_40, %32) : (tensor<64x256x1024xf32>, tensor<i32>) -> tensor<256x1024xf32>
      %47:4 = func.call @closed_call_2(%iterArg_41, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46) : (tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>) -> (tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>)
      %c_49 = stablehlo.constant dense<1> : tensor<i32>
      %48 = stablehlo.add %iterArg_42, %c_49 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %48, %47#0, %47#1, %47#2, %47#3 : tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<64x256x1024xf32>, tensor<1024x4096xf32>, tensor<i32>, tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>
    }
    %cst_26 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %26 = stablehlo.multiply %25, %24#16 : tensor<1024x4096xf32>
    %27 = stablehlo.subtract %arg0, %26 : tensor<1024x4096xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<1024x4096xf32>
    %29 = stablehlo.multiply %28, %24#17 : tensor<1024x4096xf32>
    %30 = stablehlo.subtract %arg1, %29 : tensor<1024x4096xf32>
    return %27, %30 : tensor<1024x4096xf32>, tensor<1024x4096xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<64x256x1024xf32>, %arg1: tensor<i32>) -> tensor<256x1024xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 256, 1024] : (tensor<64x256x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x1024xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x1024xf32>) -> tensor<256x1024xf32>
    return %1 : tensor<256x1024xf32>
  }
  func.func private @closed_call(%arg0: tensor<1024x4096xf32>, %arg1: tensor<1024x4096xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<f32>, %arg7: tensor<256x1024xf32>, %arg8: tensor<256x1024xf32>, %arg9: tensor<256x1024xf32>) -> (tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>) {
    %0 = stablehlo.dot_general %arg9, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xf32>, tensor<1024x4096xf32>) -> tensor<256x4096xf32>
    %1 = stablehlo.dot_general %arg7, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x1024xf32>, tensor<1024x4096xf32>) -> tensor<256x4096xf32>
    %2 = stablehlo.add %0, %1 : tensor<256x4096xf32>
    %3 = stablehlo.slice %2 [0:256, 0:1024] : (tensor<256x4096xf32>) -> tensor<256x1024xf32>
    %4 = stablehlo.slice %2 [0:256, 1024:2048] : (tensor<256x4096xf32>) -> tensor<256x1024xf32>
    %5 = stablehlo.slice %2 [0:256, 2048:3072] : (tensor<256x4096xf32>) -> tensor<256x1024xf32>
    %6 = stablehlo.slice %2 [0:256, 3072:4096] : (tensor<256x4096xf32>) -> tensor<256x1024xf32>
    %7 = stablehlo.negate %4 : tensor<256x1024xf32>
    %8 = stablehlo.exponential %7 : tensor<256x1024xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %10 = stablehlo.add %9, %8 : tensor<256x1024xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %12 = stablehlo.divide %11, %10 : tensor<256x1024xf32>
    %13 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %14 = stablehlo.subtract %13, %12 : tensor<256x1024xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<256x1024xf32>
    %16 = stablehlo.multiply %12, %arg8 : tensor<256x1024xf32>
    %17 = stablehlo.negate %3 : tensor<256x1024xf32>
    %18 = stablehlo.exponential %17 : tensor<256x1024xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %20 = stablehlo.add %19, %18 : tensor<256x1024xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %22 = stablehlo.divide %21, %20 : tensor<256x1024xf32>
    %23 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %24 = stablehlo.subtract %23, %22 : tensor<256x1024xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<256x1024xf32>
    %26 = stablehlo.tanh %5 : tensor<256x1024xf32>
    %27 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %28 = stablehlo.subtract %27, %26 : tensor<256x1024xf32>
    %29 = stablehlo.multiply %22, %26 : tensor<256x1024xf32>
    %30 = stablehlo.add %16, %29 : tensor<256x1024xf32>
    %31 = stablehlo.negate %6 : tensor<256x1024xf32>
    %32 = stablehlo.exponential %31 : tensor<256x1024xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %34 = stablehlo.add %33, %32 : tensor<256x1024xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %36 = stablehlo.divide %35, %34 : tensor<256x1024xf32>
    %37 = stablehlo.broadcast_in_dim %arg5, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %38 = stablehlo.subtract %37, %36 : tensor<256x1024xf32>
    %39 = stablehlo.multiply %36, %38 : tensor<256x1024xf32>
    %40 = stablehlo.tanh %30 : tensor<256x1024xf32>
    %41 = stablehlo.broadcast_in_dim %arg6, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %42 = stablehlo.subtract %41, %40 : tensor<256x1024xf32>
    %43 = stablehlo.multiply %36, %40 : tensor<256x1024xf32>
    return %43, %30, %43, %arg7, %15, %arg8, %12, %25, %26, %28, %22, %39, %40, %42, %36 : tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<64x256x1024xf32>, %arg1: tensor<256x1024xf32>, %arg2: tensor<i32>) -> tensor<64x256x1024xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<256x1024xf32>) -> tensor<1x256x1024xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<64x256x1024xf32>, tensor<1x256x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<64x256x1024xf32>
    return %1 : tensor<64x256x1024xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<64x256x1024xf32>, %arg1: tensor<256x1024xf32>, %arg2: tensor<i32>) -> tensor<64x256x1024xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<256x1024xf32>) -> tensor<1x256x1024xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<64x256x1024xf32>, tensor<1x256x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<64x256x1024xf32>
    return %1 : tensor<64x256x1024xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<64x256x1024xf32>, %arg1: tensor<i32>) -> tensor<256x1024xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 256, 1024] : (tensor<64x256x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x256x1024xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x256x1024xf32>) -> tensor<256x1024xf32>
    return %1 : tensor<256x1024xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<1024x4096xf32>, %arg1: tensor<1024x4096xf32>, %arg2: tensor<1024x4096xf32>, %arg3: tensor<256x1024xf32>, %arg4: tensor<256x1024xf32>, %arg5: tensor<256x1024xf32>, %arg6: tensor<256x1024xf32>, %arg7: tensor<256x1024xf32>, %arg8: tensor<256x1024xf32>, %arg9: tensor<256x1024xf32>, %arg10: tensor<256x1024xf32>, %arg11: tensor<256x1024xf32>, %arg12: tensor<256x1024xf32>, %arg13: tensor<256x1024xf32>, %arg14: tensor<256x1024xf32>, %arg15: tensor<256x1024xf32>, %arg16: tensor<256x1024xf32>, %arg17: tensor<256x1024xf32>, %arg18: tensor<256x1024xf32>) -> (tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>) {
    %0 = stablehlo.add %arg3, %arg5 : tensor<256x1024xf32>
    %1 = stablehlo.multiply %arg18, %0 : tensor<256x1024xf32>
    %2 = stablehlo.multiply %0, %arg16 : tensor<256x1024xf32>
    %3 = stablehlo.multiply %1, %arg17 : tensor<256x1024xf32>
    %4 = stablehlo.add %arg4, %3 : tensor<256x1024xf32>
    %5 = stablehlo.multiply %3, %arg16 : tensor<256x1024xf32>
    %6 = stablehlo.add %4, %5 : tensor<256x1024xf32>
    %7 = stablehlo.multiply %2, %arg15 : tensor<256x1024xf32>
    %8 = stablehlo.multiply %arg14, %6 : tensor<256x1024xf32>
    %9 = stablehlo.multiply %6, %arg12 : tensor<256x1024xf32>
    %10 = stablehlo.multiply %8, %arg13 : tensor<256x1024xf32>
    %11 = stablehlo.multiply %10, %arg12 : tensor<256x1024xf32>
    %12 = stablehlo.add %10, %11 : tensor<256x1024xf32>
    %13 = stablehlo.multiply %9, %arg11 : tensor<256x1024xf32>
    %14 = stablehlo.multiply %arg10, %6 : tensor<256x1024xf32>
    %15 = stablehlo.multiply %6, %arg9 : tensor<256x1024xf32>
    %16 = stablehlo.multiply %15, %arg8 : tensor<256x1024xf32>
    %17 = stablehlo.concatenate %13, %16, %12, %7, dim = 1 : (tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>) -> tensor<256x4096xf32>
    %18 = stablehlo.dot_general %17, %arg7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xf32>, tensor<256x1024xf32>) -> tensor<4096x1024xf32>
    %19 = stablehlo.transpose %18, dims = [1, 0] : (tensor<4096x1024xf32>) -> tensor<1024x4096xf32>
    %20 = stablehlo.add %arg2, %19 : tensor<1024x4096xf32>
    %21 = stablehlo.dot_general %17, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xf32>, tensor<1024x4096xf32>) -> tensor<256x1024xf32>
    %22 = stablehlo.dot_general %17, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4096xf32>, tensor<256x1024xf32>) -> tensor<4096x1024xf32>
    %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<4096x1024xf32>) -> tensor<1024x4096xf32>
    %24 = stablehlo.add %arg1, %23 : tensor<1024x4096xf32>
    return %24, %20, %21, %14 : tensor<1024x4096xf32>, tensor<1024x4096xf32>, tensor<256x1024xf32>, tensor<256x1024xf32>
  }
}
