// A call without results may say on which device it is; there is nothing to pad.
// RUN: shardform opt %s -sdy-update-non-divisible-input-output-shardings | FileCheck %s

sdy.mesh @mesh = <["x"=2]>
sdy.mesh @device = <[], device_ids=[1]>

// CHECK-LABEL: func.func @main
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // CHECK: call @log(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@device, []>]>} : (tensor<4xf32>) -> ()
  call @log(%a) {sdy.sharding = #sdy.sharding_per_value<[<@device, []>]>} : (tensor<4xf32>) -> ()
  return
}

func.func private @log(tensor<4xf32>)
