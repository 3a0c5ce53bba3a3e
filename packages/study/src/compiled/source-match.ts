import type { Operation } from '@shardform/ir-core';
import type { Instruction } from '@shardform/hlo-module';
import type { CompiledCollective } from './compiled-collective.ts';
import type { InstructionOrigin } from './instruction-origin.ts';
import { operationOf } from './nearest-value.ts';
import type { PartitionedSource } from './partitioned-source.ts';

/** Operations that JAX makes beside the one that a name is of. */
export const BESIDE: ReadonlySet<string> = new Set([
  ...['stablehlo.constant', 'stablehlo.broadcast_in_dim', 'stablehlo.iota', 'stablehlo.convert'],
  ...['stablehlo.reshape', 'stablehlo.compare', 'stablehlo.select', 'stablehlo.return', 'func.return'],
]);

/** Returns those of the operations of the name and place of an instruction that have its opcode, or that JAX does not make beside others. */
export function likelyOperations(
  { opcode }: Instruction,
  candidates: readonly Operation[],
): readonly Operation[] {
  const same = candidates.filter((op) => op.name === operationOf(opcode));
  return same.length > 0 ? same : candidates.filter((op) => !BESIDE.has(op.name));
}

/** Returns the operation that an instruction itself is, of those that have its name and place; `null` for none. */
export function ownOperation(instruction: Instruction, candidates: readonly Operation[]): Operation | null {
  return likelyOperations(instruction, candidates)[0] ?? candidates[0] ?? null;
}

/** Chooses among the operations that have the name and the place of a collective. */
export class SourceMatcher {
  readonly #source: PartitionedSource;
  /** How many collectives were matched with each list of operations. */
  readonly #matched = new Map<string, number>();
  readonly #numbers = new Map<Operation, number>();

  constructor(source: PartitionedSource) {
    this.#source = source;
  }

  /**
   * Returns the operation that a collective was made for. Of operations that nothing tells apart, such as those of unrolled layers, the
   * first collective is that of the first one, and so on: collectives have to be asked for in the order in which they were made.
   *
   * @param isOf tells whether a value of an operation is known to be what is moved.
   */
  choose(
    candidates: readonly Operation[],
    { kind }: CompiledCollective,
    axes: readonly string[],
    { instruction }: InstructionOrigin,
    isOf: (op: Operation) => boolean,
  ): Operation | null {
    if (candidates.length < 2) return candidates[0] ?? null;
    const name = operationOf(instruction.opcode);
    const isSum = kind === 'all_reduce' || kind === 'reduce_scatter';
    const scores = candidates.map((op) => {
      if (BESIDE.has(op.name)) return 0;
      const own = this.#source
        .collectivesOf(op)
        .some(
          (other) =>
            (other.kind === 'all_reduce' || other.kind === 'reduce_scatter') === isSum &&
            other.axisNames.some((axis) => axes.includes(axis)),
        );
      const isSame = isSum && op.name === name;
      return 1 + (isSame ? 1 : 0) + (own ? 2 : 0) + (!isSum && isOf(op) ? 4 : 0);
    });
    const best = Math.max(...scores);
    const found = candidates.filter((_, i) => scores[i] === best);
    if (found.length < 2) return found[0]!;
    const key = `${kind} ${axes.join()} ${found.map((op) => this.#numberOf(op)).join()}`;
    const count = this.#matched.get(key) ?? 0;
    this.#matched.set(key, count + 1);
    return found[count % found.length]!;
  }

  #numberOf(op: Operation): number {
    let number = this.#numbers.get(op);
    if (number === undefined) this.#numbers.set(op, (number = this.#numbers.size));
    return number;
  }
}
