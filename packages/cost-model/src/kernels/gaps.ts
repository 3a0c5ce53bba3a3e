import { type Capability, gapsOf } from '@shardform/ir-core';
import { kernelCost } from './kernel-cost.ts';

const FLATTENED = 'is flattened into the operations of each device before costs are looked up';

/** The costs of operations, and the operations without one. */
export const costCapability: Capability = {
  name: 'cost',
  supports: (definition, context) => context.implements(kernelCost, definition),
  gaps: [
    ...gapsOf('stablehlo', {
      'is deprecated; `opt --stablehlo-legalize-deprecated-ops` replaces it': 'cross-replica-sum',
      'is the terminator of a region and costs nothing of its own': 'return',
    }),
    {
      ops: ['sdy.*', 'func.*'],
      reason: 'is removed by partitioning and inlining, or makes collectives, before costs are looked up',
    },
    {
      ops: ['dist.*'],
      reason: `${FLATTENED}; distir-cost has the models of single operations`,
    },
    {
      ops: [
        ...['arith.*', 'cf.*', 'complex.*', 'llvm.*', 'math.*', 'quant.*', 'scf.*', 'shape.*', 'tensor.*'],
        ...['emitc.*', 'emitpy.*', 'ub.*', 'vhlo.*'],
      ],
      reason: 'time and memory are simulated for programs in StableHLO and dist',
    },
    {
      ops: ['mpmd.*'],
      reason: 'is what runs where; costs are those of the operations in fragments',
    },
    { ops: ['check.*', 'interpreter.*'], reason: 'serves tests of the interpreter' },
    {
      ops: ['ttcore.*', 'ttir.*', 'ttnn.*'],
      reason: 'time and memory are simulated before programs are lowered',
    },
  ],
};
