import { Context } from '@shardform/ir-core';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { expect, test } from 'vitest';
import { shardingPasses } from '../extension.ts';
import { shardingRule } from './sharding-rule.ts';

test('every operation of stablehlo has a rule, or is known to have none, but for one that upstream misses too', () => {
  const context = new Context([shardingPasses]);
  const without = stablehloDialect
    .ops!.map(({ definition }) => definition)
    .filter((definition) => !definition.isTerminator && !context.implements(shardingRule, definition));
  expect(without.map(({ name }) => name)).toEqual(['stablehlo.replica_id']);
});
