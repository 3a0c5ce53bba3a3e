import { type Attribute, DenseElementsAttr, elementByteSize, type Operation } from '@shardform/ir-core';
import { tensorType } from '../constraints.ts';
import { type Folded, isFoldable } from './elements.ts';
import { stridesOf } from './elementwise.ts';

/** Folds an operation that moves elements: `from` maps an index of the result to that of the operand's element. */
export function foldMoved(
  op: Operation,
  input: Attribute | null | undefined,
  from: (place: readonly number[]) => readonly number[],
): Folded {
  const type = tensorType(op.getResult().type);
  if (!(input instanceof DenseElementsAttr)) return null;
  if (input.isSplat) return [input.reshape(type)];
  const size = elementByteSize(type.elementType);
  if (size === null || !isFoldable(type)) return null;
  const strides = stridesOf(input.type.shape ?? []);
  const whole = stridesOf(type.shape);
  const bytes = new Uint8Array(size * type.elementCount);
  for (let i = 0; i < type.elementCount; i++) {
    const place = type.shape.map((extent, d) => Math.floor(i / whole[d]!) % extent);
    const at = from(place).reduce((sum, index, d) => sum + index * strides[d]!, 0);
    bytes.set(input.bytes.subarray(at * size, (at + 1) * size), i * size);
  }
  return [DenseElementsAttr.fromBytes(type, bytes)];
}
