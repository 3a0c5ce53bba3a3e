import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { IntegerAttr, type Type } from '@shardform/ir-core';
import { bytesOfType } from '../cost/operation-cost.ts';

/**
 * Which argument's memory each result takes, by number of the result: as `tf.aliasing_output` says, and then the first
 * result of equal size for each argument that is donated with `jax.buffer_donor`, as XLA chooses them.
 */
export function donatedArguments(func: FuncOp): ReadonlyMap<number, number> {
  const { inputs, results } = func.functionType;
  const found = new Map<number, number>();
  const donors: number[] = [];
  inputs.forEach((_, argument) => {
    const attributes = valueAttrs(func, 'arg_attrs', argument);
    const output = attributes.get('tf.aliasing_output') ?? attributes.get('mhlo.aliasing_output');
    const donor = attributes.get('jax.buffer_donor');
    if (output instanceof IntegerAttr) found.set(output.number, argument);
    else if (donor instanceof IntegerAttr && donor.number !== 0) donors.push(argument);
  });
  for (const argument of donors) {
    const result = results.findIndex((type: Type, i) => !found.has(i) && sameSize(type, inputs[argument]!));
    if (result >= 0) found.set(result, argument);
  }
  return found;
}

function sameSize(a: Type, b: Type): boolean {
  return bytesOfType(a) > 0 && bytesOfType(a) === bytesOfType(b);
}
