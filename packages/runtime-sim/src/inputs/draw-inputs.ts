import type { FuncOp } from '@shardform/dialect-func';
import { bitWidth, isFloatKind } from '@shardform/ir-core';
import {
  type ArrayKind,
  type Distribution,
  isComplexKind,
  type NdArray,
  randomArray,
} from '../array/index.ts';
import { arrayTypeOf } from '../interpreter/array-type.ts';
import type { ArgumentUse } from './argument-use.ts';
import { usesOf } from './recorded-use.ts';

/**
 * Returns random inputs of a function, deterministic in the seed, drawn by the use of the arguments: weights with the
 * deviation of common initializers, so that a training step is not chaotic; in-bounds indices; positive operands of
 * roots.
 *
 * @param deviation standard deviation of all floating-point numbers, whatever their use; `null` to draw by use.
 * @param reference a function of the same arguments, whose use of them comes first; `null` if there is none.
 * @returns `null` for inputs of types that can't be executed.
 */
export function drawInputs(
  func: FuncOp,
  seed: number,
  deviation: number | null,
  reference: FuncOp | null = null,
): (NdArray | null)[] {
  const uses = usesWith(func, reference);
  return func.functionType.inputs.map((type, i) => {
    const wanted = arrayTypeOf(type);
    if (wanted === null) return null;
    const { kind, shape } = wanted;
    const isNumber = isComplexKind(kind) || isFloatKind(kind);
    const distribution = isNumber && deviation !== null ? { deviation } : distributionOf(kind, uses[i]);
    // Neighbouring seeds of the generator give unrelated arrays.
    return randomArray(kind, shape, seed * 65536 + i, distribution);
  });
}

/** The uses by a reference say which inputs are valid; where they tell nothing, those by the function itself do. */
function usesWith(func: FuncOp, reference: FuncOp | null): ArgumentUse[] {
  const own = usesOf(func);
  const wanted = reference === null ? [] : usesOf(reference);
  return own.map((use, i) => (UNTOLD.has(wanted[i]?.kind ?? 'data') ? use : wanted[i]));
}

/** Uses that are assumed where none is found. */
const UNTOLD: ReadonlySet<ArgumentUse['kind']> = new Set(['data', 'count']);

function distributionOf(kind: ArrayKind, use: ArgumentUse): Distribution {
  switch (use.kind) {
    case 'weight':
      return { deviation: 1 / Math.sqrt(Math.max(1, use.fanIn)) };
    case 'scale':
      return { mean: 1, deviation: 0.1 };
    case 'offset':
      return { deviation: 0.1 };
    case 'positive':
      return { shape: 'uniform', low: 0.1, high: 1.5 };
    case 'index':
      return { low: 0, high: use.last };
    case 'count':
      return { low: 1, high: 10 };
    case 'bits':
      return { low: 0, high: isComplexKind(kind) ? 0 : 2 ** Math.min(bitWidth(kind), 53) - 1 };
    case 'data':
      return {};
  }
}
