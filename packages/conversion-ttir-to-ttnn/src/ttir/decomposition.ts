import {
  boolAttr,
  Builder,
  definePass,
  DenseArrayAttr,
  i64,
  type Operation,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import {
  DotGeneralOp,
  i32Array,
  MatmulOp,
  PermuteOp,
  ProdOp,
  ReduceAndOp,
  ReduceOrOp,
  ReshapeOp,
  SumOp,
} from '@shardform/dialect-ttir';

type Tensor = Value<RankedTensorType>;

/** General operations are made of those that the library has: contractions of matrix products. */
export const ttirToTtirDecomposition = definePass({
  name: 'ttir-to-ttir-decomposition',
  className: 'TTIRToTTIRDecomposition',
  summary: 'decomposes operations',
  anchor: 'builtin.module',
  run(op, pass) {
    const builder = new Builder(pass.context);
    op.walk((inner) => {
      builder.location = inner.location;
      if (inner instanceof DotGeneralOp) replace(inner, contraction(inner, at(builder, inner)));
      else if (inner instanceof ReduceOrOp || inner instanceof ReduceAndOp) {
        const { input, dimArg, keepDim } = inner;
        const target = inner instanceof ReduceOrOp ? SumOp : ProdOp;
        replace(
          inner,
          at(builder, inner).create(target, { input, dimArg, keepDim }, inner.resultTypes()).result,
        );
      }
    });
  },
});

function at(builder: Builder, op: Operation): Builder {
  builder.setInsertionPoint(op);
  return builder;
}

function replace(op: Operation, value: Value): void {
  op.replaceAllUsesWith([value]);
  op.erase();
}

/** Dimensions of one operand in the order of a matrix product, with what they multiply to. */
interface Side {
  readonly order: readonly number[];
  readonly shape: readonly number[];
}

const product = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1);

/** Batch dimensions stay in front; free and contracted ones are each joined to one. */
function contraction(op: DotGeneralOp, builder: Builder): Value {
  const batch = [op.batchDimsLhs.numbers(), op.batchDimsRhs.numbers()] as const;
  const contracted = [op.contractDimsLhs.numbers(), op.contractDimsRhs.numbers()] as const;
  const side = (value: Tensor, index: 0 | 1): Side => {
    const { shape } = value.type;
    const free = shape
      .map((_, d) => d)
      .filter((d) => !batch[index].includes(d) && !contracted[index].includes(d));
    const sizes = (dims: readonly number[]): number[] => dims.map((d) => shape[d]!);
    const [freeSize, innerSize] = [product(sizes(free)), product(sizes(contracted[index]))];
    const outer = sizes(batch[index]);
    return index === 0
      ? { order: [...batch[0], ...free, ...contracted[0]], shape: [...outer, freeSize, innerSize] }
      : { order: [...batch[1], ...contracted[1], ...free], shape: [...outer, innerSize, freeSize] };
  };
  const [left, right] = [side(op.lhs, 0), side(op.rhs, 1)];
  const [lhs, rhs] = [permute(op.lhs, left.order, builder), permute(op.rhs, right.order, builder)];
  const a = reshape(lhs, left.shape, builder);
  const b = reshape(rhs, right.shape, builder);
  const { type } = op.result;
  const shape = [...left.shape.slice(0, -1), right.shape.at(-1)!];
  const flags = { transposeA: boolAttr(false), transposeB: boolAttr(false) };
  const made = builder.create(MatmulOp, { a, b, ...flags }, [type.withShape(shape)]);
  return reshape(made.result, type.shape, builder);
}

function permute(input: Tensor, order: readonly number[], builder: Builder): Tensor {
  if (order.every((dim, i) => dim === i)) return input;
  const shape = order.map((dim) => input.type.shape[dim]!);
  const permutation = DenseArrayAttr.get(i64, order);
  return builder.create(PermuteOp, { input, permutation }, [input.type.withShape(shape)]).result;
}

function reshape(input: Tensor, shape: readonly number[], builder: Builder): Tensor {
  return builder.create(ReshapeOp, { input, shape: i32Array(shape) }, [input.type.withShape(shape)]).result;
}
