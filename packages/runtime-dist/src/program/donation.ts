import { bytesOfType } from '@shardform/cost-model';
import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import {
  ArrayAttr,
  type Attribute,
  DenseArrayAttr,
  DictionaryAttr,
  IntegerAttr,
  type Type,
} from '@shardform/ir-core';

/**
 * Returns the argument that each result aliases, by number of the result: as given by `tf.aliasing_output`, or by the
 * module's `mhlo.input_output_alias` for programs from HLO, and then the first result of equal size for each argument
 * that is donated with `jax.buffer_donor`, as XLA chooses them.
 */
export function donatedArguments(func: FuncOp): ReadonlyMap<number, number> {
  const { inputs, results } = func.functionType;
  const found = new Map(aliasesOfModule(func));
  const donors: number[] = [];
  inputs.forEach((_, argument) => {
    const attributes = valueAttrs(func, 'arg_attrs', argument);
    const output = attributes.get('tf.aliasing_output') ?? attributes.get('mhlo.aliasing_output');
    const donor = attributes.get('jax.buffer_donor');
    if (output instanceof IntegerAttr) found.set(output.number, argument);
    else if (donor instanceof IntegerAttr && donor.number !== 0) donors.push(argument);
  });
  for (const argument of donors) {
    const result = results.findIndex((type: Type, i) => !found.has(i) && sameSize(type, inputs[argument]));
    if (result >= 0) found.set(result, argument);
  }
  return found;
}

/** Of `[{alias = {parameter_index = [], parameter_number = 0}, output_index = [1]}, ...]` results and arguments. */
function aliasesOfModule(func: FuncOp): (readonly [result: number, argument: number])[] {
  const list = func.parentOp?.getAttr('mhlo.input_output_alias');
  if (!(list instanceof ArrayAttr) || func.symName.value !== 'main') return [];
  return list.elements.flatMap((entry) => {
    const alias = memberOf(entry, 'alias');
    const number = memberOf(alias, 'parameter_number');
    const within = indicesOf(memberOf(alias, 'parameter_index'));
    const output = indicesOf(memberOf(entry, 'output_index'));
    // A tuple element of an argument has no number of its own.
    if (!(number instanceof IntegerAttr) || within.length > 0 || output.length > 1) return [];
    return [[output[0] ?? 0, number.number] as const];
  });
}

function memberOf(attribute: Attribute | null, name: string): Attribute | null {
  if (!(attribute instanceof DictionaryAttr)) return null;
  return attribute.entries.find(([own]) => own === name)?.[1] ?? null;
}

function indicesOf(attribute: Attribute | null): readonly number[] {
  return attribute instanceof DenseArrayAttr ? attribute.numbers() : [];
}

function sameSize(a: Type, b: Type): boolean {
  return bytesOfType(a) > 0 && bytesOfType(a) === bytesOfType(b);
}
