import { Context } from '@shardform/ir-core';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { expect, test } from 'vitest';
import { shardingPasses } from '../extension.ts';
import { shardingRule } from './sharding-rule.ts';

test('every operation of stablehlo has a rule, or is known to have none, but for those that upstream misses too', () => {
  const context = new Context([shardingPasses]);
  const without = stablehloDialect
    .ops!.map(({ definition }) => definition)
    .filter((definition) => !definition.isTerminator && !context.implements(shardingRule, definition));
  expect(without.map(({ name }) => name).sort()).toEqual([
    'stablehlo.async_done',
    'stablehlo.async_start',
    'stablehlo.batch_norm_grad',
    'stablehlo.batch_norm_training',
    'stablehlo.broadcast',
    'stablehlo.collective_reduce',
    'stablehlo.composite',
    'stablehlo.dynamic_broadcast_in_dim',
    'stablehlo.dynamic_conv',
    'stablehlo.dynamic_gather',
    'stablehlo.dynamic_iota',
    'stablehlo.dynamic_pad',
    'stablehlo.dynamic_reshape',
    'stablehlo.einsum',
    'stablehlo.get_dimension_size',
    'stablehlo.if',
    'stablehlo.map',
    'stablehlo.real_dynamic_slice',
    'stablehlo.replica_id',
    'stablehlo.rng',
    'stablehlo.set_dimension_size',
    'stablehlo.torch_index_select',
    'stablehlo.tuple',
    'stablehlo.unary_einsum',
    'stablehlo.uniform_dequantize',
    'stablehlo.uniform_quantize',
  ]);
});
