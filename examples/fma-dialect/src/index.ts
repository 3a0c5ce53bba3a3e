import { stablehloDialect } from '@shardform/dialect-stablehlo';
import type { Extension } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { simulator } from '@shardform/runtime-sim';
import { fusePass } from './fuse-pass.ts';
import { multiplyAddInterpretation } from './interpretation.ts';
import { MultiplyAddOp } from './multiply-add-op.ts';
import { multiplyAddRule } from './sharding-rule.ts';

/** The dialect `fma` with its pass: what `shardform --load` takes, and what a `Context` is made from. */
export const fma: Extension = {
  name: 'fma',
  requires: [stablehloDialect, shardingPasses, simulator],
  dialects: [{ name: 'fma' }],
  ops: [MultiplyAddOp],
  interfaces: [multiplyAddRule, multiplyAddInterpretation],
  passes: [fusePass],
};
