import { type Capability, gapsOf } from '@shardform/ir-core';
import { hasExecutableForm } from './executable-form.ts';
import { interpretable } from './interpretable.ts';

/** The interpreters of StableHLO and Shardy, and the operations without one. */
export const executionCapability: Capability = {
  name: 'execution',
  supports: (definition, context) =>
    context.implements(interpretable, definition) || hasExecutableForm(definition),
  gaps: [
    ...gapsOf('stablehlo', {
      'is the terminator of a region: the operation around it reads its operands': 'return',
    }),
    ...gapsOf('hlo', {
      'its elements are left out of the text of HLO; print it with them (as_text with print_large_constants, xla_dump_large_constants), or give the binary form':
        'elided_constant',
      'reads memory that a layout pads, and layouts are not simulated': 'bitcast',
      'is made of parts of XLA for a device, whose numbers are not documented':
        'rng_get_and_update_state scaled_dot stochastic_convert',
    }),
    ...gapsOf('sdy', {
      'names a mesh, which operations look up': 'mesh',
      'is the terminator of a region: the operation around it reads its operands': 'return',
    }),
    ...gapsOf('func', {
      'functions are values of no program that JAX or StableHLO makes': 'call_indirect constant',
      'is executed by its callers': 'func',
      'is the terminator of a function: the caller reads its operands': 'return',
    }),
    {
      ops: ['shape.*', 'tensor.*'],
      reason:
        'computes shapes of dynamic programs; `opt --shape-legalize-to-stablehlo` and refinement of shapes replace it',
    },
    {
      ops: ['arith.*', 'complex.*', 'math.*'],
      reason:
        'computes scalars of programs below StableHLO; of its operations only constants of tensors occur in StableHLO programs, which `opt --convert-arith-to-stablehlo` converts',
    },
    {
      ops: ['cf.*', 'scf.*'],
      reason: 'is control flow of programs below StableHLO; use `stablehlo.while`, `if` and `case`',
    },
    {
      ops: ['quant.*'],
      reason: 'casts between storage and expressed types; use `stablehlo.uniform_quantize` and its inverse',
    },
    ...gapsOf('mpmd', {
      'is the terminator of a region: the operation around it reads its operands': 'return',
    }),
    { ops: ['emitc.*'], reason: 'is a program of C++, which a compiler of C++ compiles' },
    { ops: ['emitpy.*'], reason: 'is a program of Python, which Python executes' },
    { ops: ['llvm.*', 'ub.*'], reason: 'is below StableHLO and known as text only' },
    { ops: ['vhlo.*'], reason: 'is a serialized form; it is upgraded to StableHLO when it is read' },
  ],
};
