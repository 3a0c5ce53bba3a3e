import { SelectOp, tripCount, WhileOp } from '@shardform/dialect-stablehlo';
import { type Operation, product, type Value } from '@shardform/ir-core';
import type { AttentionGroup } from './attention-group.ts';
import { elementValue } from './element-value.ts';
import { ExpressionNumbers } from './expression-numbers.ts';
import { sizesOf } from './score-kinds.ts';
import { placeOf } from './tensor-index.ts';

/** Masked scores are this or less, and so are those that a bias masks: softmax makes them 0. */
const MASKED = -1e4;

/** Number of elements that are looked at of larger masks. */
const SAMPLES = 2048;

/** The fractions of the pairs of queries and keys that masks leave, as far as positions determine them. */
export class VisibleFractions {
  readonly #expressions = new ExpressionNumbers();
  readonly #known = new Map<string, number>();

  of(group: AttentionGroup): number {
    let least = 1;
    for (const op of group.members) {
      const mask = maskOf(op, group);
      if (mask === null) continue;
      const key = [
        mask.kind,
        ...mask.of.map((value) => this.#expressions.of(value)),
        sizesOf(op.getResult()),
      ].join();
      const fraction = this.#known.get(key) ?? fractionOf(op, mask);
      this.#known.set(key, fraction);
      least = Math.min(least, fraction);
    }
    return least;
  }
}

type Visible = (index: readonly number[], trips: ReadonlyMap<WhileOp, number>) => boolean;

/** A mask: masks of the same kind, computed of the same values, hide the same. */
interface Mask {
  readonly kind: string;
  readonly of: readonly Value[];
  readonly isVisible: Visible;
}

/** The mask that an operation applies to scores; `null` for others. */
function maskOf(op: Operation, { members, scores, pass }: AttentionGroup): Mask | null {
  if (op instanceof SelectOp) {
    const { pred, onTrue, onFalse } = op;
    if (scores.has(onTrue) === scores.has(onFalse)) return null;
    const [kept, other] = scores.has(onTrue) ? [1, onFalse] : [0, onTrue];
    return {
      kind: `select ${kept} ${pass}`,
      of: [pred, other],
      isVisible(index, trips) {
        const chosen = elementValue(pred, sizesOf(pred).length === 0 ? [] : index, trips);
        if (chosen === null || chosen === kept) return true;
        const constant = elementValue(other, index, trips);
        // The gradients of masked scores are 0.
        return constant === null || (constant > MASKED && !(pass === 'backward' && constant === 0));
      },
    };
  }
  if (op.name !== 'stablehlo.add') return null;
  const [first, second] = op.operandValues();
  if (scores.has(first) === scores.has(second)) return null;
  const bias = scores.has(first) ? second : first;
  // Sums of rows are no masks.
  if (bias.definingOp !== null && members.has(bias.definingOp)) return null;
  return {
    kind: 'add',
    of: [bias],
    isVisible: (index, trips) => (elementValue(bias, index, trips) ?? 0) > MASKED,
  };
}

function fractionOf(op: Operation, { of, isVisible }: Mask): number {
  const sizes = sizesOf(op.getResult());
  const loops = loopsAround(op);
  if (!isOfPositions(of[0], loops)) return 1;
  const all = [...sizes, ...loops.map(([, trips]) => trips)];
  const count = product(all);
  const samples = Math.min(count, SAMPLES);
  const steps = count <= SAMPLES ? null : irrationals(all.length);
  let seen = 0;
  for (let i = 0; i < samples; i += 1) {
    const place =
      steps === null
        ? placeOf(i, all)
        : all.map((size, d) => Math.floor(size * (((i + 0.5) * steps[d]) % 1)));
    const trips = new Map(loops.map(([loop], k) => [loop, place[sizes.length + k]] as const));
    if (isVisible(place.slice(0, sizes.length), trips)) seen += 1;
  }
  return seen / samples;
}

/** Whether positions determine the first element of a mask. */
function isOfPositions(mask: Value, loops: readonly (readonly [WhileOp, number])[]): boolean {
  const first = sizesOf(mask).map(() => 0);
  return elementValue(mask, first, new Map(loops.map(([loop]) => [loop, 0] as const))) !== null;
}

/** The loops that an operation is in whose numbers of iterations are known, with these. */
function loopsAround(op: Operation): (readonly [WhileOp, number])[] {
  const found: (readonly [WhileOp, number])[] = [];
  for (let around = op.parentOp; around !== null; around = around.parentOp) {
    const trips = around instanceof WhileOp ? tripCount(around) : null;
    if (around instanceof WhileOp && trips !== null && trips > 0) found.push([around, trips]);
  }
  return found;
}

/** Steps of which multiples fill a space evenly: powers of the root of `x^(d+1) = x + 1` (R-sequences). */
function irrationals(dimensions: number): readonly number[] {
  let root = 2;
  for (let i = 0; i < 30; i += 1) root = (1 + root) ** (1 / (dimensions + 1));
  return Array.from({ length: dimensions }, (_, d) => root ** -(d + 1));
}
