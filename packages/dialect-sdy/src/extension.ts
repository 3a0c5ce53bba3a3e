import type { Extension } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { sdyAttrs } from './attrs/index.ts';
import { sdyCanonicalizations } from './canonicalize/index.ts';
import { sdy } from './dialect.ts';
import { sdyOps } from './ops/index.ts';
import { manualComputationDataFlow } from './ops/manual-computation-data-flow.ts';
import { namedComputationDataFlow } from './ops/named-computation-data-flow.ts';

/** The Shardy dialect. */
export const sdyDialect: Extension = {
  name: 'dialect-sdy',
  get requires() {
    return [funcDialect];
  },
  dialects: [sdy],
  ops: sdyOps,
  attrs: sdyAttrs,
  interfaces: [manualComputationDataFlow, namedComputationDataFlow],
  canonicalizations: sdyCanonicalizations,
};
