import {
  definePass,
  type Operation,
  OpReport,
  RankedTensorType,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { broadcastTo, numpyBroadcastDims } from './numpy-broadcast.ts';

/** Replaces each `hlo_test_broadcast.numpy_broadcast` by its operands broadcast to their common shape. */
export const hloTestBroadcast = /* @__PURE__ */ definePass({
  name: 'hlo-test-broadcast',
  className: 'HloTestBroadcastPass',
  summary: 'Broadcasts operands as numpy does; for tests of the dialect',
  anchor: 'func.func',
  dependentDialects: ['stablehlo'],
  toleratesErrors: 'upstream leaves what it has complained about as it is and goes on',
  run(func, pass) {
    const found: Operation[] = [];
    func.walk((op) => {
      if (op.name === 'hlo_test_broadcast.numpy_broadcast') found.push(op);
    });
    for (const op of found) {
      const values = op.operandValues().filter(isTensor);
      const report = new OpReport(op, pass.context);
      if (op.operands.length === 0) {
        report.error('requires at least one operand to broadcast');
        continue;
      }
      if (values.length < op.operands.length) {
        report.error('expected ranked tensor type for broadcast inputs');
        continue;
      }
      const dims = numpyBroadcastDims(values.map(({ type }) => type));
      if (typeof dims === 'string') {
        report.on(func).error(dims);
        continue;
      }
      const inputs = values.map((value) => broadcastTo(value, dims, values, op));
      const call = CustomCallOp.create(
        { inputs, callTargetName: StringAttr.get('numpy_broadcasted') },
        op.resultTypes(),
        { location: op.location },
      );
      op.parent?.insertBefore(call, op);
      op.results.forEach((result, i) => result.replaceAllUsesWith(call.getResult(i)));
      op.erase();
    }
  },
});

function isTensor(value: Value): value is Value<RankedTensorType> {
  return value.type instanceof RankedTensorType;
}
