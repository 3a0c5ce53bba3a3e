import { argumentName } from '@shardform/inspect';
import { type ModuleOp, RankedTensorType } from '@shardform/ir-core';
import { functionToSimulate } from '../time/function-to-simulate.ts';

/** Of the arguments of the program with fewer of them, the fraction that versions of one program share at least. */
const LEAST_SHARED = 1 / 4;

/**
 * Returns why two programs are not versions of each other; `null` where they may be. Versions share arguments: of the
 * same name and kind where programs have names, of the same kind at the same place where they have none, or of the same
 * type. Sizes, shardings and operations may differ between versions, and scalars say nothing.
 */
export function unrelatedText(before: ModuleOp, after: ModuleOp): string | null {
  const [fewer, more] = [argumentsOf(before), argumentsOf(after)].sort((a, b) => a.length - b.length);
  if (fewer === undefined || more === undefined || fewer.length === 0) return null;
  const shared = fewer.filter((own) => more.some((other) => isCounterpart(own, other))).length;
  if (shared >= LEAST_SHARED * fewer.length) return null;
  const count = shared === 0 ? 'none' : `only ${shared}`;
  const noun = fewer.length === 1 ? 'argument' : `${fewer.length} arguments`;
  return `the programs are not versions of each other: ${count} of the ${noun} of one ${shared > 1 ? 'have' : 'has'} a counterpart of the same name or type in the other, so that differences say nothing about a change`;
}

/** An argument that is a tensor of some dimensions. */
interface ComparedArgument {
  readonly index: number;
  readonly name: string | null;
  readonly type: RankedTensorType;
}

function argumentsOf(module: ModuleOp): readonly ComparedArgument[] {
  const func = functionToSimulate(module);
  return (func?.functionType.inputs ?? []).flatMap((type, index) =>
    type instanceof RankedTensorType && type.shape.length > 0
      ? [{ index, name: argumentName(func!, index), type }]
      : [],
  );
}

function isCounterpart(a: ComparedArgument, b: ComparedArgument): boolean {
  if (String(a.type) === String(b.type)) return true;
  const isSameKind =
    String(a.type.elementType) === String(b.type.elementType) && a.type.shape.length === b.type.shape.length;
  return isSameKind && (a.name === null || b.name === null ? a.index === b.index : a.name === b.name);
}
