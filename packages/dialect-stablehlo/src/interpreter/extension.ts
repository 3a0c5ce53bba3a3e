import type { Extension } from '@shardform/ir-core';
import { stablehloDialect } from '../extension.ts';
import { PrintOp } from './print-op.ts';
import { ProbeOp } from './probe-op.ts';
import { RunParallelOp } from './run-parallel-op.ts';

/**
 * The operations that StableHLO's reference interpreter adds to StableHLO: runs on several processes, output of values.
 */
export const interpreterDialect: Extension = {
  name: 'stablehlo-interpreter',
  get requires() {
    return [stablehloDialect];
  },
  dialects: [
    {
      name: 'interpreter',
      documentation: async () => (await import('./interpreter-documentation.ts')).interpreterDocumentation,
    },
  ],
  ops: [PrintOp, ProbeOp, RunParallelOp],
};
