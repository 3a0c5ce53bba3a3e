import { DotGeneralOp, ExpOp, ReduceOp } from '@shardform/dialect-stablehlo';
import { type Block, type Operation, product, type Value } from '@shardform/ir-core';
import { probabilitySource } from './probability-source.ts';
import { elementCount, isPointwise, sizesOf } from './score-kinds.ts';
import { ScoreRegion } from './score-region.ts';

/** Attention written out in a block: its forward pass, or the one that computes gradients. */
export interface AttentionGroup {
  readonly pass: 'forward' | 'backward';
  readonly block: Block;
  readonly members: ReadonlySet<Operation>;
  /** The tensors of scores. */
  readonly scores: ReadonlySet<Value>;
  /** The first product, after which it is named. */
  readonly main: DotGeneralOp;
  /** Of its products, of all pairs of a query and a key. A backward pass that is given probabilities computes them again. */
  readonly flops: number;
  /** The exponential that the probabilities are computed of. */
  readonly exponential: ExpOp;
}

/** Returns the attention that is written out in a block. */
export function attentionGroups(block: Block): AttentionGroup[] {
  const seen = new Set<Value>();
  const groups: AttentionGroup[] = [];
  for (const seeds of seedsOf(block)) {
    if (seeds.every((seed) => seen.has(seed))) continue;
    const region = new ScoreRegion(block, seeds);
    for (const value of region.scores.keys()) seen.add(value);
    groups.push(...groupsOf(block, region));
  }
  return groups;
}

/**
 * Exponentials, and tensors from outside of the block, or from memory, that are computed of one; those of the same exponential
 * together.
 */
function seedsOf(block: Block): readonly (readonly Value[])[] {
  const counts = new Set(
    [...block].flatMap((op) => (op instanceof DotGeneralOp ? [elementCount(op.result)] : [])),
  );
  const inside: Value[][] = [];
  const outside = new Map<ExpOp, Map<number, Set<Value>>>();
  for (const op of block) {
    if (op instanceof ExpOp && counts.has(elementCount(op.result))) inside.push([op.result]);
    if (!isPointwise(op) && !(op instanceof DotGeneralOp)) continue;
    for (const value of op.operandValues()) {
      const count = elementCount(value);
      const source = value.definingOp;
      const isOutside = source?.parent !== block || !(isPointwise(source) || source instanceof DotGeneralOp);
      const exponential = isOutside && counts.has(count) ? probabilitySource(value) : null;
      if (exponential === null) continue;
      const byCount = outside.get(exponential) ?? new Map<number, Set<Value>>();
      outside.set(exponential, byCount.set(count, (byCount.get(count) ?? new Set()).add(value)));
    }
  }
  return [
    ...inside,
    ...[...outside.values()].flatMap((byCount) => [...byCount.values()].map((set) => [...set])),
  ];
}

function groupsOf(block: Block, region: ScoreRegion): AttentionGroup[] {
  const { keyLabel, members, scores } = region;
  if (keyLabel === null) return [];
  // A block has many regions: the whole of it is not looked through for each.
  const order = [...members].filter((op) => op.parent === block).sort((a, b) => (a.isBefore(b) ? -1 : 1));
  const below = (starts: ReadonlySet<Operation>): Set<Operation> => {
    const found = new Set(starts);
    for (const op of order)
      if (op.operandValues().some(({ definingOp }) => definingOp !== null && found.has(definingOp)))
        found.add(op);
    return found;
  };
  const above = (ends: ReadonlySet<Operation>): Set<Operation> => {
    const found = new Set(ends);
    for (const op of order.toReversed())
      if (op.results.some((result) => result.users().some((user) => found.has(user)))) found.add(op);
    return found;
  };
  const exponentials = order.filter((op): op is ExpOp => op instanceof ExpOp && scores.has(op.result));
  const aboveExponentials = above(new Set(exponentials));
  const gradients = new Set([...region.producers].filter((op) => !aboveExponentials.has(op)));
  const ofGradients = below(gradients);
  const overKeys = (op: DotGeneralOp): boolean =>
    region.contracted(region.consumers.get(op)!).includes(keyLabel);
  const outputs = [...region.consumers.keys()].filter((op) => overKeys(op) && !ofGradients.has(op));
  const forward = above(new Set(outputs));
  const own = exponentials.find((op) => forward.has(op));
  const keys = [...region.producers].filter((op) => forward.has(op));
  const isForward =
    own !== undefined && outputs.length > 0 && keys.length > 0 && areTensorsApart(keys, outputs, region);
  const taken = isForward ? forward : new Set<Operation>();
  const ends = new Set([...region.consumers.keys()].filter((op) => !taken.has(op)));
  const backward = new Set([...above(ends)].filter((op) => !taken.has(op)));
  const found: AttentionGroup[] = [];
  if (isForward) {
    const others = new Set([...ofGradients, ...backward]);
    // What is kept for gradients.
    const kept = [...below(forward)].filter((op) => !others.has(op) && scores.has(op.results[0]));
    for (const op of above(new Set(kept))) if (!others.has(op)) forward.add(op);
    addReductions(forward, order, others);
    found.push({
      ...{ pass: 'forward', block, members: forward, main: keys[0], exponential: own },
      ...{ flops: flopsOf([...keys, ...outputs]), scores: scoresOf(forward, scores) },
    });
  }
  addReductions(backward, order, taken);
  const inner = [...gradients].filter((op) => backward.has(op));
  const results = [...ends].filter((op) => ofGradients.has(op));
  const exponential = exponentials.at(0) ?? outsideExponential(region);
  if (inner.length === 0 || results.length === 0 || exponential === null) return found;
  const recomputed = [...region.producers].filter((op) => backward.has(op) && !gradients.has(op));
  const written = flopsOf([...inner, ...ends, ...recomputed]);
  const again = recomputed.length > 0 ? 0 : flopsOf(results.filter(overKeys).slice(0, 1));
  found.push({
    ...{ pass: 'backward', block, members: backward, main: inner[0], exponential },
    ...{ flops: written + again, scores: scoresOf(backward, scores) },
  });
  return found;
}

/** Sums and maxima of scores are computed with them, also those that other operations need. */
function addReductions(
  members: Set<Operation>,
  order: readonly Operation[],
  others: ReadonlySet<Operation>,
): void {
  for (const op of order) {
    const source = op instanceof ReduceOp && !others.has(op) ? op.getOperand(0).definingOp : null;
    if (source !== null && members.has(source)) members.add(op);
  }
}

/**
 * Whether a head's products have batches, or keys and values are different tensors. Without, it may be a loss over a vocabulary: the
 * product of probabilities and embeddings is the gradient of their product with activations.
 */
function areTensorsApart(
  keys: readonly DotGeneralOp[],
  outputs: readonly DotGeneralOp[],
  region: ScoreRegion,
): boolean {
  if (keys.some((op) => op.dotDimensionNumbers.lhsBatchingDimensions.length > 0)) return true;
  const roots = new Set(keys.flatMap((op) => op.operandValues().map(rootOf)));
  return outputs.every((op) => {
    const { operand } = region.consumers.get(op)!;
    return !roots.has(rootOf(op.getOperand(1 - operand)));
  });
}

/** The tensor that a value is, in another form. */
function rootOf(value: Value): Value {
  const source = value.definingOp;
  return source !== null && isPointwise(source) && source.operands.length === 1
    ? rootOf(source.getOperand(0))
    : value;
}

function outsideExponential({ scores }: ScoreRegion): ExpOp | null {
  for (const value of scores.keys()) {
    const found = probabilitySource(value);
    if (found !== null) return found;
  }
  return null;
}

function scoresOf(members: ReadonlySet<Operation>, scores: ReadonlyMap<Value, unknown>): Set<Value> {
  return new Set(
    [...scores.keys()].filter(({ definingOp }) => definingOp !== null && members.has(definingOp)),
  );
}

function flopsOf(products: readonly DotGeneralOp[]): number {
  return products.reduce((sum, op) => {
    const shape = sizesOf(op.lhs);
    const depth = op.dotDimensionNumbers.lhsContractingDimensions.map((d) => shape[d]);
    return sum + 2 * product(sizesOf(op.result)) * product(depth);
  }, 0);
}
