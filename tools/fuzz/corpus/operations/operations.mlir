// Operations, attributes and types that few other programs have.

func.func @unary_0(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = stablehlo.cbrt %a : tensor<4x?xf32>
  %1 = stablehlo.ceil %a : tensor<4x?xf32>
  %2 = stablehlo.cosine %a : tensor<4x?xf32>
  %3 = stablehlo.exponential_minus_one %a : tensor<4x?xf32>
  %4 = stablehlo.floor %a : tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// -----

func.func @unary_5(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = stablehlo.is_finite %a : (tensor<4x?xf32>) -> tensor<4x?xi1>
  %1 = stablehlo.logistic %a : tensor<4x?xf32>
  %2 = stablehlo.round_nearest_afz %a : tensor<4x?xf32>
  %3 = stablehlo.rsqrt %a : tensor<4x?xf32>
  %4 = stablehlo.sign %a : tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// -----

func.func @unary_10(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = stablehlo.tan %a : tensor<4x?xf32>
  %1 = stablehlo.tanh %a : tensor<4x?xf32>
  %2 = stablehlo.exponential %a : tensor<4x?xf32>
  %3 = stablehlo.log %a : tensor<4x?xf32>
  %4 = stablehlo.log_plus_one %a : tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// -----

func.func @unary_15(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = stablehlo.sqrt %a : tensor<4x?xf32>
  %1 = stablehlo.sine %a : tensor<4x?xf32>
  %2 = stablehlo.round_nearest_even %a : tensor<4x?xf32>
  %3 = stablehlo.abs %a : tensor<4x?xf32>
  %4 = stablehlo.negate %a : tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// -----

func.func @integers(%a: tensor<4xui8>, %c: tensor<4xcomplex<f32>>) -> tensor<4xui8> {
  %0 = stablehlo.count_leading_zeros %a : tensor<4xui8>
  %1 = stablehlo.popcnt %0 : tensor<4xui8>
  %2 = stablehlo.not %1 : tensor<4xui8>
  %3 = stablehlo.real %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %4 = stablehlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %5 = stablehlo.atan2 %3, %4 : tensor<4xf32>
  %6 = stablehlo.power %3, %5 : tensor<4xf32>
  %7 = stablehlo.complex %3, %6 : tensor<4xcomplex<f32>>
  %8 = "stablehlo.map"(%3, %4) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xui8>
}

// -----

func.func @batch_norm(%x: tensor<2x3x4xf32>, %s: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  %1:3 = "stablehlo.batch_norm_grad"(%x, %s, %0#1, %0#2, %0#0) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  %2 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %1#0 : tensor<2x3x4xf32>
}

// -----

func.func @dynamic(%x: tensor<4x8xf32>, %i: tensor<2xi32>, %j: tensor<2xi64>, %u: tensor<f32>, %d: tensor<i32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %i : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_iota %i, dim = 1 : (tensor<2xi32>) -> tensor<?x8xi32>
  %2 = stablehlo.dynamic_pad %x, %u, %i, %i, %i : (tensor<4x8xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.real_dynamic_slice %x, %j, %j, %j : (tensor<4x8xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %4 = "stablehlo.dynamic_broadcast_in_dim"(%u, %i) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x8xf32>
  %5 = stablehlo.dynamic_broadcast_in_dim %x, %j, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<4x8xf32>
  %6 = stablehlo.set_dimension_size %x, %d, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>
  %7 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4x8xf32>) -> tensor<i32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @dynamic_conv(%x: tensor<1x8x8x16xf32>, %w: tensor<3x3x16x4xf32>, %p: tensor<2x2xi32>) -> tensor<1x?x?x4xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{
    batch_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>,
    window_strides = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]
  }> : (tensor<1x8x8x16xf32>, tensor<3x3x16x4xf32>, tensor<2x2xi32>) -> tensor<1x?x?x4xf32>
  return %0 : tensor<1x?x?x4xf32>
}
func.func @conv(%x: tensor<1x8x8x16xf32>, %w: tensor<3x3x16x4xf32>) -> tensor<1x8x8x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x16xf32>, tensor<3x3x16x4xf32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}

// -----

func.func @dynamic_gather(%x: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>) -> tensor<2x3x?x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>,
    indices_are_sorted = false
  }> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x?x?xf32>
  %1 = "stablehlo.gather"(%x, %i) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false
  }> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  %2 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<3x2x3x2x2xf32>
  return %0 : tensor<2x3x?x?xf32>
}

// -----

func.func @einsum(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = "stablehlo.unary_einsum"(%x) <{einsum_config = "ab->a"}> : (tensor<4x8xf32>) -> tensor<4xf32>
  %2 = stablehlo.dot %x, %y, precision = [DEFAULT, HIGH] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %3 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

func.func @host(%t: !stablehlo.token, %x: tensor<3xi32>) -> !stablehlo.token {
  %0:2 = "stablehlo.infeed"(%t) <{infeed_config = "c", layout = [[0]]}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
  %1 = "stablehlo.outfeed"(%0#0, %0#1) <{outfeed_config = ""}> : (tensor<3xi32>, !stablehlo.token) -> !stablehlo.token
  %2 = "stablehlo.send"(%x, %1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<3xi32>, !stablehlo.token) -> !stablehlo.token
  %3:2 = "stablehlo.recv"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
  %4 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3xi32>) -> tensor<3xi32>
  return %3#1 : !stablehlo.token
}

// -----

func.func @random(%a: tensor<f32>, %s: tensor<2xi64>, %k: tensor<2xui64>) -> tensor<2x3xf32> {
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  %1, %2 = stablehlo.rng_bit_generator %k, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x2xui32>)
  return %0 : tensor<2x3xf32>
}

// -----

func.func @quantized(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<4x2xf32>) -> tensor<4x2x!quant.uniform<i8:f32, 0.5:10>>
  %1 = stablehlo.add %0, %0 : tensor<4x2x!quant.uniform<i8:f32, 0.5:10>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<4x2x!quant.uniform<i8:f32, 0.5:10>>) -> tensor<4x2xf32>
  %3 = stablehlo.uniform_quantize %x : (tensor<4x2xf32>) -> tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:1, 0.25:-3}>>
  %4 = stablehlo.uniform_quantize %x : (tensor<4x2xf32>) -> tensor<4x2x!quant.uniform<u4:f32, 2.0>>
  return %2 : tensor<4x2xf32>
}

// -----

func.func @chlo_0(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = chlo.acos %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %1 = chlo.acosh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %2 = chlo.asin %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %3 = chlo.asinh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %4 = chlo.atan %a : tensor<4x?xf32> -> tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// -----

func.func @chlo_5(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = chlo.atanh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %1 = chlo.bessel_i1e %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %2 = chlo.conj %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %3 = chlo.cosh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %4 = chlo.digamma %a : tensor<4x?xf32> -> tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// -----

func.func @chlo_10(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = chlo.erf %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %1 = chlo.erf_inv %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %2 = chlo.erfc %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %3 = chlo.lgamma %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %4 = chlo.sinh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// -----

func.func @chlo_15(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = chlo.square %a : tensor<4x?xf32> -> tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// -----

func.func @tests(%a: tensor<4xf32>) -> tensor<4xi1> {
  %0 = chlo.is_inf %a : tensor<4xf32> -> tensor<4xi1>
  %1 = chlo.is_neg_inf %a : tensor<4xf32> -> tensor<4xi1>
  %2 = chlo.is_pos_inf %a : tensor<4xf32> -> tensor<4xi1>
  %3 = chlo.next_after %a, %a : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %4 = chlo.polygamma %a, %a : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.zeta %a, %a : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %6 = "chlo.constant_like"(%a) <{value = 3.2 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  %7 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  %8 = chlo.tan %a : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xi1>
}

// -----

func.func @broadcast_1(%a: tensor<4x?xf32>, %b: tensor<?xf32>) -> tensor<4x?xf32> {
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %1 = chlo.broadcast_atan2 %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %2 = chlo.broadcast_divide %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %3 = chlo.broadcast_maximum %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %4 = chlo.broadcast_minimum %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %5 = chlo.broadcast_multiply %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// -----

func.func @broadcast_2(%a: tensor<4x?xf32>, %b: tensor<?xf32>) -> tensor<4x?xf32> {
  %0 = chlo.broadcast_next_after %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %1 = chlo.broadcast_polygamma %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %2 = chlo.broadcast_power %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %3 = chlo.broadcast_remainder %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %4 = chlo.broadcast_subtract %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %5 = chlo.broadcast_zeta %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  return %a : tensor<4x?xf32>
}

// -----

func.func @broadcast_3(%a: tensor<4x?xi32>, %b: tensor<?xi32>, %p: tensor<i1>, %c: tensor<4xf32>) -> tensor<4x?xi32> {
  %0 = chlo.broadcast_and %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xi32>, tensor<?xi32>) -> tensor<4x?xi32>
  %1 = chlo.broadcast_or %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xi32>, tensor<?xi32>) -> tensor<4x?xi32>
  %2 = chlo.broadcast_xor %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xi32>, tensor<?xi32>) -> tensor<4x?xi32>
  %3 = chlo.broadcast_shift_left %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xi32>, tensor<?xi32>) -> tensor<4x?xi32>
  %4 = chlo.broadcast_shift_right_arithmetic %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xi32>, tensor<?xi32>) -> tensor<4x?xi32>
  %5 = chlo.broadcast_shift_right_logical %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xi32>, tensor<?xi32>) -> tensor<4x?xi32>
  %6 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type SIGNED>} : (tensor<4x?xi32>, tensor<?xi32>) -> tensor<4x?xi1>
  %7 = chlo.broadcast_select %p, %a, %a : (tensor<i1>, tensor<4x?xi32>, tensor<4x?xi32>) -> tensor<4x?xi32>
  %8 = chlo.broadcast_complex %c, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  %9 = chlo.mulhi %a, %a : tensor<4x?xi32>, tensor<4x?xi32> -> tensor<4x?xi32>
  return %a : tensor<4x?xi32>
}

// -----

func.func @chlo_structured(%x: tensor<4x16xf32>, %l: tensor<11x5xf32>, %r: tensor<3x5x7xf32>, %g: tensor<3xi64>) -> tensor<11x7xf32> {
  %0, %1 = chlo.top_k(%x, k = 8) : tensor<4x16xf32> -> (tensor<4x8xf32>, tensor<4x8xi32>)
  %2 = "chlo.ragged_dot"(%l, %r, %g) <{
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
      lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]
    >, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]
  }> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return %2 : tensor<11x7xf32>
}

// -----

func.func @chlo_scan(%x: tensor<4x3xf32>, %i: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>) {
  %0:2 = chlo.scan (%x) inits (%i) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %c: tensor<3xf32>):
    %s = stablehlo.add %a, %c : tensor<3xf32>
    stablehlo.return %s, %s : tensor<3xf32>, tensor<3xf32>
  } : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<3xf32>
}

// -----

func.func @arith_i0(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.andi %a, %a : i32
  %2 = arith.ceildivsi %a, %a : i32
  %3 = arith.ceildivui %a, %a : i32
  %4 = arith.divsi %a, %a : i32
  return %a : i32
}

// -----

func.func @arith_i5(%a: i32) -> i32 {
  %0 = arith.divui %a, %a : i32
  %1 = arith.floordivsi %a, %a : i32
  %2 = arith.maxsi %a, %a : i32
  %3 = arith.maxui %a, %a : i32
  %4 = arith.minsi %a, %a : i32
  return %a : i32
}

// -----

func.func @arith_i10(%a: i32) -> i32 {
  %0 = arith.minui %a, %a : i32
  %1 = arith.muli %a, %a : i32
  %2 = arith.ori %a, %a : i32
  %3 = arith.remsi %a, %a : i32
  %4 = arith.remui %a, %a : i32
  return %a : i32
}

// -----

func.func @arith_i15(%a: i32) -> i32 {
  %0 = arith.shli %a, %a : i32
  %1 = arith.shrsi %a, %a : i32
  %2 = arith.shrui %a, %a : i32
  %3 = arith.subi %a, %a : i32
  %4 = arith.xori %a, %a : i32
  return %a : i32
}

// -----

func.func @arith_f0(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  %1 = arith.divf %a, %a fastmath<nnan,contract> : f32
  %2 = arith.maximumf %a, %a : f32
  %3 = arith.maxnumf %a, %a fastmath<nnan,contract> : f32
  %4 = arith.minimumf %a, %a : f32
  return %a : f32
}

// -----

func.func @arith_f5(%a: f32) -> f32 {
  %0 = arith.minnumf %a, %a : f32
  %1 = arith.mulf %a, %a fastmath<nnan,contract> : f32
  %2 = arith.remf %a, %a : f32
  %3 = arith.subf %a, %a fastmath<nnan,contract> : f32
  return %a : f32
}

// -----

func.func @arith_casts(%i: i32, %f: f32, %x: index, %v: tensor<4xi8>) -> i1 {
  %0 = arith.extsi %i : i32 to i64
  %1 = arith.extui %i : i32 to i64
  %2 = arith.trunci %i overflow<nsw> : i32 to i8
  %3 = arith.extf %f : f32 to f64
  %4 = arith.truncf %f : f32 to bf16
  %5 = arith.sitofp %i : i32 to f32
  %6 = arith.uitofp %i : i32 to f64
  %7 = arith.cmpi slt, %i, %i : i32
  return %7 : i1
}

// -----

func.func @arith_more(%i: i32, %f: f32, %x: index, %v: tensor<4xi8>) -> i1 {
  %0 = arith.fptosi %f : f32 to i32
  %1 = arith.fptoui %f : f32 to i8
  %2 = arith.index_cast %x : index to i64
  %3 = arith.index_castui %i : i32 to index
  %4 = arith.bitcast %v : tensor<4xi8> to tensor<4xi8>
  %5 = arith.negf %f : f32
  %6 = arith.cmpf ole, %f, %f fastmath<fast> : f32
  %7, %8 = arith.addui_extended %i, %i : i32, i1
  %9, %10 = arith.mulsi_extended %i, %i : i32
  %11, %12 = arith.mului_extended %i, %i : i32
  %13 = arith.select %6, %i, %i : i32
  return %6 : i1
}

// -----

func.func @arith_scaled(%f: f8E4M3FN, %g: f32, %s: f8E8M0FNU, %i: i32) -> f32 {
  %0 = arith.scaling_extf %f, %s : f8E4M3FN, f8E8M0FNU to f32
  %1 = arith.scaling_truncf %g, %s : f32, f8E8M0FNU to f8E4M3FN
  %2, %3 = arith.subui_extended %i, %i : i32, i1
  %4 = arith.convertf %f : f8E4M3FN to f8E5M2
  %5 = arith.flush_denormals %g : f32
  return %0 : f32
}

// -----

func.func @math_more(%f: f32) -> i1 {
  %0 = math.isfinite %f : f32
  %1 = math.isinf %f : f32
  %2 = math.isnan %f : f32
  %3 = math.isnormal %f : f32
  %4 = math.erfc %f : f32
  %5 = math.clampf %f to [%f, %f] : f32
  %6, %7 = math.sincos %f : f32
  return %0 : i1
}

// -----

func.func @calls(%f: (i32) -> i32, %i: i32) -> i32 {
  %0 = call_indirect %f(%i) : (i32) -> i32
  %1 = func.constant @callee : (i32) -> i32
  %2 = func.call @callee(%0) {no_inline} : (i32) -> i32
  return %2 : i32
}
func.func private @callee(i32 {a.b = 1 : i64}) -> (i32 {a.c}) attributes {a.d = "e"}

// -----

func.func @scf_loops(%i: i32, %n: index, %c: i1) -> i32 {
  %0 = scf.while (%x = %i) : (i32) -> i32 {
    %t = arith.cmpi slt, %x, %i : i32
    scf.condition(%t) %x : i32
  } do {
  ^bb0(%y: i32):
    scf.yield %y : i32
  }
  %1 = scf.for %k = %n to %n step %n iter_args(%s = %i) -> (i32) {
    scf.yield %s : i32
  }
  %2 = scf.if %c -> (i32) {
    scf.yield %i : i32
  } else {
    scf.yield %1 : i32
  }
  %3 = scf.execute_region -> i32 {
    scf.yield %i : i32
  }
  return %2 : i32
}

// -----

func.func @scf_switch(%n: index, %i: i32) -> i32 {
  %0 = scf.index_switch %n -> i32
  case 2 {
    scf.yield %i : i32
  }
  default {
    scf.yield %i : i32
  }
  return %0 : i32
}

// -----

func.func @scf_parallel(%n: index, %f: f32) -> f32 {
  %0 = scf.parallel (%k) = (%n) to (%n) step (%n) init (%f) -> f32 {
    scf.reduce(%f : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %0 : f32
}

// -----

func.func @scf_forall(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %0 = scf.forall (%k) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %e = tensor.extract_slice %t[%k] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%k] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @attributes() attributes {
  t.a = [unit, true, 1, -1 : si8, 255 : ui8, 1.5, 0x7F800000 : f32, "s\22\n", @x::@y, i32, () -> (), {b, c = 1 : index}],
  t.b = [array<i64>, array<i1: true, false>, array<i8: 1>, array<f32: 1.0, 0x7FC00000>, array<f64: -0.0>, array<i16: -1>, array<bf16: 1.0>],
  t.c = [dense<1> : tensor<2xi4>, dense<[1.0, 2.0]> : vector<2xf16>, dense<(1.0, 2.0)> : tensor<2xcomplex<f64>>, dense<"0x01020304"> : tensor<4xui8>, dense<> : tensor<0x2xi1>],
  t.d = [sparse<[[0, 1], [1, 0]], [1, 2]> : tensor<2x2xi32>, affine_map<(d0)[s0] -> (d0 + s0 * 2, d0 floordiv 3, d0 mod 4)>, affine_set<(d0) : (d0 >= 0, d0 - 3 == 0)>, strided<[1, ?], offset: 3>],
  t.e = [distinct[0]<"d">, loc("f":1:2), loc(callsite("a" at "b")), loc(fused<"m">["c", "d"]), loc(unknown), #stablehlo.bounds<1, ?>]
} {
  return
}

// -----

func.func private @types(tensor<4x?xf32>, tensor<*xi1>, tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<?xf32, #stablehlo.bounds<4>>, vector<4x[2]xi8>, vector<f32>, memref<4x?xf32>)
func.func private @more(memref<2xf32, strided<[1], offset: ?>>, memref<*xf32, 1>, memref<4xi8, affine_map<(d0) -> (d0)>, "m">, complex<f64>, complex<i8>, tuple<>, tuple<f32, tuple<i1>>)
func.func private @floats(none, index, i1, si4, ui64, f80, f128, tf32, f8E3M4, f8E4M3, f8E4M3FN, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E5M2, f8E5M2FNUZ, f8E8M0FNU, f6E2M3FN, f6E3M2FN, f4E2M1FN)
func.func private @functions((i32, f32) -> (i1), () -> (() -> i32), !stablehlo.token, !shape.shape, !shape.size, !shape.witness, !shape.value_shape)

// -----

#map = affine_map<(d0, d1) -> (d1, d0 + 1)>
!row = tensor<4xf32>
module @named attributes {a.b = #map, stablehlo.frontend = {x = "1"}} {
  sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[0, 2, 1, 3, 4, 5, 6, 7]>
  sdy.mesh @one = <[], device_ids=[3]>
  func.func @f(%x: !row {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}p1], replicated={"a"}>}) -> !row {
    %0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([i]) {i=4}, custom>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}]>]>} : !row
    return %0 : !row loc("f.py":1:2 to 3:4)
  } loc(#loc)
}
#loc = loc("f")
