// Sharding rules, and what propagation records about where axes came from.
// RUN: shardform opt %s | FileCheck %s
// RUN: shardform opt %s --mlir-print-op-generic | shardform opt - | FileCheck %s

sdy.mesh @grid = <["rows"=4, "columns"=2]>

// CHECK-LABEL: func.func @rule
func.func @rule(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %c: tensor<f32>) {
  // CHECK: #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  // CHECK: #sdy.op_sharding_rule<([ij, k])->([i, jk]) {i=2, j=4, k=16}, custom>
  %1 = stablehlo.reshape %a {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([i, jk]) {i=2, j=4, k=16}, custom>} : (tensor<8x16xf32>) -> tensor<2x64xf32>
  // CHECK: #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} need_replication={i} permutation={j} blocked_propagation={i, j}>
  %2 = stablehlo.negate %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} need_replication={i} permutation={j} blocked_propagation={i, j}>} : tensor<8x16xf32>
  // CHECK: #sdy.op_sharding_rule<([])->([])>
  %3 = stablehlo.negate %c {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([])>} : tensor<f32>
  return
}

// The letters end with z; factors beyond have numbers.
// CHECK-LABEL: func.func @many_factors
func.func @many_factors(%a: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2x6xf32>) {
  // CHECK: #sdy.op_sharding_rule<([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1, z_2z_3])->([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1, z_2z_3]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=1, z_1=2, z_2=3, z_3=2}>
  %0 = stablehlo.negate %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1, z_2z_3])->([i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, z_1, z_2z_3]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=1, z_1=2, z_2=3, z_3=2}>} : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2x6xf32>
  return
}

// CHECK-LABEL: func.func @edges
func.func @edges(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@grid, [{"rows"}]>, sdy.sharding_origins = {rows = "self"}}) {
  // CHECK: sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"rows" = operand-0 -> [operand-1, result-0]}, {"columns":(1)2 = result-0 -> [operand-0]}]}, {step-2 = [{"columns" = operand-1 -> [result-0]}]}]>
  // CHECK-SAME: sdy.sharding_origins = {rows = "input: 0"}
  %0 = stablehlo.add %a, %a {
    sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"rows" = operand-0 -> [operand-1, result-0]}, {"columns":(1)2 = result-0 -> [operand-0]}]}, {step-2 = [{"columns" = operand-1 -> [result-0]}]}]>,
    sdy.sharding_origins = {rows = "input: 0"}} : tensor<8xf32>
  return
}
