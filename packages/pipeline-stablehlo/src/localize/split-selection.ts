import * as sdy from '@shardform/dialect-sdy';
import * as hlo from '@shardform/dialect-stablehlo';
import {
  Builder,
  cloneRegionInto,
  DenseArrayAttr,
  DenseElementsAttr,
  i1,
  i64,
  i64Attr,
  IrMapping,
  type RankedTensorType,
  type Value,
  zip,
} from '@shardform/ir-core';
import { buildReducer } from '@shardform/passes-sharding';
import { CollectiveBuilder } from './collective-builder.ts';
import type { LocalSite } from './local-site.ts';

/** The dimension along which an argmax of split elements selects, and the axis that splits it. */
export interface SplitSelection {
  readonly dim: number;
  readonly axes: sdy.AxisRefListAttr[];
}

/**
 * Takes the gather away from an argmax whose operand is gathered along what it selects in: devices select in their
 * parts, and among what they selected. Positions, which all devices count, are sliced as the operand is.
 *
 * @returns how the operand is split; `null` for another operation, which is left as it is.
 */
export function splitSelection(op: hlo.ReduceOp, site: LocalSite): SplitSelection | null {
  const [elements, positions] = op.inputs;
  const [dim, other] = op.dimensions.numbers();
  if (op.inputs.length !== 2 || dim === undefined || other !== undefined || !selects(op)) return null;
  const gather = elements!.definingOp;
  const iota = positions!.definingOp;
  if (!(gather instanceof sdy.AllGatherOp) || !(iota instanceof hlo.IotaOp)) return null;
  const axes = gather.gatheringAxes.value;
  const isOnlyHere = axes.every((list, d) => list.value.length === (d === dim ? 1 : 0));
  const sharding = sdy.getSharding(gather.tensor, site.context);
  if (!isOnlyHere || iota.iotaDimension.number !== dim || sharding === null) return null;
  const slice = sdy.AllSliceOp.create(
    { tensor: iota.output, slicingAxes: gather.gatheringAxes, outSharding: sharding.closed() },
    [iota.output.type],
    { location: op.location },
  );
  slice.moveBefore(op);
  op.setOperand(0, gather.tensor);
  op.setOperand(1, slice.result);
  if (gather.hasNoUses()) gather.erase();
  return { dim, axes: [...axes] };
}

/** Returns true if a function of two elements with their positions gives one of the elements and one of the positions. */
function selects({ body }: hlo.ReduceOp): boolean {
  const block = body.entry;
  const returned = block.lastOp?.operandValues() ?? [];
  return (
    returned.length === 2 &&
    returned.every(({ definingOp }, i) => {
      if (!(definingOp instanceof hlo.SelectOp)) return false;
      const left: Value = block.getArgument(i);
      const right: Value = block.getArgument(i + 2);
      return definingOp.onTrue === left && definingOp.onFalse === right;
    })
  );
}

/** Selects among what the devices selected, whose positions become those in the whole. The operands have local types. */
export function lowerSelection(op: hlo.ReduceOp, split: SplitSelection, site: LocalSite): void {
  new SelectionBuilder(op, split, site).build();
}

class SelectionBuilder {
  readonly #op: hlo.ReduceOp;
  readonly #dim: number;
  readonly #axes: readonly sdy.AxisRefListAttr[];
  readonly #builder: Builder;
  readonly #collectives: CollectiveBuilder;

  constructor(op: hlo.ReduceOp, { dim, axes }: SplitSelection, site: LocalSite) {
    this.#op = op;
    this.#dim = dim;
    this.#axes = axes;
    this.#builder = new Builder(site.context);
    this.#builder.setInsertionPoint(op);
    this.#builder.location = op.location;
    this.#collectives = new CollectiveBuilder(this.#builder, site.mesh);
  }

  build(): void {
    const [elements, places] = this.#op.inputs;
    const local = this.#reduced(elements!);
    const element = this.#at(local[1]!, elements!);
    const [lhs, rhs] = [hlo.tensorOf(local[1]), hlo.tensorOf(this.#firstAlong(places!))];
    const position = this.#builder.create(hlo.AddOp, { lhs, rhs }, [lhs.type]).result;
    const chosen = this.#reduced(this.#gathered(element));
    const result = this.#at(chosen[1]!, this.#gathered(position));
    const op = this.#op;
    op.replaceAllUsesWith([chosen[0]!, result]);
    op.erase();
  }

  /** The argmax of a tensor, whose positions are counted anew. */
  #reduced(elements: Value): readonly Value[] {
    const op = this.#op;
    const counted = this.#iota(elements);
    const made = this.#builder.create(
      hlo.ReduceOp,
      { inputs: [elements, counted], initValues: op.initValues, dimensions: op.dimensions },
      zip([...op.results], [elements, counted]).map(([{ type }, input]) =>
        hlo.tensorType(type).withShape(this.#without(hlo.tensorType(input.type))),
      ),
    );
    cloneRegionInto(op.body, made.body, new IrMapping());
    return made.results;
  }

  /** The element of each line that is at a position. */
  #at(position: Value, elements: Value): Value {
    const { type } = hlo.tensorOf(elements);
    const integers = hlo.tensorType(position.type).elementType;
    const dims = type.shape.map((_, d) => d).filter((d) => d !== this.#dim);
    const spread = this.#builder.create(
      hlo.BroadcastInDimOp,
      { operand: hlo.tensorOf(position), broadcastDimensions: DenseArrayAttr.get(i64, dims) },
      [type.withElementType(integers)],
    ).result;
    const counted = this.#iota(elements);
    const attrs = {
      lhs: hlo.tensorOf(counted),
      rhs: spread,
      comparisonDirection: hlo.ComparisonDirectionAttr.get('EQ'),
    };
    const isThere = this.#builder.create(hlo.CompareOp, attrs, [type.withElementType(i1)]).result;
    const others = this.#zero(type);
    const kept = this.#builder.create(
      hlo.SelectOp,
      { pred: isThere, onTrue: hlo.tensorOf(elements), onFalse: others },
      [type],
    ).result;
    const start = this.#zero(type.withShape([]));
    const made = this.#builder.create(
      hlo.ReduceOp,
      { inputs: [kept], initValues: [start], dimensions: this.#op.dimensions },
      [type.withShape(this.#without(type))],
    );
    buildReducer(made.body, type, 'sum', this.#builder);
    return made.getResult();
  }

  /** Where a device's part begins. */
  #firstAlong(places: Value): Value {
    const operand = hlo.tensorOf(places);
    const limits = operand.type.shape.map((size, d) => (d === this.#dim ? 1 : size));
    const list = (numbers: readonly number[]): DenseArrayAttr => DenseArrayAttr.get(i64, numbers);
    const slice = this.#builder.create(
      hlo.SliceOp,
      {
        operand,
        startIndices: list(limits.map(() => 0)),
        limitIndices: list(limits),
        strides: list(limits.map(() => 1)),
      },
      [operand.type.withShape(limits)],
    );
    return this.#reshape(slice.result, this.#without(operand.type));
  }

  /** What all devices of the axis have, side by side. */
  #gathered(value: Value): Value {
    const { shape } = hlo.tensorType(value.type);
    return this.#collectives.allGather(this.#reshape(value, shape.toSpliced(this.#dim, 0, 1)), this.#axes);
  }

  #iota(like: Value): Value {
    const [, places] = this.#op.initValues;
    const type = hlo.tensorType(like.type).withElementType(hlo.tensorType(places!.type).elementType);
    return this.#builder.create(hlo.IotaOp, { iotaDimension: i64Attr(this.#dim) }, [type]).output;
  }

  #reshape(value: Value, shape: readonly number[]): Value {
    const operand = hlo.tensorOf(value);
    return this.#builder.create(hlo.ReshapeOp, { operand }, [operand.type.withShape(shape)]).result;
  }

  #zero(type: RankedTensorType): hlo.ConstantOp['output'] {
    const value = DenseElementsAttr.splat(type, 0);
    return this.#builder.create(hlo.ConstantOp, { value }, [type]).output;
  }

  #without({ shape }: RankedTensorType): number[] {
    return shape.toSpliced(this.#dim, 1);
  }
}
