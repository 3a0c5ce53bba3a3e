import {
  type CreatableOp,
  DYNAMIC,
  i1,
  index,
  IntegerAttr,
  type Operation,
  RankedTensorType,
  type Rewriter,
  type ShapedType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { arith, shape, tensor } from '@shardform/dialects-mlir';

/** Creates the operations that compute a shape; sizes are values of type `index` where nothing else is said. */
export class ShapeBuilder {
  readonly #rewriter: Rewriter;
  readonly #op: Operation;

  /** @param op the operation whose shape is computed: its location is given to what is created. */
  constructor(rewriter: Rewriter, op: Operation) {
    this.#rewriter = rewriter;
    this.#op = op;
  }

  /** The extents of a tensor, as a tensor of one dimension. */
  shapeOf(value: Value): Value {
    // The operands that are asked of are tensors.
    const { shape: sizes } = value.type as ShapedType;
    const type = RankedTensorType.get([sizes === null ? DYNAMIC : sizes.length], index);
    return this.#create(shape.ShapeOfOp, { arg: value }, type);
  }

  constant(value: number): Value {
    return this.#create(arith.ConstantOp, { value: IntegerAttr.get(value, index) }, index);
  }

  /** The size of dimension `d`, 0-based. */
  dim(source: Value<RankedTensorType>, d: number): Value {
    return this.#create(tensor.DimOp, { source, index: this.constant(d) }, index);
  }

  /** The sizes of all dimensions. */
  dims(source: Value<RankedTensorType>): Value[] {
    return source.type.shape.map((_, d) => this.dim(source, d));
  }

  /** Element `i` of a tensor of one dimension. */
  element(list: Value<RankedTensorType>, i: number): Value {
    return this.#create(
      tensor.ExtractOp,
      { tensor: list, indices: [this.constant(i)] },
      list.type.elementType,
    );
  }

  /** Like {@link ShapeBuilder.element}, as `index`. */
  indexElement(list: Value<RankedTensorType>, i: number): Value {
    return this.cast(this.element(list, i), index);
  }

  /** Says of the operation why its shape is not computed. */
  warn(message: string): void {
    this.#rewriter.context.diagnostics.emitOn(this.#op, 'warning', message);
  }

  add(lhs: Value, rhs: Value): Value {
    return this.#create(arith.AddIOp, { lhs, rhs }, lhs.type);
  }

  subtract(lhs: Value, rhs: Value): Value {
    return this.#create(arith.SubIOp, { lhs, rhs }, lhs.type);
  }

  multiply(lhs: Value, rhs: Value): Value {
    return this.#create(arith.MulIOp, { lhs, rhs }, lhs.type);
  }

  divide(lhs: Value, rhs: Value): Value {
    return this.#create(arith.DivSIOp, { lhs, rhs }, lhs.type);
  }

  maximum(lhs: Value, rhs: Value): Value {
    return this.#create(arith.MaxSIOp, { lhs, rhs }, lhs.type);
  }

  /** `trueValue` where `lhs < rhs`, otherwise `falseValue`, which is computed in any case. */
  selectLess(lhs: Value, rhs: Value, trueValue: Value, falseValue: () => Value): Value {
    const condition = this.#create(arith.CmpIOp, { predicate: arith.predicateAttr('slt'), lhs, rhs }, i1);
    return this.#create(arith.SelectOp, { condition, trueValue, falseValue: falseValue() }, trueValue.type);
  }

  /** A size as a number of another type. */
  cast(value: Value, type: Type): Value {
    return value.type === type ? value : this.#create(arith.IndexCastOp, { in: value }, type);
  }

  /** A computed shape as extents. */
  extents(list: Value<RankedTensorType>): Value {
    return this.cast(list, RankedTensorType.get(list.type.shape, index));
  }

  list(sizes: readonly Value[], elementType: Type = index): Value {
    const type = RankedTensorType.get([sizes.length], elementType);
    return this.#create(tensor.FromElementsOp, { elements: sizes }, type);
  }

  /** The extents of tensors that are broadcast together. */
  broadcast(values: readonly Value[]): Value {
    const shapes = values.map((value) => this.shapeOf(value));
    const ranks = shapes.map(({ type }) => (type as RankedTensorType).dimSize(0)); // `shapeOf` gives such types
    const rank = ranks.includes(DYNAMIC) ? DYNAMIC : Math.max(0, ...ranks);
    return this.#create(shape.BroadcastOp, { shapes }, RankedTensorType.get([rank], index));
  }

  #create<A>(opClass: CreatableOp<A, Operation>, args: NoInfer<A>, type: Type): Value {
    return this.#rewriter.create(opClass, args, [type], { location: this.#op.location }).getResult();
  }
}
