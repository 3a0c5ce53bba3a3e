import { type Capability, gapsOf } from '@shardform/ir-core';
import { hasVhloForm } from './stablehlo-legalize-to-vhlo.ts';

/** The operations that portable artifacts have, and the others. */
export const artifactCapability: Capability = {
  name: 'portable artifact',
  supports: (definition) => definition.dialect === 'vhlo' || hasVhloForm(definition),
  gaps: [
    ...gapsOf('func', { 'VHLO has calls of named functions only': 'call_indirect constant' }),
    {
      ops: ['chlo.*'],
      reason:
        'VHLO has no CHLO: `--chlo-pre-serialization-pipeline` wraps it in composites or expands it before',
    },
    {
      ops: ['sdy.*'],
      reason: 'Shardy is serialized as MLIR bytecode of its own, beside the VHLO of the program',
    },
    {
      ops: [
        ...[
          'arith.*',
          'cf.*',
          'check.*',
          'complex.*',
          'dist.*',
          'hlo.*',
          'interpreter.*',
          'llvm.*',
          'math.*',
        ],
        ...[
          'emitc.*',
          'emitpy.*',
          'mpmd.*',
          'quant.*',
          'scf.*',
          'shape.*',
          'tensor.*',
          'ttcore.*',
          'ttir.*',
          'ttnn.*',
          'ub.*',
        ],
      ],
      reason: 'portable artifacts hold StableHLO; MLIR bytecode holds every dialect',
    },
  ],
};
