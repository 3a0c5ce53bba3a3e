import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

describe('windows', () => {
  test('reach over to other devices unless they hold one element each', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<4x8xf32>, %s: tensor<4x4xf32>, %i: tensor<f32>) {
 %0 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.add %x, %y : tensor<f32>
   stablehlo.return %z : tensor<f32>
 }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
 %1 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.add %x, %y : tensor<f32>
   stablehlo.return %z : tensor<f32>
 }) {window_dimensions = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x8xf32>
 %2 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
   stablehlo.return %z : tensor<i1>
 }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.add %x, %y : tensor<f32>
   stablehlo.return %z : tensor<f32>
 }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
 return
}`),
    ).toEqual([
      '<([], [])->([])>',
      '<([i, j], [])->([i, j]) {i=4, j=4} permutation={j}>',
      '<([], [])->([])>',
      '<([i, j], [])->([i, j]) {i=5, j=8} permutation={i}>',
      '<([], [])->([])>',
      '<([], [])->([])>',
      '<([i, k], [i, j], [])->([i, k]) {i=4, j=4, k=8} need_replication={j} permutation={k}>',
    ]);
  });

  test('are blocked in conservative mode', () => {
    expect(
      rulesOf(
        `
func.func @main(%a: tensor<4x8xf32>, %s: tensor<4x4xf32>, %i: tensor<f32>) {
 %0 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.add %x, %y : tensor<f32>
   stablehlo.return %z : tensor<f32>
 }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
 %1 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.add %x, %y : tensor<f32>
   stablehlo.return %z : tensor<f32>
 }) {window_dimensions = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x8xf32>
 %2 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
   stablehlo.return %z : tensor<i1>
 }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
   %z = stablehlo.add %x, %y : tensor<f32>
   stablehlo.return %z : tensor<f32>
 }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
 return
}`,
        '{conservative-propagation=true}',
      ),
    ).toEqual([
      '<([], [])->([])>',
      '<([i, j], [])->([i, j]) {i=4, j=4} permutation={j} blocked_propagation={j}>',
      '<([], [])->([])>',
      '<([i, j], [])->([i, j]) {i=5, j=8} permutation={i} blocked_propagation={i}>',
      '<([], [])->([])>',
      '<([], [])->([])>',
      '<([i, k], [i, j], [])->([i, k]) {i=4, j=4, k=8} need_replication={j} permutation={k} blocked_propagation={j, k}>',
    ]);
  });
});
