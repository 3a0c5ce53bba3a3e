import { argumentName } from '@shardform/inspect';
import { RankedTensorType } from '@shardform/ir-core';
import type { Study } from '../study.ts';
import { functionToSimulate } from '../time/function-to-simulate.ts';

/** Of the arguments and results of the program with fewer of them, the fraction that versions of one program share at least. */
const LEAST_SHARED = 1 / 4;

/**
 * Returns why two programs are not versions of each other; `null` where they may be. Versions share arguments and results: of
 * the same name and kind of elements, of the same type, or, where one of them has no name, of the same kind at the same place.
 * Sizes, shardings and operations may differ between versions, and scalars say nothing.
 */
export function unrelatedText(before: Study, after: Study): string | null {
  const [fewer, more] = [endsOf(before), endsOf(after)].sort((a, b) => a.length - b.length);
  if (fewer === undefined || more === undefined || fewer.length === 0) return null;
  const shared = fewer.filter((own) => more.some((other) => isCounterpart(own, other))).length;
  if (shared >= LEAST_SHARED * fewer.length) return null;
  const count = shared === 0 ? 'none' : `only ${shared}`;
  return `the programs are not versions of each other: ${count} of the ${fewer.length} arguments and results of one ${shared > 1 ? 'have' : 'has'} a counterpart of the same name or type in the other, so that differences say nothing about a change`;
}

/** An argument or a result that is a tensor of some dimensions. */
interface End {
  readonly place: string;
  readonly name: string | null;
  readonly type: RankedTensorType;
}

function endsOf({ module, names }: Study): readonly End[] {
  const func = functionToSimulate(module);
  if (func === null) return [];
  const { inputs, results } = func.functionType;
  const nameOf = (index: number): string | null =>
    argumentName(func, index) ?? ownName(names.reference(func.entry.getArgument(index)));
  const ends = [
    ...inputs.map((type, i) => ({ place: `argument ${i}`, name: nameOf(i), type })),
    ...results.map((type, i) => ({ place: `result ${i}`, name: null, type })),
  ];
  return ends.flatMap(({ type, ...end }) =>
    type instanceof RankedTensorType && type.shape.length > 0 ? [{ ...end, type }] : [],
  );
}

/** The name of a value in a text, unless whoever wrote the text has numbered it. */
function ownName(reference: string | null): string | null {
  return reference === null || /^%(?:arg)?\d+$/.test(reference) ? null : reference;
}

function isCounterpart(a: End, b: End): boolean {
  if (String(a.type) === String(b.type)) return true;
  if (String(a.type.elementType) !== String(b.type.elementType)) return false;
  if (a.name !== null && b.name !== null) return a.name === b.name;
  return a.place === b.place && a.type.shape.length === b.type.shape.length;
}
