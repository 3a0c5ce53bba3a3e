// Partial values may appear and be combined by constraints and reshards, but not change their operation.
// RUN: shardform opt %s -split-input-file -verify-diagnostics

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
  // expected-error @+1 {{'sdy.reshard' op cannot introduce 'max' unreduced axes. Expected 'sum'.}}
  %0 = sdy.reshard %a <@m, [{}], unreduced=max{"y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"y"}>}) {
  // expected-error @+1 {{'sdy.reshard' op cannot change the reduction operator of kept unreduced axes from max to sum.}}
  %0 = sdy.reshard %a <@m, [{}], unreduced={"y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"y"}>}) {
  %0 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<8xf32>
  // The barrier passes its input on.
  // expected-error @+1 {{'sdy.sharding_constraint' op cannot change the reduction operator of kept unreduced axes from max to min.}}
  %1 = sdy.sharding_constraint %0 <@m, [{}], unreduced=min{"y"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"y"}>}) {
  // expected-error @+1 {{'sdy.all_reduce' op cannot add new unreduced axis 'z'.}}
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{}], unreduced={"z"}> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"y"}>}) {
  // expected-error @+1 {{'sdy.all_reduce' op cannot reduce 'max' unreduced axes. Expected 'min'.}}
  %0 = sdy.all_reduce min {"y"} %a out_sharding=<@m, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced=max{"y"}>}) {
  // expected-error @+1 {{'sdy.reduce_scatter' op cannot reduce 'max' unreduced axes. Expected 'sum'.}}
  %0 = sdy.reduce_scatter [{"y"}] %a out_sharding=<@m, [{"y"}]> : tensor<8xf32>
  return
}
