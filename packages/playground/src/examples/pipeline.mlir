// A training step of two stages, each on a mesh of its own: four microbatches go through both, forward and backward.
// The first step puts the named computations on the meshes, in the order of one forward, one backward.
module @train {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(
    %front_in: tensor<128x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %front_out: tensor<512x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %back_in: tensor<128x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %back_out: tensor<512x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %x0: tensor<32x128xf32>,
    %x1: tensor<32x128xf32>,
    %x2: tensor<32x128xf32>,
    %x3: tensor<32x128xf32>
  ) -> (tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>) attributes {topology = #mpmd.topology<<"m1" : <["x"=4]>>, <"m2" : <["x"=4]>>>} {
    %zero_a0 = stablehlo.constant dense<0.0> : tensor<128x512xf32>
    %zero_b0 = stablehlo.constant dense<0.0> : tensor<512x128xf32>
    %zero_a1 = stablehlo.constant dense<0.0> : tensor<128x512xf32>
    %zero_b1 = stablehlo.constant dense<0.0> : tensor<512x128xf32>
    %c0:4 = mpmd.call @micro(%zero_a0, %zero_b0, %zero_a1, %zero_b1, %x0, %front_in, %front_out, %back_in, %back_out) {call_counter = 0 : ui32} : (tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>, tensor<32x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>) -> (tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>)
    %c1:4 = mpmd.call @micro(%c0#0, %c0#1, %c0#2, %c0#3, %x1, %front_in, %front_out, %back_in, %back_out) {call_counter = 1 : ui32} : (tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>, tensor<32x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>) -> (tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>)
    %c2:4 = mpmd.call @micro(%c1#0, %c1#1, %c1#2, %c1#3, %x2, %front_in, %front_out, %back_in, %back_out) {call_counter = 2 : ui32} : (tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>, tensor<32x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>) -> (tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>)
    %c3:4 = mpmd.call @micro(%c2#0, %c2#1, %c2#2, %c2#3, %x3, %front_in, %front_out, %back_in, %back_out) {call_counter = 3 : ui32} : (tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>, tensor<32x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>) -> (tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>)
    %new_a0 = stablehlo.subtract %front_in, %c3#0 : tensor<128x512xf32>
    %new_b0 = stablehlo.subtract %front_out, %c3#1 : tensor<512x128xf32>
    %new_a1 = stablehlo.subtract %back_in, %c3#2 : tensor<128x512xf32>
    %new_b1 = stablehlo.subtract %back_out, %c3#3 : tensor<512x128xf32>
    return %new_a0, %new_b0, %new_a1, %new_b1 : tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>
  }
  func.func private @micro(%sum_a0: tensor<128x512xf32>, %sum_b0: tensor<512x128xf32>, %sum_a1: tensor<128x512xf32>, %sum_b1: tensor<512x128xf32>, %x: tensor<32x128xf32>, %front_in: tensor<128x512xf32>, %front_out: tensor<512x128xf32>, %back_in: tensor<128x512xf32>, %back_out: tensor<512x128xf32>) -> (tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>) {
    %h0, %t0 = mpmd.named_computation<"front"> (%x, %front_in, %front_out) (%in0: tensor<32x128xf32>, %in1: tensor<128x512xf32>, %in2: tensor<512x128xf32>) {
      %u = stablehlo.dot_general %in0, %in1, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x512xf32>) -> tensor<32x512xf32>
      %t0_ = stablehlo.tanh %u : tensor<32x512xf32>
      %v = stablehlo.dot_general %t0_, %in2, contracting_dims = [1] x [0] : (tensor<32x512xf32>, tensor<512x128xf32>) -> tensor<32x128xf32>
      %h0_ = stablehlo.add %in0, %v : tensor<32x128xf32>
      mpmd.return %h0_, %t0_ : tensor<32x128xf32>, tensor<32x512xf32>
    } : (tensor<32x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>) -> (tensor<32x128xf32>, tensor<32x512xf32>)
    %h1, %t1 = mpmd.named_computation<"back"> (%h0, %back_in, %back_out) (%in0: tensor<32x128xf32>, %in1: tensor<128x512xf32>, %in2: tensor<512x128xf32>) {
      %u = stablehlo.dot_general %in0, %in1, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x512xf32>) -> tensor<32x512xf32>
      %t1_ = stablehlo.tanh %u : tensor<32x512xf32>
      %v = stablehlo.dot_general %t1_, %in2, contracting_dims = [1] x [0] : (tensor<32x512xf32>, tensor<512x128xf32>) -> tensor<32x128xf32>
      %h1_ = stablehlo.add %in0, %v : tensor<32x128xf32>
      mpmd.return %h1_, %t1_ : tensor<32x128xf32>, tensor<32x512xf32>
    } : (tensor<32x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>) -> (tensor<32x128xf32>, tensor<32x512xf32>)
    %da1, %db1, %dh0 = mpmd.named_computation<"back"(1)> (%h0, %t1, %back_in, %back_out, %h1) (%in0: tensor<32x128xf32>, %in1: tensor<32x512xf32>, %in2: tensor<128x512xf32>, %in3: tensor<512x128xf32>, %in4: tensor<32x128xf32>) {
      %dt = stablehlo.dot_general %in4, %in3, contracting_dims = [1] x [1] : (tensor<32x128xf32>, tensor<512x128xf32>) -> tensor<32x512xf32>
      %db1_ = stablehlo.dot_general %in1, %in4, contracting_dims = [0] x [0] : (tensor<32x512xf32>, tensor<32x128xf32>) -> tensor<512x128xf32>
      %square = stablehlo.multiply %in1, %in1 : tensor<32x512xf32>
      %one = stablehlo.constant dense<1.0> : tensor<32x512xf32>
      %slope = stablehlo.subtract %one, %square : tensor<32x512xf32>
      %du = stablehlo.multiply %dt, %slope : tensor<32x512xf32>
      %da1_ = stablehlo.dot_general %in0, %du, contracting_dims = [0] x [0] : (tensor<32x128xf32>, tensor<32x512xf32>) -> tensor<128x512xf32>
      %through = stablehlo.dot_general %du, %in2, contracting_dims = [1] x [1] : (tensor<32x512xf32>, tensor<128x512xf32>) -> tensor<32x128xf32>
      %dh0_ = stablehlo.add %through, %in4 : tensor<32x128xf32>
      mpmd.return %da1_, %db1_, %dh0_ : tensor<128x512xf32>, tensor<512x128xf32>, tensor<32x128xf32>
    } : (tensor<32x128xf32>, tensor<32x512xf32>, tensor<128x512xf32>, tensor<512x128xf32>, tensor<32x128xf32>) -> (tensor<128x512xf32>, tensor<512x128xf32>, tensor<32x128xf32>)
    %da0, %db0 = mpmd.named_computation<"front"(1)> (%x, %t0, %front_in, %front_out, %dh0) (%in0: tensor<32x128xf32>, %in1: tensor<32x512xf32>, %in2: tensor<128x512xf32>, %in3: tensor<512x128xf32>, %in4: tensor<32x128xf32>) {
      %dt = stablehlo.dot_general %in4, %in3, contracting_dims = [1] x [1] : (tensor<32x128xf32>, tensor<512x128xf32>) -> tensor<32x512xf32>
      %db0_ = stablehlo.dot_general %in1, %in4, contracting_dims = [0] x [0] : (tensor<32x512xf32>, tensor<32x128xf32>) -> tensor<512x128xf32>
      %square = stablehlo.multiply %in1, %in1 : tensor<32x512xf32>
      %one = stablehlo.constant dense<1.0> : tensor<32x512xf32>
      %slope = stablehlo.subtract %one, %square : tensor<32x512xf32>
      %du = stablehlo.multiply %dt, %slope : tensor<32x512xf32>
      %da0_ = stablehlo.dot_general %in0, %du, contracting_dims = [0] x [0] : (tensor<32x128xf32>, tensor<32x512xf32>) -> tensor<128x512xf32>
      mpmd.return %da0_, %db0_ : tensor<128x512xf32>, tensor<512x128xf32>
    } : (tensor<32x128xf32>, tensor<32x512xf32>, tensor<128x512xf32>, tensor<512x128xf32>, tensor<32x128xf32>) -> (tensor<128x512xf32>, tensor<512x128xf32>)
    %next0 = stablehlo.add %sum_a0, %da0 : tensor<128x512xf32>
    %next1 = stablehlo.add %sum_b0, %db0 : tensor<512x128xf32>
    %next2 = stablehlo.add %sum_a1, %da1 : tensor<128x512xf32>
    %next3 = stablehlo.add %sum_b1, %db1 : tensor<512x128xf32>
    return %next0, %next1, %next2, %next3 : tensor<128x512xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<512x128xf32>
  }
}
