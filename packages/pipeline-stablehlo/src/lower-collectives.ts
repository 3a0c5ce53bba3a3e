import {
  type Block,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  i64Attr,
  type Location,
  type Operation,
  RankedTensorType,
  type Region,
  ui32,
  type Value,
} from '@shardform/ir-core';
import * as sdy from '@shardform/dialect-sdy';
import * as hlo from '@shardform/dialect-stablehlo';
import { replicaGroups } from './replica-groups.ts';

/** The channel that all collectives of the pipeline use: between devices. */
const CHANNEL = /* @__PURE__ */ hlo.ChannelHandleAttr.get(1, hlo.channelType.deviceToDevice);

/**
 * Replaces a collective of sdy by StableHLO's, one per mesh axis, on local shapes.
 *
 * @param input the local value that the collective reads.
 * @returns the local result, or `null` when the collective has no lowering.
 */
export function lowerCollective(op: Operation, input: Value, mesh: sdy.MeshAttr): Value | null {
  const lowering = new CollectiveLowering(op, mesh);
  if (op instanceof sdy.AllReduceOp) {
    return lowering.allReduce(input, op.reductionAxes.axes, op.reduction);
  }
  if (op instanceof sdy.AllGatherOp) return lowering.allGather(input, op.gatheringAxes.lists);
  if (op instanceof sdy.ReduceScatterOp) {
    return lowering.reduceScatter(input, op.reduceScatterAxes.lists, op.reduction);
  }
  if (op instanceof sdy.AllToAllOp) return lowering.allToAll(input, op.params.params);
  if (op instanceof sdy.AllSliceOp) return lowering.allSlice(input, op.slicingAxes.lists);
  return null;
}

class CollectiveLowering {
  readonly #block: Block;
  readonly #anchor: Operation;
  readonly #location: Location;
  readonly #mesh: sdy.MeshAttr;

  constructor(op: Operation, mesh: sdy.MeshAttr) {
    // Collectives stand in the block of a manual computation.
    this.#block = op.parent!;
    this.#anchor = op;
    this.#location = op.location;
    this.#mesh = mesh;
  }

  #insert<T extends Operation>(op: T): T {
    this.#block.insertBefore(op, this.#anchor);
    return op;
  }

  #typeOf(value: Value): RankedTensorType {
    return hlo.tensorType(value.type);
  }

  allReduce(input: Value, axes: readonly sdy.AxisRefAttr[], reduction: sdy.ReductionOp): Value {
    let value = input;
    for (const axis of axes) {
      const op = hlo.AllReduceOp.create(
        { operands: [value], replicaGroups: replicaGroups(this.#mesh, [axis]), channelHandle: CHANNEL },
        [value.type],
        { location: this.#location },
      );
      addReducer(op.computation, this.#typeOf(value), reduction, this.#location);
      value = this.#insert(op).getResult();
    }
    return value;
  }

  allGather(input: Value, lists: readonly sdy.AxisRefListAttr[]): Value {
    let value = input;
    lists.forEach(({ axes }, dim) => {
      // The minor axis holds neighbouring parts: it is gathered first.
      for (const axis of [...axes].reverse()) {
        const type = this.#typeOf(value);
        const gathered = type.withShape(
          type.shape.map((size, d) => (d === dim ? size * axis.size(this.#mesh) : size)),
        );
        const op = hlo.AllGatherOp.create(
          {
            operands: [value],
            allGatherDim: i64Attr(dim),
            replicaGroups: replicaGroups(this.#mesh, [axis]),
            channelHandle: CHANNEL,
          },
          [gathered],
          { location: this.#location },
        );
        value = this.#insert(op).getResult();
      }
    });
    return value;
  }

  reduceScatter(input: Value, lists: readonly sdy.AxisRefListAttr[], reduction: sdy.ReductionOp): Value {
    let value = input;
    lists.forEach(({ axes }, dim) => {
      for (const axis of axes) {
        const type = this.#typeOf(value);
        const scattered = type.withShape(
          type.shape.map((size, d) => (d === dim ? size / axis.size(this.#mesh) : size)),
        );
        const op = hlo.ReduceScatterOp.create(
          {
            operand: value,
            scatterDimension: i64Attr(dim),
            replicaGroups: replicaGroups(this.#mesh, [axis]),
            channelHandle: CHANNEL,
          },
          [scattered],
          { location: this.#location },
        );
        addReducer(op.computation, type, reduction, this.#location);
        value = this.#insert(op).getResult();
      }
    });
    return value;
  }

  /** Each device takes its part: a slice whose place is looked up by the device's number. */
  allSlice(input: Value, lists: readonly sdy.AxisRefListAttr[]): Value {
    const type = this.#typeOf(input);
    const sizes = type.shape.map((size, d) => size / this.#sizeOf(lists[d]!.axes));
    const id = this.#insert(
      hlo.PartitionIdOp.create({}, [RankedTensorType.get([], ui32)], { location: this.#location }),
    ).result;
    const starts = lists.map(({ axes }, d) => this.#partStart(id, axes, sizes[d]!));
    const op = hlo.DynamicSliceOp.create(
      { operand: input, startIndices: starts, sliceSizes: DenseArrayAttr.get(i64, sizes) },
      [type.withShape(sizes)],
      { location: this.#location },
    );
    return this.#insert(op).result;
  }

  #sizeOf(axes: readonly sdy.AxisRefAttr[]): number {
    return axes.reduce((product, axis) => product * axis.size(this.#mesh), 1);
  }

  /** The index at which the part of the running device begins along one dimension. */
  #partStart(id: Value, axes: readonly sdy.AxisRefAttr[], size: number): Value {
    const location = this.#location;
    const scalar = RankedTensorType.get([], i64);
    if (axes.length === 0) {
      return this.#insert(
        hlo.ConstantOp.create({ value: DenseElementsAttr.splat(scalar, 0) }, [scalar], { location }),
      ).output;
    }
    const starts = new Array<number>(sdy.deviceCount(this.#mesh));
    for (let position = 0; position < starts.length; position++) {
      starts[sdy.deviceAt(this.#mesh, position)] = sdy.shardIndex(axes, position, this.#mesh) * size;
    }
    const tableType = RankedTensorType.get([starts.length], i64);
    const value = DenseElementsAttr.fromNumbers(tableType, starts);
    const table = this.#insert(hlo.ConstantOp.create({ value }, [tableType], { location }));
    const one = RankedTensorType.get([1], i64);
    const entry = this.#insert(
      hlo.DynamicSliceOp.create(
        { operand: table.output, startIndices: [id], sliceSizes: DenseArrayAttr.get(i64, [1]) },
        [one],
        { location },
      ),
    );
    return this.#insert(hlo.ReshapeOp.create({ operand: entry.result }, [scalar], { location })).result;
  }

  allToAll(input: Value, params: readonly sdy.AllToAllParamAttr[]): Value {
    let value = input;
    for (const { axes, sourceDim, targetDim } of params) {
      const type = this.#typeOf(value);
      const count = this.#sizeOf(axes);
      const exchanged = type.withShape(
        type.shape.map((size, d) => (d === sourceDim ? size * count : d === targetDim ? size / count : size)),
      );
      const op = hlo.AllToAllOp.create(
        {
          operands: [value],
          splitDimension: i64Attr(targetDim),
          concatDimension: i64Attr(sourceDim),
          splitCount: i64Attr(count),
          replicaGroups: replicaGroups(this.#mesh, axes),
          channelHandle: CHANNEL,
        },
        [exchanged],
        { location: this.#location },
      );
      value = this.#insert(op).getResult();
    }
    return value;
  }
}

const REDUCERS = { sum: hlo.AddOp, max: hlo.MaxOp, min: hlo.MinOp } as const;

/** Fills a reduction's region: one operation on two scalars. */
function addReducer(
  region: Region,
  type: RankedTensorType,
  reduction: sdy.ReductionOp,
  location: Location,
): void {
  const scalar = RankedTensorType.get([], type.elementType);
  const block = region.addBlock();
  const lhs = block.addArgument(scalar, location);
  const rhs = block.addArgument(scalar, location);
  const op = REDUCERS[reduction].create({ lhs, rhs }, [scalar], { location });
  block.append(op);
  block.append(hlo.ReturnOp.create({ results: [op.getResult()] }, [], { location }));
}
