import {
  type AxisList,
  axisListSize,
  eraseManualAxes,
  getSharding,
  ManualAxesAttr,
  ManualComputationOp,
  type MeshAttr,
  SdyReturnOp,
  setSharding,
  shardIndices,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import {
  AddOp,
  CollectivePermuteOp,
  ConcatenateOp,
  ConstantOp,
  DivOp,
  DynamicSliceOp,
  MulOp,
  PadOp,
  RemOp,
  ReshapeOp,
  SliceOp,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import {
  Builder,
  type Context,
  DenseArrayAttr,
  DenseElementsAttr,
  elementByteSize,
  i64,
  i64Attr,
  type Operation,
  RankedTensorType,
  type Tensor,
  type Type,
  zip,
} from '@shardform/ir-core';
import type { Channels } from './channels.ts';
import { type Route, routedPairs } from './device-routes.ts';
import { partLocation } from './part-location.ts';
import { buildDeviceId, buildIntegerScalar, buildLookUp, type IntegerScalar } from './device-id.ts';

/** A tensor that a manual computation takes. */
export interface ManualInput {
  readonly value: Tensor;
  readonly sharding: TensorShardingAttr;
}

/** A tensor that a manual computation gives. */
export interface ManualResult {
  readonly type: RankedTensorType;
  readonly sharding: TensorShardingAttr;
}

/** Builds manual computations: what each device does on its shards along some axes. */
export class ManualBuilder {
  readonly builder: Builder;
  readonly #context: Context;
  readonly #channels: Channels;
  readonly #usesReplicas: boolean;
  /** The sharding of tensors inside the manual computation that is being built. */
  #inner: TensorShardingAttr | null = null;
  #mesh: MeshAttr | null = null;
  #manualAxes = ManualAxesAttr.get({ value: [] });

  constructor(context: Context, channels: Channels, usesReplicas: boolean) {
    this.builder = new Builder(context);
    this.#context = context;
    this.#channels = channels;
    this.#usesReplicas = usesReplicas;
  }

  /** The mesh of the manual computation that is being built. */
  get mesh(): MeshAttr {
    if (this.#mesh === null) throw new Error('a manual computation is built by its body only');
    return this.#mesh;
  }

  /** Builds before `op` from here on, at its location. */
  buildBefore(op: Operation): void {
    this.builder.setInsertionPoint(op);
    this.builder.location = op.location;
  }

  buildAfter(op: Operation): void {
    this.builder.setInsertionPointAfter(op);
    this.builder.location = op.location;
  }

  /** A scalar zero. */
  zero(elementType: Type): Tensor {
    const scalar = RankedTensorType.get([], elementType);
    // All bits of a zero are zero, whatever the kind of number.
    const value = DenseElementsAttr.fromBytes(scalar, new Uint8Array(elementByteSize(elementType) ?? 0));
    return this.builder.create(ConstantOp, { value }, [scalar]).output;
  }

  /** The value with a shape that is larger at the ends of dimensions, or the value itself. */
  padTo(value: Tensor, shape: readonly number[], filler: Tensor): Tensor {
    const high = shape.map((size, d) => size - value.type.dimSize(d));
    if (high.every((amount) => amount === 0)) return value;
    const none = high.map(() => 0);
    return this.#shardedLike(this.pad(value, none, high, none, filler), getSharding(value, this.#context));
  }

  /** The beginning of every dimension of a value, or the value itself. */
  trimTo(value: Tensor, type: RankedTensorType, sharding: TensorShardingAttr): Tensor {
    if (value.type === type) return value;
    const starts = type.shape.map(() => 0);
    return this.#shardedLike(this.slice(value, starts, type.shape), sharding);
  }

  pad(
    operand: Tensor,
    low: readonly number[],
    high: readonly number[],
    interior: readonly number[],
    paddingValue: Tensor,
  ): Tensor {
    return this.inside(
      this.builder.create(PadOp, {
        operand,
        paddingValue,
        edgePaddingLow: DenseArrayAttr.get(i64, low),
        edgePaddingHigh: DenseArrayAttr.get(i64, high),
        interiorPadding: DenseArrayAttr.get(i64, interior),
      }).result,
    );
  }

  slice(
    operand: Tensor,
    starts: readonly number[],
    limits: readonly number[],
    strides: readonly number[] = starts.map(() => 1),
  ): Tensor {
    return this.inside(
      this.builder.create(SliceOp, {
        operand,
        startIndices: DenseArrayAttr.get(i64, starts),
        limitIndices: DenseArrayAttr.get(i64, limits),
        strides: DenseArrayAttr.get(i64, strides),
      }).result,
    );
  }

  concatenate(inputs: readonly Tensor[], dim: number): Tensor {
    const shape = inputs[0]!.type.shape.map((size, d) =>
      d === dim ? inputs.reduce((sum, { type }) => sum + type.dimSize(d), 0) : size,
    );
    const type = inputs[0]!.type.withShape(shape);
    return this.inside(
      this.builder.create(ConcatenateOp, { inputs, dimension: i64Attr(dim) }, [type]).result,
    );
  }

  /** A tensor of the same elements, with the sharding that the whole has outside. */
  reshape(operand: Tensor, shape: readonly number[], sharding: TensorShardingAttr): Tensor {
    const { result } = this.builder.create(ReshapeOp, { operand }, [operand.type.withShape(shape)]);
    return this.#shardedLike(result, eraseManualAxes(sharding, this.#manualAxes));
  }

  /**
   * Builds the data that devices receive; zeros on those that nothing is sent to.
   *
   * @param pairs the ids of senders and receivers.
   */
  permuted(operand: Tensor, pairs: readonly (readonly [number, number])[]): Tensor {
    const type = RankedTensorType.get([pairs.length, 2], i64);
    const { result } = this.builder.create(
      CollectivePermuteOp,
      {
        operand,
        sourceTargetPairs: DenseElementsAttr.fromNumbers(type, pairs.flat()),
        channelHandle: this.#channels.next(),
      },
      [operand.type],
    );
    return this.inside(result);
  }

  /** Builds what devices along the axes receive of each other. */
  exchanged(operand: Tensor, axes: AxisList, routes: readonly Route[]): Tensor {
    return this.permuted(operand, routedPairs(axes, this.mesh, routes));
  }

  /** Number of shards along the axes. */
  partsOf(axes: AxisList): number {
    return axisListSize(axes, this.mesh);
  }

  /** A range of a dimension that begins at an offset that devices compute. */
  rangeOf(
    operand: Tensor,
    dim: number,
    start: IntegerScalar,
    size: number,
    zero = buildIntegerScalar(this.builder, 0),
  ): Tensor {
    const { builder } = this;
    const sizes = operand.type.shape.map((own, d) => (d === dim ? size : own));
    return this.inside(
      builder.create(
        DynamicSliceOp,
        {
          operand,
          startIndices: sizes.map((_, d) => (d === dim ? start : zero)),
          sliceSizes: DenseArrayAttr.get(i64, sizes),
        },
        [operand.type.withShape(sizes)],
      ).result,
    );
  }

  /** Builds the index of the device's shard along the axes. */
  shardNumber(axes: AxisList): IntegerScalar {
    const { builder } = this;
    const { mesh } = this;
    const id = buildDeviceId(builder, this.#usesReplicas);
    if (mesh.deviceIds.length > 0) return buildLookUp(shardIndices(axes, mesh), id, builder);
    let number: IntegerScalar | null = null;
    for (const axis of axes) {
      const size = axis.size(mesh);
      const stride = strideOf(axis, mesh);
      const major =
        stride === 1
          ? id
          : builder.create(DivOp, { lhs: id, rhs: buildIntegerScalar(builder, stride) }).result;
      const coordinate = builder.create(RemOp, { lhs: major, rhs: buildIntegerScalar(builder, size) }).result;
      number = number === null ? coordinate : this.linear(number, size, coordinate);
    }
    // Split dimensions have axes.
    return number!;
  }

  /** `factor * value + summand`. */
  linear(value: IntegerScalar, factor: number, summand: number | Tensor): IntegerScalar {
    const { builder } = this;
    const rhs = buildIntegerScalar(builder, factor);
    const addend = typeof summand === 'number' ? buildIntegerScalar(builder, summand) : summand;
    const product = builder.create(MulOp, { lhs: value, rhs }).result;
    return builder.create(AddOp, { lhs: product, rhs: addend }).result;
  }

  /**
   * Builds a computation that each device performs on its shards along some axes.
   *
   * @param inputs tensors, with their shardings.
   * @param body builds the device's shards of the results from its shards of the inputs.
   */
  manualComputations(
    inputs: readonly ManualInput[],
    results: readonly ManualResult[],
    axisNames: readonly string[],
    mesh: MeshAttr,
    body: (parts: readonly Tensor[]) => readonly Tensor[],
  ): readonly Tensor[] {
    const { builder } = this;
    const manualAxes = ManualAxesAttr.get({ value: axisNames });
    const op = builder.create(
      ManualComputationOp,
      {
        tensors: inputs.map(({ value }) => value),
        inShardings: TensorShardingPerValueAttr.get(inputs.map(({ sharding }) => sharding)),
        outShardings: TensorShardingPerValueAttr.get(results.map(({ sharding }) => sharding)),
        manualAxes,
      },
      results.map(({ type }) => type),
    );
    builder.atSavedPoint(() => {
      const block = builder.createBlock(
        op.body,
        inputs.map(({ value, sharding }) => manualShardType(value.type, sharding, manualAxes, mesh)),
      );
      this.#mesh = mesh;
      this.#manualAxes = manualAxes;
      this.lookAt(inputs[0]!.sharding);
      const { location } = builder;
      builder.location = partLocation(location);
      const parts = body(block.arguments.map(tensorOf));
      this.#inner = null;
      builder.create(SdyReturnOp, { results: parts }, []);
      builder.location = location;
    });
    return op.results.map(tensorOf);
  }

  /** The same for a computation with one result. */
  manualComputation(
    inputs: readonly ManualInput[],
    result: ManualResult,
    axisNames: readonly string[],
    mesh: MeshAttr,
    body: (parts: readonly Tensor[]) => Tensor,
  ): Tensor {
    return this.manualComputations(inputs, [result], axisNames, mesh, (parts) => [body(parts)])[0]!;
  }

  /** Gives tensors that are built from here on the sharding of a whole one, without the manual axes. */
  lookAt(sharding: TensorShardingAttr): void {
    this.#inner = eraseManualAxes(sharding, this.#manualAxes);
  }

  /** The type of a device's shard of a tensor along the manual axes. */
  shardType(type: RankedTensorType, sharding: TensorShardingAttr): RankedTensorType {
    return manualShardType(type, sharding, this.#manualAxes, this.mesh);
  }

  /** Gives a tensor of the manual computation its sharding along the axes that are not manual. */
  inside(value: Tensor): Tensor {
    return this.#shardedLike(value, this.#inner);
  }

  #shardedLike(value: Tensor, sharding: TensorShardingAttr | null): Tensor {
    if (sharding !== null) setSharding(value, sharding, this.#context);
    return value;
  }
}

/** The type of a device's shard along the manual axes. */
function manualShardType(
  type: RankedTensorType,
  { dims }: TensorShardingAttr,
  manualAxes: ManualAxesAttr,
  mesh: MeshAttr,
): RankedTensorType {
  return type.withShape(
    zip(type.shape, dims).map(([size, dim]) =>
      dim.axes.reduce((part, axis) => (manualAxes.includes(axis.name) ? part / axis.size(mesh) : part), size),
    ),
  );
}

/** Returns the distance between devices that are neighbours along an axis. */
function strideOf(axis: AxisList[number], mesh: MeshAttr): number {
  let stride = mesh.axisSize(axis.name) / axis.nextPreSize(mesh);
  for (let i = mesh.axes.length - 1; mesh.axes[i]!.name !== axis.name; i--) stride *= mesh.axes[i]!.size;
  return stride;
}
