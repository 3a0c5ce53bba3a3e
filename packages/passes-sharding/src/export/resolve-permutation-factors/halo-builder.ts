import {
  type AxisList,
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
  BroadcastInDimOp,
  CollectivePermuteOp,
  CompareOp,
  ComparisonDirectionAttr,
  ConcatenateOp,
  ConstantOp,
  DivOp,
  DynamicSliceOp,
  MaxOp,
  MulOp,
  PadOp,
  RemOp,
  ReshapeOp,
  SelectOp,
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
import type { Channels } from '../channels.ts';
import { buildDeviceId, buildIntegerScalar, buildLookUp, type IntegerScalar } from '../device-id.ts';
import type { HaloReach } from './halo-window.ts';
import { shiftPairs } from './shifted-devices.ts';

/** An exchange with neighbours along a dimension. */
export interface HaloExchange {
  readonly dim: number;
  readonly axes: AxisList;
  readonly reach: HaloReach;
  /** Size of what each device has afterwards. */
  readonly footprint: number;
  readonly dilation: number;
  /**
   * Offset of the range, for the device with the given shard number, relative to the first element that it receives.
   */
  readonly start: (part: IntegerScalar, first: number) => IntegerScalar;
  /** The value before the first and after the last element, and between elements. */
  readonly filler: Tensor;
  readonly isFillerZero: boolean;
}

/** Builds manual computations in which devices exchange elements with their neighbours. */
export class HaloBuilder {
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
    return this.#inside(
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
    return this.#inside(
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
    return this.#inside(
      this.builder.create(ConcatenateOp, { inputs, dimension: i64Attr(dim) }, [type]).result,
    );
  }

  /** A tensor of the same elements, with the sharding that the whole has outside. */
  reshape(operand: Tensor, shape: readonly number[], sharding: TensorShardingAttr): Tensor {
    const { result } = this.builder.create(ReshapeOp, { operand }, [operand.type.withShape(shape)]);
    return this.#shardedLike(result, eraseManualAxes(sharding, this.#manualAxes));
  }

  /**
   * Builds the data that a device receives from the one `distance` shards before it along the axes; zeros where there
   * is none.
   */
  shifted(operand: Tensor, axes: AxisList, distance: number): Tensor {
    const pairs = shiftPairs(axes, this.#mesh!, distance);
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
    return this.#inside(result);
  }

  /** Builds the index of the device's shard along the axes. */
  shardNumber(axes: AxisList): IntegerScalar {
    const { builder } = this;
    const mesh = this.#mesh!;
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

  /** Exchanges elements of a tensor with neighbours. */
  exchange(input: Tensor, exchange: HaloExchange): Tensor {
    const { dim, axes, reach, footprint, dilation, filler, isFillerZero } = exchange;
    const { builder } = this;
    const fillsEnds = reach.left + reach.right > 0 && !isFillerZero;
    const part = fillsEnds ? this.shardNumber(axes) : null;
    const segments: Tensor[] = [];
    for (let distance = reach.left; distance >= -reach.right; distance--) {
      if (distance === 0) segments.push(input);
      else {
        const segment = this.shifted(input, axes, distance);
        segments.push(part === null ? segment : this.#filledAtEnds(segment, distance, part, exchange));
      }
    }
    const joined = segments.length === 1 ? input : this.concatenate(segments, dim);
    const along = (amount: number): number[] => input.type.shape.map((_, d) => (d === dim ? amount : 0));
    const margin = footprint * dilation;
    const spread = this.pad(joined, along(margin), along(margin), along(dilation - 1), filler);
    const first = reach.left * input.type.dimSize(dim) * dilation + margin;
    const start = exchange.start(part ?? this.shardNumber(axes), first);
    const zero = buildIntegerScalar(builder, 0);
    const bounded = builder.create(MaxOp, { lhs: start, rhs: zero }).result;
    const sizes = input.type.shape.map((size, d) => (d === dim ? footprint : size));
    return this.#inside(
      builder.create(
        DynamicSliceOp,
        {
          operand: spread,
          startIndices: sizes.map((_, d) => (d === dim ? bounded : zero)),
          sliceSizes: DenseArrayAttr.get(i64, sizes),
        },
        [input.type.withShape(sizes)],
      ).result,
    );
  }

  /** Replaces the zeros by the filler on devices that receive no segment. */
  #filledAtEnds(
    segment: Tensor,
    distance: number,
    part: IntegerScalar,
    { axes, filler }: HaloExchange,
  ): Tensor {
    const { builder } = this;
    const parts = axes.reduce((product, axis) => product * axis.size(this.#mesh!), 1);
    const [direction, bound] =
      distance > 0 ? (['GE', distance] as const) : (['LT', parts + distance] as const);
    const pred = builder.create(CompareOp, {
      lhs: part,
      rhs: buildIntegerScalar(builder, bound),
      comparisonDirection: ComparisonDirectionAttr.get(direction),
    }).result;
    const onFalse = this.#inside(
      builder.create(
        BroadcastInDimOp,
        { operand: filler, broadcastDimensions: DenseArrayAttr.get(i64, []) },
        [segment.type],
      ).result,
    );
    return this.#inside(builder.create(SelectOp, { pred, onTrue: segment, onFalse }).result);
  }

  /**
   * Builds a computation that each device performs on its shards along some axes.
   *
   * @param inputs tensors, with their shardings.
   * @param body builds the device's shard of the result from its shards of the inputs.
   */
  manualComputation(
    inputs: readonly { readonly value: Tensor; readonly sharding: TensorShardingAttr }[],
    result: { readonly type: RankedTensorType; readonly sharding: TensorShardingAttr },
    axisNames: readonly string[],
    mesh: MeshAttr,
    body: (parts: readonly Tensor[]) => Tensor,
  ): Tensor {
    const { builder } = this;
    const manualAxes = ManualAxesAttr.get({ value: axisNames });
    const op = builder.create(
      ManualComputationOp,
      {
        tensors: inputs.map(({ value }) => value),
        inShardings: TensorShardingPerValueAttr.get(inputs.map(({ sharding }) => sharding)),
        outShardings: TensorShardingPerValueAttr.get([result.sharding]),
        manualAxes,
      },
      [result.type],
    );
    builder.atSavedPoint(() => {
      const block = builder.createBlock(
        op.body,
        inputs.map(({ value, sharding }) => manualShardType(value.type, sharding, manualAxes, mesh)),
      );
      // The arguments have the types just given.
      const parts = block.arguments as unknown as readonly Tensor[];
      this.#inner = eraseManualAxes(inputs[0]!.sharding, manualAxes);
      this.#mesh = mesh;
      this.#manualAxes = manualAxes;
      const part = body(parts);
      this.#inner = null;
      builder.create(SdyReturnOp, { results: [part] }, []);
    });
    return tensorOf(op.results[0]);
  }

  /** Gives a tensor of the manual computation its sharding along the axes that are not manual. */
  #inside(value: Tensor): Tensor {
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
