import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { LoadCachedOp } from '@shardform/dialect-ttcore';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { type ConversionPattern, lookupNearestSymbol, type Value } from '@shardform/ir-core';
import { conversion } from './convertible.ts';

/** Operations that leave the number in a tensor of one number what it is. */
const CARRIERS: ReadonlySet<string> = new Set([
  'ttir.reshape',
  'ttir.typecast',
  'ttir.to_layout',
  'ttnn.reshape',
  'ttnn.typecast',
  'ttnn.to_layout',
]);

function carried(value: Value): Value {
  let at = value;
  for (;;) {
    const op = at.definingOp;
    if (op === null || !CARRIERS.has(op.name)) return at;
    at = op.getOperand(0);
  }
}

/** Returns the result of the const-eval function that a loaded value stands for. */
function loaded(value: Value): Value {
  const load = value.definingOp;
  if (!(load instanceof LoadCachedOp)) return value;
  const func = lookupNearestSymbol(load, load.callee);
  const last = func instanceof FuncOp ? func.entry.lastOp : null;
  const index = load.results.findIndex((result) => result === value);
  return last instanceof ReturnOp && index >= 0 ? carried(last.getOperand(index)) : value;
}

/** The library has a form for exponents that are numbers, except negative ones. */
export const powerConversion: ConversionPattern = /* @__PURE__ */ conversion(
  ttir.PowOp,
  (op, { builder }) => {
    const source = loaded(carried(op.rhs)).definingOp;
    if (source instanceof ttir.FullOp || source instanceof ttnn.FullOp) {
      const { fillValue } = source;
      if (!(Number(fillValue.value) < 0)) {
        return builder.create(ttnn.PowScalarOp, { lhs: op.lhs, rhs: fillValue }, op.resultTypes());
      }
    }
    const args = { lhs: op.lhs, rhs: op.rhs, ...ttnn.noActivations };
    return builder.create(ttnn.PowTensorOp, args, op.resultTypes());
  },
);
