// Sharding rules and records of propagation that do not fit their operation, and those that are none.
// RUN: shardform opt %s -split-input-file -verify-diagnostics

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op number of operands and mappings must match: 1 != 2}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([j, i]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op number of results and mappings must match: 1 != 2}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i], [i]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op operand - mapping rank must match: 1 != 2}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([j, i]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op result - mapping rank must match: 3 != 2}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i, k]) {i=8, j=16, k=1}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<?x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op operand - expected a ranked tensor with a static shape. type: 'tensor<?x16xf32>'}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16}>} : (tensor<?x16xf32>) -> tensor<16x?xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op operand - expecting factor indices to be within 0<=...<num_factors; received: 2, num_factors: 2}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k])->([j, i]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op operand - cannot reuse factors for the same tensor value}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i])->([j, i]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op operand - dim mapping can't have a factor of size 1 if there are multiple factors}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([ik, j])->([j, ik]) {i=8, j=16, k=1}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op has factor k=2 that isn't used in operand and result mappings}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16, k=2}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op indices of special factors must be sorted}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16} permutation={j, i}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op indices of special factors must be unique}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16} need_replication={i, i}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op index must be less than 2, got: 2}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16} blocked_propagation={k}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op a factor can only be in one of the reduction, need replication, or permutation factor sets}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16} need_replication={i} permutation={i}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{'stablehlo.transpose' op reduction factor cannot be in result mappings}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16} reduction={j}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.negate' op should have a sharding rule attribute of type OpShardingRuleAttr for attr named 'sdy.sharding_rule'}}
  %0 = stablehlo.negate %a {sdy.sharding_rule = "i to i"} : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+3 {{expecting symbol from 'i' to 'z'. Received: 'a'}}
  // expected-error @+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`}}
  // expected-error @+1 {{failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([a, j])->([j, i]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+3 {{expecting positive integer without leading zeros. Received: '0'}}
  // expected-error @+2 {{failed to parse Sdy_TensorMapping parameter 'dim_mappings' which is to be a `::llvm::ArrayRef<DimMappingAttr>`}}
  // expected-error @+1 {{failed to parse Sdy_OpShardingRule parameter 'operand_mappings' which is to be a `::llvm::ArrayRef<TensorMappingAttr>`}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([z_0, j])->([j, i]) {i=8, j=16}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xf32>) {
  // expected-error @+1 {{expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol 'i', received: 'j'}}
  %0 = stablehlo.transpose %a, dims = [1, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {j=16, i=8}>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error @+1 {{propagation edges have duplicate step index: 1}}
  %0 = stablehlo.negate %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}, {step-1 = [{"y" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error @+1 {{propagation edges have a source that is the same as a target}}
  %0 = stablehlo.negate %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0, operand-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error @+1 {{propagation edges have duplicate targets for step index: 3 and axis: x}}
  %0 = stablehlo.negate %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-3 = [{"x" = operand-0 -> [result-0, result-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error @+1 {{'stablehlo.negate' op expected axis ref to be in one of the meshes}}
  %0 = stablehlo.negate %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"w" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error @+1 {{'stablehlo.negate' op expected a value ref to have a result index in range [0, 1), got: 1}}
  %0 = stablehlo.negate %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-1]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error @+1 {{'stablehlo.negate' op expected a value ref to have an operand index in range [0, 1), got: 2}}
  %0 = stablehlo.negate %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [operand-2]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  // expected-error @+1 {{'stablehlo.negate' op expected propagation edges attr to reference a sharding.}}
  %0 = stablehlo.negate %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-2 -> [result-0]}]}]>} : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.negate' op expected propagation edges attr to reference a sharding.}}
  %0 = stablehlo.negate %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>
sdy.mesh @n = <["x"=2]>

func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@n, [{"x"}]>}) {
  // Values that no edge mentions do not count.
  %0 = stablehlo.add %a, %b {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  // expected-error @+1 {{'stablehlo.add' op expected a common mesh for propagation edges attr.}}
  %1 = stablehlo.add %a, %b {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [operand-1]}]}]>} : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'stablehlo.negate' op should have a propagation edges attribute of type PropagationEdgesAttr for attr named 'sdy.propagation_edges'}}
  %0 = stablehlo.negate %a {sdy.propagation_edges = []} : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named 'sdy.result_propagation_edges' or 'sdy.block_arg_propagation_edges'}}
  %0 = stablehlo.negate %a {sdy.result_propagation_edges = [1]} : tensor<8xf32>
  return
}
