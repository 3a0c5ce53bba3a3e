import {
  type Attribute,
  isInstance,
  MemRefType,
  type OpResult,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { MetalLayoutAttr } from '@shardform/dialect-ttcore';
import type { Problems } from './problems.ts';

/** A tensor is copied into a tensor, a buffer into a buffer. */
export function* toLayoutProblems(op: { readonly input: Value; readonly output: Value }): Problems {
  const [from, to] = [op.input.type, op.output.type];
  if (isInstance(MemRefType, from) !== isInstance(MemRefType, to))
    yield 'Input and output types must be the same';
}

/** Returns the layout that the encoding of a tensor or buffer belongs to. */
function kindOf(type: Type): 'buffer' | 'metal' | 'library' | 'none' {
  if (isInstance(MemRefType, type)) return 'buffer';
  const encoding: Attribute | null = type instanceof RankedTensorType ? type.encoding : null;
  if (encoding === null) return 'none';
  if (isInstance(MetalLayoutAttr, encoding)) return 'metal';
  // The library's layouts belong to a dialect that builds upon this one: they are told by name.
  return String(encoding).startsWith('#ttnn.ttnn_') ? 'library' : 'none';
}

/** A change of layouts leads from the library's to others, or back. */
export function* layoutCastProblems(op: { readonly input: Value; readonly result: OpResult }): Problems {
  const [from, to] = [kindOf(op.input.type), kindOf(op.result.type)];
  if (from === 'library' && to !== 'metal' && to !== 'buffer')
    yield 'Input is ttnn tensor, output must be metal tensor or memref';
  if ((from === 'metal' || from === 'buffer') && to !== 'library')
    yield 'Input is metal tensor or memref, output must be ttnn tensor';
}
