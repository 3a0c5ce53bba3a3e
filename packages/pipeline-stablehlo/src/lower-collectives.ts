import {
  Builder,
  type Context,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  i64Attr,
  type Operation,
  RankedTensorType,
  ui32,
  type Value,
} from '@shardform/ir-core';
import * as sdy from '@shardform/dialect-sdy';
import * as hlo from '@shardform/dialect-stablehlo';
import { buildLookUp, buildReducer, replicaGroupsAttr } from '@shardform/passes-sharding';

/** The channel that all collectives of the pipeline use: between devices. */
const CHANNEL = /* @__PURE__ */ hlo.ChannelHandleAttr.get(1, hlo.channelType.deviceToDevice);

/**
 * Replaces a collective of sdy by StableHLO's, one per mesh axis, on local shapes.
 *
 * @param input the local value that the collective reads.
 * @returns the local result, or `null` when the collective has no lowering.
 */
export function lowerCollective(
  op: Operation,
  input: Value,
  mesh: sdy.MeshAttr,
  context: Context,
): Value | null {
  const builder = new Builder(context);
  builder.setInsertionPoint(op);
  builder.location = op.location;
  const lowering = new CollectiveLowering(builder, mesh);
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
  readonly #builder: Builder;
  readonly #mesh: sdy.MeshAttr;

  constructor(builder: Builder, mesh: sdy.MeshAttr) {
    this.#builder = builder;
    this.#mesh = mesh;
  }

  allReduce(input: Value, axes: readonly sdy.AxisRefAttr[], reduction: sdy.ReductionOp): Value {
    const type = hlo.tensorType(input.type);
    let value = input;
    for (const axis of axes) {
      const op = this.#builder.create(
        hlo.AllReduceOp,
        { operands: [value], replicaGroups: this.#groups([axis]), channelHandle: CHANNEL },
        [type],
      );
      buildReducer(op.computation, type, reduction, this.#builder);
      value = op.getResult();
    }
    return value;
  }

  allGather(input: Value, lists: readonly sdy.AxisRefListAttr[]): Value {
    let value = input;
    lists.forEach(({ axes }, dim) => {
      // The minor axis holds neighbouring parts: it is gathered first.
      for (const axis of axes.toReversed()) {
        const { shape } = hlo.tensorType(value.type);
        value = this.#builder
          .create(
            hlo.AllGatherOp,
            {
              operands: [value],
              allGatherDim: i64Attr(dim),
              replicaGroups: this.#groups([axis]),
              channelHandle: CHANNEL,
            },
            [withSize(value, dim, shape[dim]! * axis.size(this.#mesh))],
          )
          .getResult();
      }
    });
    return value;
  }

  reduceScatter(input: Value, lists: readonly sdy.AxisRefListAttr[], reduction: sdy.ReductionOp): Value {
    let value = input;
    lists.forEach(({ axes }, dim) => {
      for (const axis of axes) {
        const type = hlo.tensorType(value.type);
        const op = this.#builder.create(
          hlo.ReduceScatterOp,
          {
            operand: value,
            scatterDimension: i64Attr(dim),
            replicaGroups: this.#groups([axis]),
            channelHandle: CHANNEL,
          },
          [withSize(value, dim, type.shape[dim]! / axis.size(this.#mesh))],
        );
        buildReducer(op.computation, type, reduction, this.#builder);
        value = op.result;
      }
    });
    return value;
  }

  /** Each device takes its part: a slice whose place is looked up by the device's number. */
  allSlice(input: Value, lists: readonly sdy.AxisRefListAttr[]): Value {
    const type = hlo.tensorType(input.type);
    const sizes = type.shape.map((size, d) => size / sdy.axisListSize(lists[d]!.axes, this.#mesh));
    const id = this.#builder.create(hlo.PartitionIdOp, {}, [RankedTensorType.get([], ui32)]).result;
    const startIndices = lists.map(({ axes }, d) => this.#partStart(id, axes, sizes[d]!));
    return this.#builder.create(
      hlo.DynamicSliceOp,
      { operand: input, startIndices, sliceSizes: DenseArrayAttr.get(i64, sizes) },
      [type.withShape(sizes)],
    ).result;
  }

  /** The index at which the part of the running device begins along one dimension. */
  #partStart(id: hlo.PartitionIdOp['result'], axes: readonly sdy.AxisRefAttr[], size: number): Value {
    if (axes.length > 0) {
      const starts = sdy.shardIndices(axes, this.#mesh).map((index) => index * size);
      return buildLookUp(starts, id, this.#builder);
    }
    const scalar = RankedTensorType.get([], i64);
    return this.#builder.create(hlo.ConstantOp, { value: DenseElementsAttr.splat(scalar, 0) }, [scalar])
      .output;
  }

  allToAll(input: Value, params: readonly sdy.AllToAllParamAttr[]): Value {
    let value = input;
    for (const { axes, sourceDim, targetDim } of params) {
      const { shape } = hlo.tensorType(value.type);
      const count = sdy.axisListSize(axes, this.#mesh);
      const exchanged = withSize(value, sourceDim, shape[sourceDim]! * count);
      value = this.#builder
        .create(
          hlo.AllToAllOp,
          {
            operands: [value],
            splitDimension: i64Attr(targetDim),
            concatDimension: i64Attr(sourceDim),
            splitCount: i64Attr(count),
            replicaGroups: this.#groups(axes),
            channelHandle: CHANNEL,
          },
          [exchanged.withShape(exchanged.shape.map((size, d) => (d === targetDim ? size / count : size)))],
        )
        .getResult();
    }
    return value;
  }

  #groups(axes: readonly sdy.AxisRefAttr[]): DenseElementsAttr {
    return replicaGroupsAttr(axes, this.#mesh);
  }
}

function withSize({ type }: Value, dim: number, size: number): RankedTensorType {
  const tensor = hlo.tensorType(type);
  return tensor.withShape(tensor.shape.map((own, d) => (d === dim ? size : own)));
}
