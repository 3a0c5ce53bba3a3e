import {
  getSharding,
  type MeshTable,
  setSharding,
  shardedSizes,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  AndOp,
  BroadcastInDimOp,
  CompareOp,
  ComparisonDirectionAttr,
  ConstantOp,
  IotaOp,
  PadOp,
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
  i32,
  i64,
  i64Attr,
  type Operation,
  RankedTensorType,
  type Tensor,
  type Type,
  type Value,
  zip,
} from '@shardform/ir-core';

/**
 * The values of a function while they are padded. Operations are rewritten in program order and in place, so that an
 * operand is padded already when its users are.
 */
export class Padder {
  readonly context: Context;
  readonly builder: Builder;
  readonly #meshes: MeshTable;
  /** The types of padded values before. */
  readonly #originals = new Map<Value, Type>();
  /** Padded values whose padding is known to be zero. */
  readonly #zeroPadded = new Set<Value>();

  constructor(meshes: MeshTable, context: Context) {
    this.context = context;
    this.builder = new Builder(context);
    this.#meshes = meshes;
  }

  shardingOf(value: Value): TensorShardingAttr | null {
    return getSharding(value, this.context);
  }

  /** The type with every dimension rounded up to a multiple of its shard count. */
  divisibleType(type: Type, sharding: TensorShardingAttr | null): Type {
    if (sharding === null || !(type instanceof RankedTensorType) || sharding.isFullyReplicated) return type;
    const mesh = this.#meshes.meshOf(sharding);
    if (mesh === null) return type;
    const parts = shardedSizes(sharding, mesh);
    if (type.shape.every((size, d) => size < 0 || size % (parts[d] ?? 1) === 0)) return type;
    return type.withShape(
      zip(type.shape, parts).map(([size, part]) => (size < 0 ? size : Math.ceil(size / part) * part)),
    );
  }

  /** Returns whether a value is as it has to be. */
  isDivisible(value: Value): boolean {
    return !this.isPadded(value) && this.divisibleType(value.type, this.shardingOf(value)) === value.type;
  }

  isPadded(value: Value): boolean {
    return this.#originals.has(value);
  }

  /** The type of a value before it was padded. */
  originalType(value: Value): Type {
    return this.#originals.get(value) ?? value.type;
  }

  isZeroPadded(value: Value): boolean {
    return this.#zeroPadded.has(value);
  }

  markZeroPadded(value: Value): void {
    this.#zeroPadded.add(value);
  }

  /** Gives a value the type it has when it is padded. */
  setType(value: Value, type: Type): void {
    if (type === value.type) return;
    if (!this.isPadded(value)) this.#originals.set(value, value.type);
    value.setType(type);
  }

  /** Builds before `op` from here on, at its location. */
  buildBefore(op: Operation): Builder {
    this.builder.setInsertionPoint(op);
    this.builder.location = op.location;
    return this.builder;
  }

  buildAfter(op: Operation): Builder {
    this.builder.setInsertionPointAfter(op);
    this.builder.location = op.location;
    return this.builder;
  }

  /** A value that users see instead of a result, which keeps the type it had. */
  replaceUses(result: Value, by: Value): void {
    this.#originals.set(by, this.originalType(result));
    if (by.type === this.originalType(result)) this.#originals.delete(by);
    result.replaceUsesIf(by, (use) => use.owner !== by.definingOp);
  }

  /** A value with elements added at the end of dimensions, which are zeros. */
  padTo(value: Tensor, type: RankedTensorType): Tensor {
    const zeros = DenseArrayAttr.get(i64, new Array<number>(type.rank).fill(0));
    const padded = this.builder.create(
      PadOp,
      {
        operand: value,
        paddingValue: this.zero(type),
        edgePaddingLow: zeros,
        edgePaddingHigh: DenseArrayAttr.get(
          i64,
          type.shape.map((size, d) => size - value.type.dimSize(d)),
        ),
        interiorPadding: zeros,
      },
      [type],
    ).result;
    return this.withSharding(padded, this.shardingOf(value));
  }

  /** A scalar zero of the type's elements. */
  zero(type: RankedTensorType): Tensor {
    const scalar = type.withShape([]);
    // All bits of a zero are zero, whatever the kind of number.
    const value = DenseElementsAttr.fromBytes(scalar, new Uint8Array(elementByteSize(type.elementType) ?? 0));
    return this.builder.create(ConstantOp, { value }, [scalar]).output;
  }

  /**
   * A padded value with the added elements set to a scalar.
   *
   * @param dims the dimensions along which it matters what was added.
   */
  mask(value: Tensor, original: RankedTensorType, by: Tensor, dims: readonly number[]): Tensor {
    const { builder } = this;
    const { shape } = value.type;
    const sharding = this.shardingOf(value);
    const scalar = RankedTensorType.get([], i32);
    const indexType = RankedTensorType.get(shape, i32);
    const noDims = DenseArrayAttr.get(i64, []);
    let mask: CompareOp['result'] | null = null;
    for (const [dim, size] of original.shape.entries()) {
      if (size === shape[dim] || !dims.includes(dim)) continue;
      const iota = builder.create(IotaOp, { iotaDimension: i64Attr(dim) }, [indexType]).output;
      this.withSharding(iota, sharding);
      const limit = builder.create(ConstantOp, { value: DenseElementsAttr.splat(scalar, size) }, [scalar]);
      const spread = builder.create(
        BroadcastInDimOp,
        { operand: limit.output, broadcastDimensions: noDims },
        [indexType],
      ).result;
      this.withSharding(spread, sharding);
      const inside = builder.create(CompareOp, {
        lhs: iota,
        rhs: spread,
        comparisonDirection: ComparisonDirectionAttr.get('LT'),
      }).result;
      this.withSharding(inside, sharding);
      mask =
        mask === null
          ? inside
          : this.withSharding(
              builder.create(AndOp, { lhs: mask, rhs: inside }, [inside.type]).result,
              sharding,
            );
    }
    if (mask === null) return value;
    const filler = builder.create(BroadcastInDimOp, { operand: by, broadcastDimensions: noDims }, [
      value.type,
    ]).result;
    this.withSharding(filler, sharding);
    const selected = builder.create(SelectOp, { pred: mask, onTrue: value, onFalse: filler }, [value.type]);
    return this.withSharding(selected.result, sharding);
  }

  /** A padded operand with zeros where they matter. */
  maskWithZeros(value: Value, dims: readonly number[]): Value {
    const original = this.originalType(value);
    if (!(original instanceof RankedTensorType) || original === value.type || this.isZeroPadded(value)) {
      return value;
    }
    const tensor = tensorOf(value);
    return this.mask(tensor, original, this.zero(tensor.type), dims);
  }

  /** Cuts dimensions of a value down to the sizes they should have. */
  trim(
    value: Tensor,
    shape: readonly number[],
    dims: readonly number[],
    sharding: TensorShardingAttr | null,
  ): Tensor {
    const limits = zip(value.type.shape, shape).map(([size, ownSize], d) =>
      dims.includes(d) ? Math.min(size, ownSize) : size,
    );
    if (limits.every((limit, d) => limit === value.type.shape[d])) return value;
    const slice = this.builder.create(
      SliceOp,
      {
        operand: value,
        startIndices: DenseArrayAttr.get(i64, new Array<number>(limits.length).fill(0)),
        limitIndices: DenseArrayAttr.get(i64, limits),
        strides: DenseArrayAttr.get(i64, new Array<number>(limits.length).fill(1)),
      },
      [value.type.withShape(limits)],
    );
    return this.withSharding(slice.result, sharding);
  }

  withSharding<T extends Value>(value: T, sharding: TensorShardingAttr | null): T {
    if (sharding !== null) setSharding(value, sharding, this.context);
    return value;
  }
}
