import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr, LoadCachedOp } from '@shardform/dialect-ttcore';
import { isInstance, type Operation, type Value } from '@shardform/ir-core';
import { bufferBytes, isIn, isView } from './operation-work.ts';

/** Bytes of the tensors of a device while an operation runs. */
export interface LiveBytes {
  readonly dram: number;
  /** Of all cores together. */
  readonly l1: number;
}

/**
 * Returns the bytes of the tensors that exist while each operation of a function runs: from where they are made to where
 * they are deallocated. Parameters, constants and what was computed of them stay.
 */
export function liveMemory(func: FuncOp): ReadonlyMap<Operation, LiveBytes> {
  const live = new Map<Operation, LiveBytes>();
  /** How many tensors show a buffer, by the tensor that it was made for. */
  const shown = new Map<Value, number>();
  const roots = new Map<Value, Value>();
  const rootOf = (value: Value): Value => roots.get(value) ?? value;
  const total = { dram: 0, l1: 0 };
  const count = (value: Value, sign: 1 | -1): void => {
    if (isIn(value, 'DRAM')) total.dram += sign * bufferBytes(value);
    if (isIn(value, 'L1')) total.l1 += sign * bufferBytes(value);
  };
  const hold = (value: Value): void => {
    const root = rootOf(value);
    const before = shown.get(root) ?? 0;
    shown.set(root, before + 1);
    if (before === 0) count(root, 1);
  };
  const release = (value: Value): void => {
    const root = rootOf(value);
    const left = (shown.get(root) ?? 0) - 1;
    if (left < 0) return;
    shown.set(root, left);
    if (left === 0) count(root, -1);
  };
  for (const argument of func.entry.arguments) {
    hold(argument);
    const role = valueAttrs(func, 'arg_attrs', argument.index).get('ttcore.argument_type');
    const isKept = isInstance(ArgumentTypeAttr, role) && ['parameter', 'constant'].includes(role.value);
    // One more that nothing releases.
    if (isKept) hold(argument);
  }
  for (const op of func.entry) {
    if (isView(op)) roots.set(op.getResult(), rootOf(op.getOperand(0)));
    for (const result of op.results) {
      hold(result);
      if (op instanceof LoadCachedOp) hold(result);
    }
    live.set(op, { ...total });
    if (op.name === 'ttnn.deallocate') release(op.getOperand(0));
  }
  return live;
}
