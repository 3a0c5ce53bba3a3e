import { type AnyOpClass, type AttrClass, type Extension, isInstance } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import * as attrs from './attrs/index.ts';
import * as ops from './ops/index.ts';
import { ChipDescAttr, CpuDescAttr } from './system/chip-description.ts';
import { SystemDescAttr } from './system/system-desc-attr.ts';
import { DictType } from './types/dict-type.ts';
import { TileType } from './types/tile-type.ts';

/**
 * The attributes, types and operations that Tenstorrent's dialects share: argument roles, meshes, systems, number
 * formats.
 */
export const ttcoreDialect: Extension = {
  name: 'dialect-ttcore',
  get requires() {
    return [funcDialect];
  },
  dialects: [
    {
      name: 'ttcore',
      documentation: async () => (await import('./docs/ttcore-documentation.ts')).ttcoreDocumentation,
      inlining: { isLegalToInlineOp: () => true },
      suggestAlias(attribute) {
        if (isInstance(attrs.MetalLayoutAttr, attribute)) return 'layout';
        if (attribute instanceof attrs.MemorySpaceAttr) return attribute.value;
        if (attribute instanceof attrs.IteratorTypeAttr) return attribute.value;
        return isInstance(SystemDescAttr, attribute) ? 'system_desc' : null;
      },
    },
  ],
  ops: Object.values(ops).filter(
    (item): item is typeof item & AnyOpClass => typeof item === 'function' && 'definition' in item,
  ),
  types: [DictType, TileType],
  attrs: [
    ...Object.values(attrs).filter(
      (item): item is typeof item & AttrClass => typeof item === 'function' && 'mnemonic' in item,
    ),
    ChipDescAttr,
    CpuDescAttr,
    SystemDescAttr,
  ],
};
