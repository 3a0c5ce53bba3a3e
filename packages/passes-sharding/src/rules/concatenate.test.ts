import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('concatenate rules', () => {
  test('need the concatenated dimension whole', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<4x3xf32>, %b: tensor<4x5xf32>) {
 %0 = "stablehlo.concatenate"(%a, %b) <{dimension = 1 : i64}> : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
 return
}`),
    ).toEqual(['<([i, j], [i, j])->([i, j]) {i=4, j=8} need_replication={j}>']);
  });

  test('permute where all operands are slices', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<4x9xf32>, %b: tensor<4x9xf32>) {
 %0 = stablehlo.slice %a [0:4, 0:3] : (tensor<4x9xf32>) -> tensor<4x3xf32>
 %1 = stablehlo.slice %b [0:4, 0:5] : (tensor<4x9xf32>) -> tensor<4x5xf32>
 %2 = "stablehlo.concatenate"(%0, %1) <{dimension = 1 : i64}> : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
 return
}`),
    ).toEqual([
      '<([i, j])->([i, j]) {i=4, j=9} permutation={j}>',
      '<([i, j])->([i, j]) {i=4, j=9} permutation={j}>',
      '<([i, j], [i, j])->([i, j]) {i=4, j=8} permutation={j}>',
    ]);
  });

  test('permute where a tensor is joined with its own slice, and not with the slice of another one', () => {
    expect(
      rulesOf(`
func.func @main(%a: tensor<4x9xf32>, %b: tensor<4x9xf32>) {
 %0 = stablehlo.slice %a [0:4, 0:3] : (tensor<4x9xf32>) -> tensor<4x3xf32>
 %1 = "stablehlo.concatenate"(%a, %0) <{dimension = 1 : i64}> : (tensor<4x9xf32>, tensor<4x3xf32>) -> tensor<4x12xf32>
 %2 = "stablehlo.concatenate"(%b, %0) <{dimension = 1 : i64}> : (tensor<4x9xf32>, tensor<4x3xf32>) -> tensor<4x12xf32>
 return
}`),
    ).toEqual([
      '<([i, j])->([i, j]) {i=4, j=9} permutation={j}>',
      '<([i, j], [i, j])->([i, j]) {i=4, j=12} permutation={j}>',
      '<([i, j], [i, j])->([i, j]) {i=4, j=12} need_replication={j}>',
    ]);
  });

  test('have separate factors of size 1 there in conservative mode', () => {
    expect(
      rulesOf(
        `
func.func @main(%a: tensor<4x3xf32>, %b: tensor<4x5xf32>) {
 %0 = "stablehlo.concatenate"(%a, %b) <{dimension = 1 : i64}> : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
 return
}`,
        '{conservative-propagation=true}',
      ),
    ).toEqual(['<([i, j], [i, k])->([i, l]) {i=4, j=1, k=1, l=1}>']);
  });
});
