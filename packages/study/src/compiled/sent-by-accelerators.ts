import type { AttributedCollective } from './attribution.ts';
import { arraysText } from './hlo-shapes.ts';

/** Kinds of decisions that compilers for accelerators do not make. */
const OF_CPUS: ReadonlySet<string> = new Set(['not-scattered', 'widened']);

/**
 * Returns a collective that XLA compiled for CPUs as its compilers for GPUs and TPUs execute it: sums of which each device uses its part are
 * reduce-scatters, which are apart from other sums, and floats have the types that the program has for them.
 */
export function sentByAccelerators(own: AttributedCollective): readonly AttributedCollective[] {
  const { arrays } = own;
  const indices = [...arrays.keys()];
  const isScattered = (index: number): boolean => arrays[index]!.usedSlice !== null;
  const parts = [indices.filter(isScattered), indices.filter((index) => !isScattered(index))];
  return parts.filter((part) => part.length > 0).map((part) => partOf(own, part));
}

/** Some arrays of a collective, which are all scattered or none of them is. */
function partOf(own: AttributedCollective, indices: readonly number[]): AttributedCollective {
  const { arrays, moved, widening, decisions } = own;
  const bytesOf = (index: number): number =>
    (arrays[index]!.usedSlice?.bytes ?? arrays[index]!.bytes) / widening;
  const isWhole = indices.length === arrays.length;
  const kind = arrays[indices[0]!]!.usedSlice === null ? own.kind : 'reduce_scatter';
  const types = indices.map((index) => arrays[index]!.usedSlice?.type ?? arraysText([arrays[index]!.result]));
  return {
    ...own,
    kind,
    type: isWhole && kind === own.kind ? own.type : types.join(', '),
    arrays: indices.map((index) => ({ ...arrays[index]!, bytes: bytesOf(index), usedSlice: null })),
    moved: indices.flatMap((index) =>
      moved[index] === undefined ? [] : [{ ...moved[index], bytes: bytesOf(index) }],
    ),
    bytes:
      isWhole && kind === own.kind
        ? own.bytes / widening
        : indices.reduce((sum, index) => sum + bytesOf(index), 0),
    usedSlice: null,
    widening: 1,
    decisions: decisions.filter(({ kind: decision }) => !OF_CPUS.has(decision)),
  };
}
