import { tensorOf } from '@shardform/dialect-ttir';
import {
  Builder,
  byOp,
  type Context,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  i64Attr,
  type Operation,
  OpTable,
  type RankedTensorType,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import * as shlo from '@shardform/dialect-stablehlo';

/** Rewrites an operation whose operands and results have their real types; in place, or by others. */
type ComplexForm = (op: Operation, context: Context) => void;

function list(numbers: readonly number[]): DenseArrayAttr {
  return DenseArrayAttr.get(i64, numbers);
}

function builderBefore(op: Operation, context: Context): Builder {
  const builder = new Builder(context);
  builder.setInsertionPoint(op);
  builder.location = op.location;
  return builder;
}

function replace(op: Operation, value: Value): void {
  op.getResult().replaceAllUsesWith(value);
  op.erase();
}

function reshape(operand: Tensor, shape: readonly number[], builder: Builder): Tensor {
  return builder.create(shlo.ReshapeOp, { operand }, [operand.type.withShape(shape)]).result;
}

function transpose(operand: Tensor, order: readonly number[], builder: Builder): Tensor {
  const type = operand.type.withShape(order.map((d) => operand.type.dimSize(d)));
  return builder.create(shlo.TransposeOp, { operand, permutation: list(order) }, [type]).result;
}

/** Concatenates real and imaginary parts along a new dimension and moves that dimension to the end. */
function joined([real, imaginary]: readonly [Tensor, Tensor], builder: Builder): Tensor {
  const parts = [real, imaginary].map((tensor) => reshape(tensor, [1, ...tensor.type.shape], builder));
  const { type } = parts[0]!;
  const both = builder.create(shlo.ConcatenateOp, { inputs: parts, dimension: i64Attr(0) }, [
    type.withShape([2, ...type.shape.slice(1)]),
  ]).result;
  const order = [...type.shape.keys()];
  return transpose(both, [...order.slice(1), 0], builder);
}

const joinParts = (op: shlo.ComplexOp, context: Context): void => {
  const builder = builderBefore(op, context);
  replace(op, joined([tensorOf(op.lhs), tensorOf(op.rhs)], builder));
};

/** Real numbers have an imaginary part of zero; of complex numbers that become real ones it is dropped. */
const converted = (op: shlo.ConvertOp, context: Context): void => {
  const [operand, { type }] = [tensorOf(op.operand), tensorOf(op.result)];
  if (operand.type.rank === type.rank) return;
  const builder = builderBefore(op, context);
  if (operand.type.rank > type.rank) {
    const real = part(partsFirst(operand, builder), 0, builder);
    replace(op, builder.create(shlo.ConvertOp, { operand: real }, [type]).result);
    return;
  }
  const own = operand.type.withElementType(type.elementType);
  const real = own === operand.type ? operand : builder.create(shlo.ConvertOp, { operand }, [own]).result;
  const zeros = builder.create(shlo.ConstantOp, { value: DenseElementsAttr.splat(own, 0) }, [own]).output;
  replace(op, joined([real, zeros], builder));
};

/** The tensor with the dimension of real and imaginary parts in front. */
function partsFirst(operand: Tensor, builder: Builder): Tensor {
  const last = operand.type.rank - 1;
  return transpose(operand, [last, ...Array.from({ length: last }, (_, d) => d)], builder);
}

/** The real parts, number 0, or the imaginary ones, number 1. */
function part(leading: Tensor, number: 0 | 1, builder: Builder): Tensor {
  const { shape } = leading.type;
  const taken = [1, ...shape.slice(1)];
  const slice = builder.create(
    shlo.SliceOp,
    {
      operand: leading,
      startIndices: list(shape.map((_, d) => (d === 0 ? number : 0))),
      limitIndices: list(shape.map((size, d) => (d === 0 ? number + 1 : size))),
      strides: list(shape.map(() => 1)),
    },
    [leading.type.withShape(taken)],
  );
  return reshape(slice.result, shape.slice(1), builder);
}

const takePart =
  (number: 0 | 1): ComplexForm =>
  (op, context) => {
    const builder = builderBefore(op, context);
    replace(op, part(partsFirst(tensorOf(op.getOperand(0)), builder), number, builder));
  };

/** (a + bi)(c + di) = (ac - bd) + (ad + bc)i. */
const product = (op: shlo.MulOp, context: Context): void => {
  const builder = builderBefore(op, context);
  const parts = (operand: Tensor): readonly [Tensor, Tensor] => {
    const leading = partsFirst(operand, builder);
    return [part(leading, 0, builder), part(leading, 1, builder)];
  };
  const [a, b] = parts(tensorOf(op.lhs));
  const [c, d] = parts(tensorOf(op.rhs));
  const times = (lhs: Tensor, rhs: Tensor): Tensor =>
    tensorOf(builder.create(shlo.MulOp, { lhs, rhs }, [lhs.type]).result);
  const [ac, bd, ad, bc] = [times(a, c), times(b, d), times(a, d), times(b, c)];
  const real = builder.create(shlo.SubtractOp, { lhs: ac, rhs: bd }, [a.type]).result;
  const imaginary = builder.create(shlo.AddOp, { lhs: ad, rhs: bc }, [a.type]).result;
  replace(op, joined([tensorOf(real), tensorOf(imaginary)], builder));
};

/** The number of numbers from which on a splat is broadcast instead of being written out. */
const LARGE = 65_536;

const constant = (op: shlo.ConstantOp, context: Context): void => {
  const { value, output } = op;
  if (!(value instanceof DenseElementsAttr)) return;
  const { type } = output;
  const builder = builderBefore(op, context);
  const made = (bytes: Uint8Array, own: RankedTensorType): Tensor =>
    builder.create(shlo.ConstantOp, { value: DenseElementsAttr.fromBytes(own, bytes) }, [own]).output;
  if (value.isSplat && type.elementCount > LARGE) {
    const operand = made(value.bytes, type.withShape([2]));
    const broadcastDimensions = list([type.rank - 1]);
    replace(op, builder.create(shlo.BroadcastInDimOp, { operand, broadcastDimensions }, [type]).result);
    return;
  }
  const count = value.isSplat ? value.elementCount : 1;
  const bytes = new Uint8Array(value.bytes.length * count);
  for (let i = 0; i < count; i++) bytes.set(value.bytes, i * value.bytes.length);
  replace(op, made(bytes, type));
};

const broadcastInDim = (broadcast: shlo.BroadcastInDimOp): void => {
  const dims = broadcast.broadcastDimensions.numbers();
  broadcast.broadcastDimensions = list([...dims, broadcast.result.type.rank - 1]);
};

const slice = (taken: shlo.SliceOp): void => {
  taken.startIndices = list([...taken.startIndices.numbers(), 0]);
  taken.limitIndices = list([...taken.limitIndices.numbers(), 2]);
  taken.strides = list([...taken.strides.numbers(), 1]);
};

const gather = (looked: shlo.GatherOp): void => {
  const dimensions = looked.dimensionNumbers;
  const offsetDims = [...dimensions.offsetDims, looked.result.type.rank - 1];
  looked.dimensionNumbers = shlo.GatherDimensionNumbersAttr.get({ ...dimensions, offsetDims });
  looked.sliceSizes = list([...looked.sliceSizes.numbers(), 2]);
};

const transposed = (moved: shlo.TransposeOp): void => {
  const order = moved.permutation.numbers();
  moved.permutation = list([...order, order.length]);
};

/** The types alone say it. */
const unchanged: ComplexForm = () => undefined;

/** Rewrites of operations on complex tensors as operations on real tensors with a last dimension of size two. */
export const complexForms = /* @__PURE__ */ new OpTable<[Context], void>([
  byOp(shlo.ComplexOp, joinParts),
  byOp(shlo.RealOp, takePart(0)),
  byOp(shlo.ImagOp, takePart(1)),
  byOp(shlo.ConvertOp, converted),
  byOp(shlo.MulOp, product),
  byOp(shlo.AddOp, unchanged),
  byOp(shlo.SubtractOp, unchanged),
  byOp(shlo.NegOp, unchanged),
  byOp(shlo.ConstantOp, constant),
  byOp(shlo.BroadcastInDimOp, broadcastInDim),
  byOp(shlo.SliceOp, slice),
  byOp(shlo.GatherOp, gather),
  byOp(shlo.TransposeOp, transposed),
  byOp(shlo.ConcatenateOp, unchanged),
  byOp(shlo.ReshapeOp, unchanged),
  byOp(shlo.AllToAllOp, unchanged),
  byOp(shlo.AllGatherOp, unchanged),
  byOp(shlo.CollectivePermuteOp, unchanged),
  byOp(shlo.CompositeOp, unchanged),
]);
