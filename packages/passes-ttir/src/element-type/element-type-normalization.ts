import {
  applyPatternsGreedily,
  definePass,
  DenseElementsAttr,
  isInstance,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { normalizedElementType } from '@shardform/dialect-ttcore';
import { convertTypes } from './convert-types.ts';
import { convertedElements } from './converted-elements.ts';

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
      if (!isInstance(DenseElementsAttr, value)) return;
      const target = normalized(value.type);
      if (isInstance(RankedTensorType, target)) inner.setAttr('value', convertedElements(value, target));
    });
    applyPatternsGreedily(op, [], pass.context, { fold: false, topDown: true });
  },
});

function normalized(type: Type): Type {
  if (!isInstance(RankedTensorType, type)) return type;
  const element = normalizedElementType(type.elementType);
  return element === type.elementType ? type : type.withElementType(element);
}
