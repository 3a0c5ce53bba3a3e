import { type AnyOpClass, type AttrClass, type Extension, isInstance } from '@shardform/ir-core';
import { ttirDialect } from '@shardform/dialect-ttir';
import * as attrs from './attrs/index.ts';
import { creationPatterns } from './canonicalize/creation.ts';
import { movePatterns } from './canonicalize/moves.ts';
import { loadTtnnDocumentation } from './docs/load-ttnn-documentation.ts';
import * as ops from './ops/index.ts';
import { DeviceType } from './types/device-type.ts';
import { GlobalSemaphoreType } from './types/global-semaphore-type.ts';

/** The TTNN dialect: calls of the runtime's library, with the memory of every tensor in its type. */
export const ttnnDialect: Extension = {
  name: 'dialect-ttnn',
  get requires() {
    return [ttirDialect];
  },
  dialects: [
    {
      name: 'ttnn',
      documentation: loadTtnnDocumentation,
      suggestAlias(attribute) {
        if (isInstance(attrs.LayoutAttr, attribute)) return 'ttnn_layout';
        return attribute instanceof attrs.BufferTypeAttr ? attribute.value : null;
      },
    },
  ],
  ops: Object.values(ops).filter((item): item is typeof item & AnyOpClass => 'definition' in item),
  attrs: Object.values(attrs).filter(
    (item): item is typeof item & AttrClass => typeof item === 'function' && 'mnemonic' in item,
  ),
  types: [DeviceType, GlobalSemaphoreType],
  canonicalizations: [...creationPatterns, ...movePatterns],
};
