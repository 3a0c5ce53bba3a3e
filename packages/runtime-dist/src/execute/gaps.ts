import { type Capability, gapsOf } from '@shardform/ir-core';
import { interpretable } from '@shardform/runtime-sim';

/** The operations of dist without an interpreter. */
export const distExecutionCapability: Capability = {
  name: 'execution',
  supports: (definition, context) =>
    definition.dialect === 'dist' && context.implements(interpretable, definition),
  gaps: gapsOf('dist', {
    'is the terminator of a region: the operation around it reads its operands': 'return',
  }),
};
