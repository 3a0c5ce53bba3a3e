import {
  Builder,
  cloneRegionInto,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  i64Attr,
  IrMapping,
  type Operation,
  RankedTensorType,
  type Region,
  type Value,
} from '@shardform/ir-core';
import * as sdy from '@shardform/dialect-sdy';
import * as hlo from '@shardform/dialect-stablehlo';
import { buildReducer, replicaGroupsAttr } from '@shardform/passes-sharding';

/** The channel that all collectives of the pipeline use: between devices. */
const CHANNEL = /* @__PURE__ */ hlo.ChannelHandleAttr.get({
  handle: 1,
  type: hlo.channelType.deviceToDevice,
});

/** Builds StableHLO's collectives on local shapes, one per mesh axis. */
export class CollectiveBuilder {
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
      this.#buildReducer(op.computation, input, reduction);
      value = op.getResult();
    }
    return value;
  }

  allGather(input: Value, lists: readonly sdy.AxisRefListAttr[]): Value {
    let value = input;
    lists.forEach(({ value: axes }, dim) => {
      // The minor axis holds neighbouring shards: it is gathered first.
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
    lists.forEach(({ value: axes }, dim) => {
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
          [withSize(value, dim, type.dimSize(dim) / axis.size(this.#mesh))],
        );
        this.#buildReducer(op.computation, input, reduction);
        value = op.result;
      }
    });
    return value;
  }

  /** Partial results are combined as the reduction that made them combines elements; sdy can't say all of its ways. */
  #buildReducer(region: Region, partial: Value, reduction: sdy.ReductionOp): void {
    const { definingOp } = partial;
    if (reduction === 'sum' && definingOp instanceof hlo.ReduceOp && definingOp.inputs.length === 1) {
      cloneRegionInto(definingOp.body, region, new IrMapping());
    } else buildReducer(region, hlo.tensorType(partial.type), reduction, this.#builder);
  }

  /**
   * Keeps each device's shard: the shards are exchanged along an axis, so that each device gets its shard of what all
   * devices of the axis hold, which is the same, and takes the first.
   *
   * @returns the operations, of which the last one is the shard.
   */
  allSlice(input: Value, lists: readonly sdy.AxisRefListAttr[]): Operation[] {
    const ops: Operation[] = [];
    let value = input;
    lists.forEach(({ value: axes }, dim) => {
      for (const axis of axes) {
        const { shape } = hlo.tensorType(value.type);
        const parts = axis.size(this.#mesh);
        const part = shape[dim]! / parts;
        const exploded = shape.toSpliced(dim, 1, parts, part);
        const split = this.#reshape(value, exploded);
        const exchange = this.#exchange(split.getResult(), dim, dim, [axis]);
        const first = this.#firstAlong(exchange.getResult(), dim);
        const kept = this.#reshape(first.getResult(), shape.toSpliced(dim, 1, part));
        ops.push(split, exchange, first, kept);
        value = kept.getResult();
      }
    });
    return ops;
  }

  #reshape(operand: Value, shape: readonly number[]): Operation {
    const tensor = hlo.tensorOf(operand);
    return this.#builder.create(hlo.ReshapeOp, { operand: tensor }, [tensor.type.withShape(shape)]);
  }

  #firstAlong(operand: Value, dim: number): Operation {
    const tensor = hlo.tensorOf(operand);
    const limits = tensor.type.shape.map((size, d) => (d === dim ? 1 : size));
    const list = (numbers: readonly number[]): DenseArrayAttr => DenseArrayAttr.get(i64, numbers);
    return this.#builder.create(
      hlo.SliceOp,
      {
        operand: tensor,
        startIndices: list(limits.map(() => 0)),
        limitIndices: list(limits),
        strides: list(limits.map(() => 1)),
      },
      [tensor.type.withShape(limits)],
    );
  }

  allToAll(input: Value, params: readonly sdy.AllToAllParamAttr[]): Value {
    let value = input;
    for (const { axes, srcDim: sourceDim, tgtDim: targetDim } of params) {
      value = this.#exchange(value, targetDim, sourceDim, axes).getResult();
    }
    return value;
  }

  /**
   * Sends slices of dimension `split` to the other devices along the axes, and concatenates what comes along `concat`.
   */
  #exchange(value: Value, split: number, concat: number, axes: readonly sdy.AxisRefAttr[]): Operation {
    const { shape } = hlo.tensorType(value.type);
    const count = sdy.axisListSize(axes, this.#mesh);
    const joined = withSize(value, concat, shape[concat]! * count);
    return this.#builder.create(
      hlo.AllToAllOp,
      {
        operands: [value],
        splitDimension: i64Attr(split),
        concatDimension: i64Attr(concat),
        splitCount: i64Attr(count),
        replicaGroups: this.#groups(axes),
        channelHandle: CHANNEL,
      },
      [joined.withShape(joined.shape.map((size, d) => (d === split ? size / count : size)))],
    );
  }

  /** Devices send what they hold: `pairs` has a source and a target each. */
  permute(input: Value, pairs: readonly (readonly [number, number])[]): Value {
    const type = RankedTensorType.get([pairs.length, 2], i64);
    return this.#builder.create(
      hlo.CollectivePermuteOp,
      {
        operand: input,
        sourceTargetPairs: DenseElementsAttr.fromNumbers(type, pairs.flat()),
        channelHandle: CHANNEL,
      },
      [input.type],
    ).result;
  }

  #groups(axes: readonly sdy.AxisRefAttr[]): DenseElementsAttr {
    return replicaGroupsAttr(axes, this.#mesh);
  }
}

function withSize({ type }: Value, dim: number, size: number): RankedTensorType {
  const tensor = hlo.tensorType(type);
  return tensor.withShape(tensor.shape.map((own, d) => (d === dim ? size : own)));
}
