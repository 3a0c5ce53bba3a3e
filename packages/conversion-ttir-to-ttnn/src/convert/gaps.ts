import { type Capability, gapsOf } from '@shardform/ir-core';
import { convertedNames } from './convert-ttir-to-ttnn.ts';

/** The operations that become TTNN, and those that do not. */
export const ttnnLoweringCapability: Capability = {
  name: 'lowering to TTNN',
  supports: ({ name }) => convertedNames.has(name),
  gaps: [
    ...gapsOf('ttir', {
      'is an operation of the lowering to TTMetal, which places buffers itself': 'alloc dealloc',
      'casts between layouts of TTNN and TTMetal, where a program has both': 'ttnn_metal_layout_cast',
      'has no counterpart in TTNN, as in tt-mlir, and no pass makes it from StableHLO':
        'exp2 frac rearrange selu signbit softsign square transpose trunc',
    }),
    {
      ops: ['ttcore.*', 'func.*'],
      reason: 'stays: TTNN programs have it, too',
    },
    { ops: ['ttnn.*'], reason: 'is TTNN' },
    {
      ops: [
        'stablehlo.*',
        'chlo.*',
        'hlo.*',
        'sdy.*',
        'vhlo.*',
        'dist.*',
        'mpmd.*',
        'check.*',
        'interpreter.*',
      ],
      reason: 'TTNN is made of TTIR',
    },
    {
      ops: [
        ...['arith.*', 'cf.*', 'complex.*', 'llvm.*', 'math.*', 'quant.*', 'scf.*', 'shape.*', 'tensor.*'],
        ...['emitc.*', 'emitpy.*', 'ub.*'],
      ],
      reason: 'TTNN is made of TTIR',
    },
  ],
};
