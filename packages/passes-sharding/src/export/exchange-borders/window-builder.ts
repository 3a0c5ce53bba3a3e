import type { AxisList } from '@shardform/dialect-sdy';
import {
  AndOp,
  BroadcastInDimOp,
  CompareOp,
  ComparisonDirectionAttr,
  IotaOp,
  SelectOp,
} from '@shardform/dialect-stablehlo';
import { DenseArrayAttr, i64, i64Attr, RankedTensorType, type Tensor } from '@shardform/ir-core';
import { buildIntegerScalar, buildLookUp, type IntegerScalar } from '../device-id.ts';
import type { ManualBuilder } from '../manual-builder.ts';
import type { Block, ExchangePlan, Piece } from './exchange-plan.ts';

/** A scalar for the elements of windows that no input has. */
export interface Filler {
  readonly value: Tensor;
  /**
   * `zero` if it is known to be zero, which devices have where nobody sends them anything; `any` if it doesn't matter
   * what these elements are.
   */
  readonly kind: 'given' | 'zero' | 'any';
}

/** Builds the windows of devices along one dimension, inside a manual computation. */
export class WindowBuilder {
  readonly #manual: ManualBuilder;
  readonly #dim: number;
  readonly #axes: AxisList;
  readonly #filler: Filler;
  #number: IntegerScalar | null = null;

  constructor(manual: ManualBuilder, dim: number, axes: AxisList, filler: Filler) {
    this.#manual = manual;
    this.#dim = dim;
    this.#axes = axes;
    this.#filler = filler;
  }

  /** Builds the window of a plan from the shards of its inputs. */
  build(inputs: readonly Tensor[], plan: ExchangePlan): Tensor {
    const blocks = plan.blocks.map((block) => ({ block, value: this.#blockValue(inputs, block) }));
    const places = plan.blocks.map(commonPlace);
    const model = inputs[0]!;
    return places.every((place) => place !== null) && areApart(plan.blocks, plan.window)
      ? this.#joined(blocks, plan.window, model)
      : this.#placed(blocks, plan.window, model);
  }

  /** Blocks that all devices have at the same places, one after the other. */
  #joined(blocks: readonly BuiltBlock[], window: number, model: Tensor): Tensor {
    const inOrder = blocks.toSorted((a, b) => commonPlace(a.block)! - commonPlace(b.block)!);
    const segments: Tensor[] = [];
    let end = 0;
    for (const { block, value } of inOrder) {
      const at = commonPlace(block)!;
      if (at > end) segments.push(this.#filled(at - end, model));
      segments.push(this.#masked(value, block));
      end = at + block.size;
    }
    if (end < window) segments.push(this.#filled(window - end, model));
    return segments.length === 1 ? segments[0]! : this.#manual.concatenate(segments, this.#dim);
  }

  /** Blocks that devices have at different places, each selected where its piece belongs. */
  #placed(blocks: readonly BuiltBlock[], window: number, model: Tensor): Tensor {
    let result = this.#filled(window, model);
    for (const { block, value } of blocks) {
      const [ats, lengths] = [this.#table(block, 'at'), this.#table(block, 'length')];
      const places = this.#numbers(block.pieces.map((piece) => [piece.target, placeOf(piece, block)]));
      const spread = this.#padded(value, window, window);
      const start = this.#lookUp(places.map((place) => window - place));
      const placed = this.#manual.rangeOf(spread, this.#dim, start, window);
      const ends = ats.map((at, i) => at + lengths[i]!);
      result = this.#select(this.#isBetween(ats, ends, placed), placed, result);
    }
    return result;
  }

  /** The longest piece, cut or received; what devices with a shorter one have behind it is any element. */
  #blockValue(inputs: readonly Tensor[], block: Block): Tensor {
    if (!block.isSent) return this.#cut(inputs[block.pieces[0]!.input]!, block, 'target');
    const used = [...new Set(block.pieces.map(({ input }) => input))];
    const cuts = used.map((input) => {
      const pieces = block.pieces.filter((piece) => piece.input === input);
      return this.#cut(inputs[input]!, { ...block, pieces }, 'source');
    });
    let operand = cuts[0]!;
    for (const [i, input] of used.entries()) {
      if (i === 0) continue;
      const isSender = this.#flags(
        block.pieces.filter((piece) => piece.input === input).map(({ source }) => source),
      );
      operand = this.#select(isSender, cuts[i]!, operand);
    }
    return this.#manual.exchanged(operand, this.#axes, block.pieces);
  }

  /** The elements from each piece's offset on, on the devices that have it. */
  #cut(input: Tensor, { pieces, size, start }: Block, on: 'source' | 'target'): Tensor {
    const offsets = new Set(start === undefined ? pieces.map(({ offset }) => offset) : [start]);
    const missing = Math.max(...offsets) + size - input.type.dimSize(this.#dim);
    const [offset] = offsets;
    const whole = missing > 0 ? this.#padded(input, 0, missing) : input;
    if (offsets.size === 1) return this.#range(whole, offset!, size);
    const table = this.#numbers(pieces.map((piece) => [piece[on], piece.offset]));
    return this.#manual.rangeOf(whole, this.#dim, this.#lookUp(table), size);
  }

  #range(value: Tensor, start: number, size: number): Tensor {
    const { shape } = value.type;
    if (start === 0 && size === shape[this.#dim]) return value;
    return this.#manual.slice(
      value,
      this.#along(value, start, 0),
      shape.map((own, d) => (d === this.#dim ? start + size : own)),
    );
  }

  /** The block with filler where a device's piece is shorter, or missing. */
  #masked(value: Tensor, block: Block): Tensor {
    const lengths = this.#table(block, 'length');
    const { kind } = this.#filler;
    const targets = new Set(block.pieces.map(({ target }) => target));
    const isComplete = lengths.every(
      (length, part) => length === block.size || (!targets.has(part) && block.isSent && kind === 'zero'),
    );
    if (isComplete || kind === 'any') return value;
    const present = lengths.flatMap((length, part) => (length > 0 ? [part] : []));
    const isWhole = lengths.every((length) => length === 0 || length === block.size);
    const begins = this.#numbers(
      block.pieces.map((piece) => [piece.target, piece.at - placeOf(piece, block)]),
    );
    const pred = isWhole
      ? this.#flags(present)
      : this.#isBetween(
          begins,
          begins.map((begin, i) => begin + lengths[i]!),
          value,
        );
    return this.#select(pred, value, this.#filled(block.size, value));
  }

  #filled(size: number, model: Tensor): Tensor {
    const type = model.type.withShape(model.type.shape.map((own, d) => (d === this.#dim ? size : own)));
    return this.#spread(this.#filler.value, type);
  }

  #padded(value: Tensor, low: number, high: number): Tensor {
    const none = this.#along(value, 0, 0);
    const [lows, highs] = [this.#along(value, low, 0), this.#along(value, high, 0)];
    return this.#manual.pad(value, lows, highs, none, this.#filler.value);
  }

  #along({ type }: Tensor, amount: number, otherwise: number): number[] {
    return type.shape.map((_, d) => (d === this.#dim ? amount : otherwise));
  }

  /** A mask of the positions along the dimension from one bound to the other, which depend on the device. */
  #isBetween(starts: readonly number[], ends: readonly number[], model: Tensor): Tensor {
    const { builder } = this.#manual;
    const type = RankedTensorType.get(model.type.shape, i64);
    const iota = this.#manual.inside(
      builder.create(IotaOp, { iotaDimension: i64Attr(this.#dim) }, [type]).output,
    );
    const compare = (bounds: readonly number[], direction: 'GE' | 'LT') => {
      const rhs = this.#spread(this.#lookUp(bounds), type);
      const comparisonDirection = ComparisonDirectionAttr.get(direction);
      return builder.create(CompareOp, { lhs: iota, rhs, comparisonDirection }).result;
    };
    const isBefore = compare(ends, 'LT');
    this.#manual.inside(isBefore);
    if (starts.every((start) => start === 0)) return isBefore;
    const isAfter = compare(starts, 'GE');
    this.#manual.inside(isAfter);
    return this.#manual.inside(
      builder.create(AndOp, { lhs: isAfter, rhs: isBefore }, [isBefore.type]).result,
    );
  }

  /** A scalar that is true on the given devices. */
  #flags(parts: readonly number[]): Tensor {
    const table = this.#numbers(parts.map((part) => [part, 1]));
    const { builder } = this.#manual;
    return builder.create(CompareOp, {
      lhs: this.#lookUp(table),
      rhs: buildIntegerScalar(builder, 1),
      comparisonDirection: ComparisonDirectionAttr.get('EQ'),
    }).result;
  }

  #select(pred: Tensor, onTrue: Tensor, onFalse: Tensor): Tensor {
    // Both are comparisons, of truth values.
    const mask = pred as CompareOp['result'];
    return this.#manual.inside(
      this.#manual.builder.create(SelectOp, { pred: mask, onTrue, onFalse }, [onTrue.type]).result,
    );
  }

  #spread(operand: Tensor, type: RankedTensorType): Tensor {
    const broadcastDimensions = DenseArrayAttr.get(i64, []);
    return this.#manual.inside(
      this.#manual.builder.create(BroadcastInDimOp, { operand, broadcastDimensions }, [type]).result,
    );
  }

  #lookUp(table: readonly number[]): IntegerScalar {
    const { builder } = this.#manual;
    if (table.every((entry) => entry === table[0])) return buildIntegerScalar(builder, table[0]!);
    this.#number ??= this.#manual.shardNumber(this.#axes);
    return buildLookUp(table, this.#number, builder);
  }

  #table({ pieces }: Block, member: 'at' | 'length'): number[] {
    return this.#numbers(pieces.map((piece) => [piece.target, piece[member]]));
  }

  /** Numbers by device; zero for those that have none. */
  #numbers(entries: readonly (readonly [number, number])[]): number[] {
    const table = new Array<number>(this.#manual.partsOf(this.#axes)).fill(0);
    for (const [part, value] of entries) table[part] = value;
    return table;
  }
}

interface BuiltBlock {
  readonly block: Block;
  readonly value: Tensor;
}

/** Where the first element of a block is in the window of a device. */
function placeOf({ at, offset, length }: Piece, { start = offset }: Block): number {
  return length === 0 ? 0 : at - (offset - start);
}

/** Where all devices have their piece of a block; `null` if they have it at different places. */
function commonPlace(block: Block): number | null {
  const [place, ...others] = new Set(
    block.pieces.filter(({ length }) => length > 0).map((piece) => placeOf(piece, block)),
  );
  return place === undefined || others.length > 0 ? null : place;
}

/** Returns whether blocks at common places are inside of the window and don't overlap. */
function areApart(blocks: readonly Block[], window: number): boolean {
  const inOrder = blocks
    .map((block) => ({ at: commonPlace(block)!, size: block.size }))
    .sort((a, b) => a.at - b.at);
  return inOrder.every(({ at, size }, i) => at >= 0 && at + size <= (inOrder[i + 1]?.at ?? window));
}
