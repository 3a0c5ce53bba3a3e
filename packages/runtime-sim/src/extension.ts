import type { Extension } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { callInterpreters } from './ops/calls.ts';
import { collectiveInterpreters } from './ops/collectives.ts';
import { elementwiseInterpreters } from './ops/elementwise.ts';
import { reduceInterpreters } from './ops/reduce.ts';
import { shapeInterpreters } from './ops/shape.ts';
import { shardingInterpreters } from './ops/sharding.ts';

/** Interpretations of func, StableHLO and sdy operations. */
export const simulator: Extension = {
  name: 'runtime-sim',
  requires: [funcDialect, stablehloDialect, sdyDialect],
  interfaces: [
    ...callInterpreters,
    ...collectiveInterpreters,
    ...elementwiseInterpreters,
    ...reduceInterpreters,
    ...shapeInterpreters,
    ...shardingInterpreters,
  ],
};
