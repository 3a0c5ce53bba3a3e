import { describe, expect, test } from 'vitest';
import { rulesOf, runText } from '../../tests/run-text.ts';

describe('custom calls', () => {
  test('have the rules of their targets', () => {
    expect(
      rulesOf(`
func.func @main(%m: tensor<2x6x6xf32>, %t: tensor<2x6xf32>, %a: tensor<4x16xf32>, %f: tensor<f32>, %u: tensor<2xui32>) {
 %0 = stablehlo.custom_call @MoveToHost(%a) : (tensor<4x16xf32>) -> tensor<4x16xf32>
 %1 = stablehlo.custom_call @xla.debug.Log(%a) : (tensor<4x16xf32>) -> tensor<4x16xf32>
 %2:2 = stablehlo.custom_call @Eigh(%m) : (tensor<2x6x6xf32>) -> (tensor<2x6x6xf32>, tensor<2x6xf32>)
 %3:2 = stablehlo.custom_call @Qr(%m) : (tensor<2x6x6xf32>) -> (tensor<2x6x6xf32>, tensor<2x6xf32>)
 %4 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%m, %t) : (tensor<2x6x6xf32>, tensor<2x6xf32>) -> tensor<2x6x6xf32>
 %5:2 = stablehlo.custom_call @mhlo.topk(%a) : (tensor<4x16xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
 %6:2 = stablehlo.custom_call @PartialReduce(%a, %a, %f, %f) : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<f32>, tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
 %7 = stablehlo.custom_call @X64Combine(%u, %u) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
 %8 = stablehlo.custom_call @X64Combine(%u, %u) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui64>
 %9, %10 = stablehlo.rng_bit_generator %8, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
 return
}`),
    ).toEqual([
      '<([i, j])->([i, j]) {i=4, j=16}>',
      '<([i, j, k])->([i, j, k], [i, k]) {i=2, j=6, k=6}>',
      '<([i, j, k])->([i, j, k], [i, l]) {i=2, j=6, k=6, l=6} need_replication={j, k, l}>',
      '<([i, j, k], [i, l])->([i, j, k]) {i=2, j=6, k=6, l=6} need_replication={j, k, l}>',
      '<([i, j])->([i, j], [i, j]) {i=4, j=16} need_replication={j} blocked_propagation={j}>',
      '<([i, j], [i, j], [], [])->([i, k], [i, k]) {i=4, j=16, k=8} need_replication={k} blocked_propagation={k}>',
      '<([i], [i])->([i]) {i=2}>',
      '<([i], [i])->([i]) {i=2} need_replication={i} blocked_propagation={i}>',
      '<([i])->([i], [j]) {i=2, j=4} need_replication={i} blocked_propagation={i}>',
    ]);
  });

  test('of targets that nobody knows are warned about once', () => {
    const call = 'stablehlo.custom_call @foo(%a) : (tensor<4xf32>) -> tensor<4xf32>';
    expect(
      runText(
        'func.func(sdy-populate-op-sharding-rules)',
        `func.func @main(%a: tensor<4xf32>) {\n %0 = ${call}\n %1 = ${call}\n return\n}`,
      ).split('module')[0],
    ).toBe('warning: custom call @foo is unknown to SDY sharding rule registry\n');
  });
});
