import { expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

test('a gather sums up single elements and needs other slices whole', () => {
  expect(
    rulesOf(`
func.func @main(%a: tensor<4x8x16xf32>, %i: tensor<5x2xi32>, %j: tensor<4x5x1xi32>) {
 %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 16>} : (tensor<4x8x16xf32>, tensor<5x2xi32>) -> tensor<5x1x16xf32>
 %1 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8, 16>} : (tensor<4x8x16xf32>, tensor<5x2xi32>) -> tensor<5x2x8x16xf32>
 %2 = "stablehlo.gather"(%a, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 16>} : (tensor<4x8x16xf32>, tensor<4x5x1xi32>) -> tensor<4x5x16xf32>
 return
}`),
  ).toEqual([
    '<([m, j, l], [i, n])->([i, k, l]) {i=5, j=8, k=1, l=16, m=4, n=2} reduction={j, m} need_replication={k, n}>',
    '<([j, k, l], [i, m])->([i, j, k, l]) {i=5, j=4, k=8, l=16, m=2} need_replication={j, m} blocked_propagation={j}>',
    '<([i, l, k], [i, j, m])->([i, j, k]) {i=4, j=5, k=16, l=8, m=1} reduction={l} need_replication={m}>',
  ]);
});

test('a scatter combines the updates of several devices if it is a reduction', () => {
  expect(
    rulesOf(`
func.func @main(%a: tensor<8x16xf32>, %i: tensor<5x1xi32>, %u: tensor<5x12xf32>) {
 %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.add %y, %x : tensor<f32>
   stablehlo.return %z : tensor<f32>
 }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x16xf32>, tensor<5x1xi32>, tensor<5x12xf32>) -> tensor<8x16xf32>
 %1 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.subtract %y, %x : tensor<f32>
   stablehlo.return %z : tensor<f32>
 }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x16xf32>, tensor<5x1xi32>, tensor<5x12xf32>) -> tensor<8x16xf32>
 return
}`),
  ).toEqual([
    '<([], [])->([])>',
    '<([l, j], [i, m], [i, k])->([l, j]) {i=5, j=16, k=12, l=8, m=1} reduction={i} need_replication={j, k, m}>',
    '<([], [])->([])>',
    '<([l, j], [i, m], [i, k])->([l, j]) {i=5, j=16, k=12, l=8, m=1} need_replication={i, j, k, m}>',
  ]);
});

test('of bits, only logical operations are a reduction', () => {
  expect(
    rulesOf(`
func.func @main(%a: tensor<8x16xi1>, %i: tensor<5x1xi32>, %u: tensor<5x12xi1>) {
 %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
   %z = stablehlo.and %y, %x : tensor<i1>
   stablehlo.return %z : tensor<i1>
 }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x16xi1>, tensor<5x1xi32>, tensor<5x12xi1>) -> tensor<8x16xi1>
 %1 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
   %z = stablehlo.xor %y, %x : tensor<i1>
   stablehlo.return %z : tensor<i1>
 }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8x16xi1>, tensor<5x1xi32>, tensor<5x12xi1>) -> tensor<8x16xi1>
 return
}`),
  ).toEqual([
    '<([], [])->([])>',
    '<([l, j], [i, m], [i, k])->([l, j]) {i=5, j=16, k=12, l=8, m=1} reduction={i} need_replication={j, k, m}>',
    '<([], [])->([])>',
    '<([l, j], [i, m], [i, k])->([l, j]) {i=5, j=16, k=12, l=8, m=1} need_replication={i, j, k, m}>',
  ]);
});
