import { defineTrait, type Trait } from '@shardform/ir-core';
import { boolTypeLike } from '../arith/extended-ops.ts';

/** The result says yes or no for each element of the operand. */
export const boolResult: Trait = /* @__PURE__ */ defineTrait({
  name: 'BoolResultOfOperand',
  verify: (op, report) =>
    op.getResult().type === boolTypeLike(op.getOperand(0).type) ||
    report.opError('failed to verify that result type has i1 element type and same shape as operands'),
  resolveTypes(resolution) {
    const type = resolution.typeOf('operand');
    if (type !== null) resolution.setType('result', boolTypeLike(type));
  },
});
