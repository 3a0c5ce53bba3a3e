// Collective operations whose axes do not lead from the sharding of the operand to that of the result.
// RUN: shardform opt %s -split-input-file -verify-diagnostics

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32>) {
  // expected-error @+1 {{'sdy.all_gather' op collective on operand without sharding}}
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32>) {
  // expected-error @+1 {{'sdy.all_to_all' op collective on operand without sharding}}
  %0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op unknown mesh: @other}}
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@other, [{}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_slice' op sharding doesn't match tensor rank: 1 != 2}}
  %0 = sdy.all_slice [{}, {}] %a out_sharding=<@m, [{}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @n = <["x"=8]>
sdy.mesh @m = <["x"=4]>

// expected-note @+1 {{operand mesh: #sdy.mesh<["x"=8]>}}
func.func @f(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op result mesh does not match operand mesh}}
  %0 = sdy.all_gather [{"x"}] %a out_sharding=<@m, [{}]> : tensor<16xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op result sharding has rank 2 but collective axes has rank 1}}
  %0 = sdy.all_gather [{"x"}] %a out_sharding=<@m, [{}, {"y"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op duplicate axis ref: "x"}}
  %0 = sdy.all_gather [{"x"}, {"x"}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op can't apply gathering axis "z" to operand sharding on dimension 1}}
  %0 = sdy.all_gather [{}, {"z"}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op can't apply gathering axis "x":(1)2 to operand sharding on dimension 0}}
  %0 = sdy.all_gather [{"x":(1)2}, {}] %a out_sharding=<@m, [{"x":(2)2}, {"y"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op result sharding doesn't match expected sharding ["x"] on dimension 0}}
  %0 = sdy.all_gather [{"y"}, {}] %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_slice' op result sharding doesn't match expected sharding ["x", "y"] on dimension 0}}
  %0 = sdy.all_slice [{"y"}, {}] %a out_sharding=<@m, [{"y", "x"}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32>) {
  // expected-error @+1 {{'sdy.all_slice' op result sharding doesn't match expected sharding [] on dimension 1}}
  %0 = sdy.all_slice [{"y"}, {}] %a out_sharding=<@m, [{"y"}, {"x"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op parameter list is empty}}
  %0 = sdy.all_to_all [] %a out_sharding=<@m, [{"x"}, {"y"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op source dimension 2 is out of range [0, 2)}}
  %0 = sdy.all_to_all [{"x"}: 2->1] %a out_sharding=<@m, [{}, {"y", "x"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op target dimension 5 is out of range [0, 2)}}
  %0 = sdy.all_to_all [{"x"}: 0->5] %a out_sharding=<@m, [{}, {"y", "x"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op overlapping source/target dimensions in all-to-all params: 1}}
  %0 = sdy.all_to_all [{"x"}: 0->1, {"y"}: 1->0] %a out_sharding=<@m, [{"y"}, {"x"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {"y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op source dimensions are not sorted in ascending order: 0 appears after 2}}
  %0 = sdy.all_to_all [{"y"}: 2->3, {"x"}: 0->1] %a out_sharding=<@m, [{}, {"x"}, {}, {"y"}]> : tensor<8x8x8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op can't apply all-to-all axis "z" to operand sharding on dimension 0}}
  %0 = sdy.all_to_all [{"z"}: 0->1] %a out_sharding=<@m, [{"x"}, {"y", "z"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op result sharding doesn't match expected sharding ["y", "x"] on dimension 1}}
  %0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@m, [{}, {"x", "y"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {"z"}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op result sharding doesn't match expected sharding ["z"] on dimension 2}}
  %0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@m, [{}, {"x"}, {}]> : tensor<8x8x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 0: 2 != 4}}
  %0 = sdy.collective_permute %a out_sharding=<@m, [{"z"}, {"y"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @n = <["x"=8]>
sdy.mesh @m = <["y"=8]>

// expected-note @+1 {{operand mesh: #sdy.mesh<["x"=8]>}}
func.func @f(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}]>}) {
  // expected-error @+1 {{'sdy.collective_permute' op result mesh has different axes than operand mesh}}
  %0 = sdy.collective_permute %a out_sharding=<@m, [{"y"}]> : tensor<16xf32>
  return
}

// -----

sdy.mesh @n = <["x"=8]>
sdy.mesh @same = <["x"=8]>

// expected-note @+1 {{operand mesh: #sdy.mesh<["x"=8]>}}
func.func @f(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}]>}) {
  // expected-error @+1 {{'sdy.collective_permute' op result mesh name is different but same device ids as operand}}
  %0 = sdy.collective_permute %a out_sharding=<@same, [{"x"}]> : tensor<16xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_reduce' op operand and result shardings are not equivalent}}
  %0 = sdy.all_reduce {"z"} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  // expected-error @+1 {{'sdy.all_reduce' op reduction axes are not ordered w.r.t. mesh}}
  %0 = sdy.all_reduce {"y", "x"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  // expected-error @+1 {{'sdy.all_reduce' op unknown axis name: "w"}}
  %0 = sdy.all_reduce {"w"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) {
  // expected-error @+1 {{'sdy.all_reduce' op reduction axis "y" overlaps with operand dimension sharding or replicated axes}}
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{"x"}, {"y"}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"z"}>}) {
  // expected-error @+1 {{'sdy.all_reduce' op reduction axis "z" overlaps with operand dimension sharding or replicated axes}}
  %0 = sdy.all_reduce {"z"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"z"}>}) {
  // expected-error @+1 {{'sdy.all_reduce' op reduction axis "z" overlaps with result unreduced axes}}
  %0 = sdy.all_reduce {"z"} %a out_sharding=<@m, [{}, {}], unreduced={"z"}> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  // expected-error @+1 {{'sdy.reduce_scatter' op result sharding doesn't match expected sharding ["x", "z"] on dimension 0}}
  %0 = sdy.reduce_scatter [{"z"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  // expected-error @+1 {{'sdy.sharded_to_unreduced' op can't apply shard-to-unreduce axis "z" to operand sharding on dimension 0}}
  %0 = sdy.sharded_to_unreduced [{"z"}, {}] %a out_sharding=<@m, [{"x"}, {}], unreduced={"z"}> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}], unreduced={"z"}>}) {
  // expected-error @+1 {{'sdy.sharded_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes}}
  %0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@m, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  // expected-error @+1 {{'sdy.replicated_to_unreduced' op input and output must share the same dimension shardings}}
  %0 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@m, [{}, {}], unreduced={"y"}> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  // expected-error @+1 {{'sdy.replicated_to_unreduced' op r2u axes are not ordered w.r.t. mesh}}
  %0 = sdy.replicated_to_unreduced {"z", "y"} %a out_sharding=<@m, [{"x"}, {}], unreduced={"y", "z"}> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  // expected-error @+1 {{'sdy.replicated_to_unreduced' op r2u axis "x" overlaps with operand dimension sharding}}
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}], unreduced={"z"}>}) {
  // expected-error @+1 {{'sdy.replicated_to_unreduced' op r2u axis "z" overlaps with operand unreduced axes}}
  %0 = sdy.replicated_to_unreduced {"z"} %a out_sharding=<@m, [{"x"}, {}], unreduced={"z"}> : tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}], unreduced={"z"}>}) {
  // expected-error @+1 {{'sdy.replicated_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + r2u_axes}}
  %0 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@m, [{"x"}, {}], unreduced={"y"}> : tensor<16x8xf32>
  return
}
