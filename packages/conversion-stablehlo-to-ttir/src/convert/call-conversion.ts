import type { CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  DictionaryAttr,
  f32,
  FloatAttr,
  type RankedTensorType,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import type { ConversionScope, Converted } from './convertible.ts';

/** Declares how calls of one target are converted; `null` when they have no counterpart in TTIR. */
export type CallConversion = (
  op: CustomCallOp,
  operands: readonly Value<RankedTensorType>[],
  scope: ConversionScope,
) => Converted;

/** Returns the string that the call has under `name` in `mhlo.frontend_attributes`; `null` without one. */
export function frontendText(op: CustomCallOp, name: string): string | null {
  const frontend = op.getAttr('mhlo.frontend_attributes');
  const text = frontend instanceof DictionaryAttr ? frontend.get(name) : null;
  return text instanceof StringAttr ? text.value : null;
}

/** A flag of the front end, which may have a value when it is absent. */
export function frontendFlag(op: CustomCallOp, name: string, otherwise = false): boolean {
  const text = frontendText(op, name);
  return text === null ? otherwise : text.toLowerCase() === 'true';
}

/** Returns an integer among the frontend attributes; `null` when it is missing or no integer. */
export function frontendInteger(op: CustomCallOp, name: string): number | null {
  const text = frontendText(op, name);
  return text !== null && /^-?\d+$/.test(text.trim()) ? Number(text) : null;
}

/** Returns a number among the frontend attributes as an f32 attribute; `null` when it is missing or no number. */
export function frontendFloat(op: CustomCallOp, name: string): FloatAttr | null {
  const number = Number(frontendText(op, name) ?? 'none');
  return Number.isNaN(number) ? null : FloatAttr.get(number, f32);
}
