import { type DeviceRef, indexAttr, PmapOp, ReturnOp, SelectOp, TupleOp } from '@shardform/dialect-dist';
import { Builder, type Context, type Operation, type Value, lookUp } from '@shardform/ir-core';
import { createLocal } from './local-op.ts';
import { placedTypeOf } from '../placed-type-of.ts';

/**
 * Replaces each `dist.pmap` in an operation by its body on each of the devices. The per-device copies of an operation
 * are adjacent, so that each device executes its operations in their order.
 */
export function lowerPmaps(root: Operation, context: Context): void {
  const pmaps: PmapOp[] = [];
  root.walkOf(PmapOp, (op) => {
    pmaps.push(op);
  });
  for (const op of pmaps) lowerPmap(op, new Builder(context));
}

function lowerPmap(op: PmapOp, builder: Builder): void {
  builder.setInsertionPoint(op);
  builder.location = op.location;
  const devices = op.deviceNumbers;
  const values = new Map<Value, readonly Value[]>();
  op.data.forEach((tuple, k) => {
    const elements = tuple.type.types.map(
      (type, j) => builder.create(SelectOp, { tuple, index: indexAttr(j) }, [type]).result,
    );
    values.set(op.entry.getArgument(k), elements);
  });
  const variable = op.variable.value;
  for (const inner of op.entry) {
    if (inner instanceof ReturnOp) continue;
    const copies = devices.map((device, j) => {
      const operands = inner.operands.map(({ value }) => lookUp(values, value)[j]!);
      const shapes = inner.results.map((value) => placedTypeOf(value).shape);
      const place = (ref: DeviceRef): DeviceRef => (ref === variable ? device : ref);
      return createLocal(inner, operands, shapes, place, builder).results;
    });
    inner.results.forEach((result, i) =>
      values.set(
        result,
        copies.map((copy) => copy[i]!),
      ),
    );
  }
  const returned = op.entry.getTerminator().operandValues();
  const tuples = op.outputs.map(
    ({ type }, i) => builder.create(TupleOp, { inputs: lookUp(values, returned[i]!) }, [type]).result,
  );
  op.replaceAllUsesWith(tuples);
  op.erase();
}
