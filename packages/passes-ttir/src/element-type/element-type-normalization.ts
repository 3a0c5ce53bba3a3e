import {
  applyPatternsGreedily,
  type Attribute,
  decodeFloat,
  definePass,
  DenseElementsAttr,
  FloatType,
  isInstance,
  RankedTensorType,
  readFloatBits,
  type Type,
} from '@shardform/ir-core';
import { normalizedElementType } from '@shardform/dialect-ttcore';
import { convertTypes } from './convert-types.ts';

/** Element types that the hardware has not are replaced by those it computes with instead. */
export const ttirElementTypeNormalization = definePass({
  name: 'ttir-element-type-normalization',
  className: 'ElementTypeNormalization',
  summary: 'replaces element types that the hardware has not',
  anchor: 'builtin.module',
  run(op, pass) {
    convertTypes(op, normalized);
    op.walk((inner) => {
      const value = inner.getAttr('value');
      if (isInstance(DenseElementsAttr, value)) inner.setAttr('value', normalizedElements(value));
    });
    applyPatternsGreedily(op, [], pass.context, { fold: false, topDown: true });
  },
});

function normalized(type: Type): Type {
  if (!isInstance(RankedTensorType, type)) return type;
  const element = normalizedElementType(type.elementType);
  return element === type.elementType ? type : type.withElementType(element);
}

/** The elements rounded or wrapped to the new type. */
function normalizedElements(elements: DenseElementsAttr): Attribute {
  const { type } = elements;
  const target = normalized(type);
  if (target === type || !isInstance(RankedTensorType, target)) return elements;
  return DenseElementsAttr.fromNumbers(target, numbersOf(elements));
}

/** The elements as they are stored, one alone for a splat. */
function numbersOf(elements: DenseElementsAttr): (number | bigint)[] {
  const { elementType } = elements.type;
  if (!(elementType instanceof FloatType)) return elements.storedIntegers();
  const size = Math.ceil(elementType.width / 8);
  const numbers: number[] = [];
  for (let at = 0; at < elements.bytes.length; at += size) {
    numbers.push(decodeFloat(elementType.format, readFloatBits(elements.bytes, at, elementType)));
  }
  return numbers;
}
