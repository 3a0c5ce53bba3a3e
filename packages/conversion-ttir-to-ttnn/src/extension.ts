import type { Extension } from '@shardform/ir-core';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { ttnnLoweringCapability } from './convert/gaps.ts';
import { convertTtirToTtnn } from './convert/convert-ttir-to-ttnn.ts';
import { ttnnLayout } from './layout/ttnn-layout.ts';

/** The passes that make TTNN of TTIR: layouts of tensors, then operations. */
export const ttirToTtnn: Extension = {
  name: 'conversion-ttir-to-ttnn',
  get requires() {
    return [ttirDialect, ttnnDialect];
  },
  passes: [convertTtirToTtnn, ttnnLayout],
  capabilities: [ttnnLoweringCapability],
};
