import { BroadcastInDimOp, DotGeneralOp, ReduceOp } from '@shardform/dialect-stablehlo';
import type { Block, Operation, Value } from '@shardform/ir-core';
import { type Labels, labelsAbove, labelsBelow } from './dimension-labels.ts';
import { elementCount, isPointwise, sizesOf } from './score-kinds.ts';

/** A product that makes a tensor of scores, or takes one. */
export interface ScoreProduct {
  readonly op: DotGeneralOp;
  /** The operand that is the scores, of a product that takes them. */
  readonly operand: 0 | 1;
}

/**
 * The operations of a block around a tensor of scores: what is computed of it for each element, the sums and maxima of its rows, and
 * the products at its borders.
 */
export class ScoreRegion {
  /** With the labels of dimensions. */
  readonly scores = new Map<Value, Labels>();
  readonly members = new Set<Operation>();
  /** Products whose results are scores. */
  readonly producers = new Set<DotGeneralOp>();
  /** Products that take scores. */
  readonly consumers = new Map<DotGeneralOp, ScoreProduct>();
  readonly #reductions = new Map<ReduceOp, Labels>();
  readonly #rows = new Set<Value>();
  readonly #block: Block;
  readonly #count: number;
  readonly #pending: Value[] = [];
  readonly #pendingRows: Value[] = [];
  readonly #reaches = new Map<Value, boolean>();

  /** @param seeds tensors of scores that the block has, of as many elements and with the same dimensions in the same order. */
  constructor(block: Block, seeds: readonly Value[]) {
    this.#block = block;
    this.#count = Math.max(0, ...seeds.map(elementCount));
    for (const seed of seeds) this.#add(seed, ownLabels(sizesOf(seed)));
    while (this.#pending.length + this.#pendingRows.length > 0) {
      const value = this.#pending.pop();
      if (value !== undefined) this.#spread(value);
      else this.#spreadRow(this.#pendingRows.pop()!);
    }
  }

  /**
   * The label of keys: the dimension that rows are summed along, or along which what is subtracted from scores is repeated. `null`
   * where that is none or several.
   */
  get keyLabel(): number | null {
    const found = new Set<number>();
    for (const labels of this.#reductions.values()) if (labels.length === 1) found.add(labels[0]);
    if (found.size === 0) for (const label of this.#repeated()) found.add(label);
    const label = found.size === 1 ? [...found][0] : -1;
    return label < 0 ? null : label;
  }

  /** The labels along which a product that takes scores adds them. */
  contracted({ op, operand }: ScoreProduct): readonly number[] {
    const labels = this.scores.get(op.getOperand(operand)) ?? [];
    const { lhsContractingDimensions, rhsContractingDimensions } = op.dotDimensionNumbers;
    return (operand === 0 ? lhsContractingDimensions : rhsContractingDimensions).map((d) => labels[d]);
  }

  #isInside(op: Operation): boolean {
    return op.parent === this.#block;
  }

  #add(value: Value, labels: Labels): void {
    if (this.scores.has(value)) return;
    this.scores.set(value, labels);
    this.#pending.push(value);
  }

  #spread(value: Value): void {
    const labels = this.scores.get(value)!;
    const source = value.definingOp;
    if (source instanceof DotGeneralOp && this.#isInside(source)) {
      this.producers.add(source);
      this.members.add(source);
    } else if (source !== null && this.#isInside(source) && isPointwise(source)) {
      this.members.add(source);
      for (const operand of source.operandValues())
        if (elementCount(operand) === this.#count && this.#reachesProduct(operand))
          this.#add(operand, labelsAbove(source, labels));
    }
    for (const { owner, index } of value.uses()) {
      if (!this.#isInside(owner)) continue;
      if (owner instanceof DotGeneralOp) {
        this.consumers.set(owner, { op: owner, operand: index === 0 ? 0 : 1 });
        this.members.add(owner);
      } else if (isPointwise(owner) && elementCount(owner.getResult()) === this.#count) {
        this.members.add(owner);
        this.#add(owner.getResult(), labelsBelow(owner, labels));
      } else if (owner instanceof ReduceOp && owner.results.length === 1) {
        this.members.add(owner);
        this.#reductions.set(
          owner,
          owner.dimensions.numbers().map((d) => labels[d]),
        );
        this.#addRow(owner.getResult());
      }
    }
  }

  #addRow(value: Value): void {
    if (this.#rows.has(value)) return;
    this.#rows.add(value);
    this.#pendingRows.push(value);
  }

  #spreadRow(value: Value): void {
    for (const { owner } of value.uses()) {
      const isReduction = owner instanceof ReduceOp && owner.results.length === 1;
      if (!this.#isInside(owner) || !(isPointwise(owner) || isReduction)) continue;
      const result = owner.getResult();
      if (this.scores.has(result)) continue;
      this.members.add(owner);
      this.#addRow(result);
    }
  }

  /** Whether a value is computed of a product of the block, element by element. */
  #reachesProduct(value: Value): boolean {
    const known = this.#reaches.get(value) ?? this.scores.has(value);
    if (known || this.#reaches.has(value)) return known;
    this.#reaches.set(value, false);
    const source = value.definingOp;
    const found =
      source !== null &&
      this.#isInside(source) &&
      (source instanceof DotGeneralOp ||
        (isPointwise(source) &&
          source
            .operandValues()
            .some((operand) => elementCount(operand) === this.#count && this.#reachesProduct(operand))));
    this.#reaches.set(value, found);
    return found;
  }

  /** Labels along which smaller tensors are repeated before they meet scores. */
  *#repeated(): Iterable<number> {
    for (const [value, labels] of this.scores) {
      for (const operand of value.definingOp?.operandValues() ?? []) {
        const source = operand.definingOp;
        if (!(source instanceof BroadcastInDimOp) || this.scores.has(operand)) continue;
        const [inner, kept] = [sizesOf(source.operand), source.broadcastDimensions.numbers()];
        if (elementCount(operand) !== this.#count || elementCount(source.operand) === 1) continue;
        const own = new Set(kept.filter((_, i) => inner[i] !== 1));
        const missing = labels.filter((label, d) => label >= 0 && !own.has(d));
        if (missing.length === 1) yield missing[0];
      }
    }
  }
}

/** Numbers of the dimensions that have several elements. */
function ownLabels(sizes: readonly number[]): Labels {
  let next = 0;
  return sizes.map((size) => (size === 1 ? -1 : next++));
}
