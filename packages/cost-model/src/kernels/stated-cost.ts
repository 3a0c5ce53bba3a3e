import { DictionaryAttr, FloatAttr, IntegerAttr, type Operation } from '@shardform/ir-core';
import { callAttribute, type CustomCallOp } from '@shardform/dialect-stablehlo';
import { CostError } from '../cost-error.ts';

/** The attribute by which a program states the cost of a call: `{flops = 1.0e12, bytes = 3.0e9}`. */
export const COST_ATTRIBUTE = 'shardform.cost';

/** The cost of one execution of a call on one device. */
export interface StatedCost {
  readonly flops: number;
  /** Between the device and its memory; `null` for operands and results once. */
  readonly bytes: number | null;
}

/** Returns the cost that a call states; `null` for none. @throws CostError for an attribute of another form. */
export function statedCost(op: Operation): StatedCost | null {
  const attribute = op.getAttr(COST_ATTRIBUTE);
  if (attribute === null) return null;
  const fields = attribute instanceof DictionaryAttr ? attribute : DictionaryAttr.empty;
  const flops = amountOf(fields, 'flops');
  const bytes = amountOf(fields, 'bytes');
  const isKnown = fields.entries.every(([name]) => name === 'flops' || name === 'bytes');
  if (flops === null || !isKnown || (bytes === null && fields.get('bytes') !== null))
    throw new CostError(
      op,
      `'${COST_ATTRIBUTE}' is ${String(attribute)} where {flops = 1.0e12, bytes = 3.0e9} was expected: numbers of at least 0, of which 'bytes' may be missing`,
    );
  return { flops, bytes };
}

function amountOf(fields: DictionaryAttr, name: string): number | null {
  const attribute = fields.get(name);
  const number =
    attribute instanceof FloatAttr || attribute instanceof IntegerAttr ? Number(attribute.value) : NaN;
  return number >= 0 && number < Infinity ? number : null;
}

/** Returns the names of a call by which a cost may be given: that of its kernel, where it has one, and its target. */
export function costNames(op: CustomCallOp): readonly string[] {
  const kernel = callAttribute(op, 'kernel_name', 'name');
  const target = op.callTargetName.value;
  return typeof kernel === 'string' && kernel !== '' && kernel !== target ? [kernel, target] : [target];
}
