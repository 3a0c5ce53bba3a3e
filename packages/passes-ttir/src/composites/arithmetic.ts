import {
  boolAttr,
  type Builder,
  f32,
  FloatAttr,
  type RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import {
  AddOp,
  DivOp,
  ExpOp,
  FullOp,
  i32Array,
  i32Dense,
  MatmulOp,
  MaxOp,
  MeanOp,
  MultiplyOp,
  RsqrtOp,
  SubtractOp,
  SumOp,
  TensorBuilder,
} from '@shardform/dialect-ttir';

const binaries = { add: AddOp, div: DivOp, multiply: MultiplyOp, subtract: SubtractOp } as const;
const unaries = { exp: ExpOp, rsqrt: RsqrtOp } as const;
const reductions = { max: MaxOp, mean: MeanOp, sum: SumOp } as const;

/** Creates arithmetic on tensors, whose results have the type of the first operand. */
export class Arithmetic extends TensorBuilder {
  readonly builder: Pick<Builder, 'create'>;

  constructor(builder: Pick<Builder, 'create'>) {
    super(builder);
    this.builder = builder;
  }

  binary(op: keyof typeof binaries, lhs: Tensor, rhs: Tensor): Tensor {
    return this.builder.create(binaries[op], { lhs, rhs }, [lhs.type]).result;
  }

  unary(op: keyof typeof unaries, input: Tensor): Tensor {
    return this.builder.create(unaries[op], { input }, [input.type]).result;
  }

  /** The reduction over dimensions, which stay with size one. */
  reduce(op: keyof typeof reductions, input: Tensor, dims: readonly number[]): Tensor {
    const shape = input.type.shape.map((size, d) => (dims.includes(d) ? 1 : size));
    const args = { input, dimArg: i32Array(dims), keepDim: boolAttr(true) };
    return this.builder.create(reductions[op], args, [input.type.withShape(shape)]).result;
  }

  matmul(a: Tensor, b: Tensor): Tensor {
    const type = a.type.withShape([...a.type.shape.slice(0, -1), b.type.dimSize(-1)]);
    const flags = { transposeA: boolAttr(false), transposeB: boolAttr(false) };
    return this.builder.create(MatmulOp, { a, b, ...flags }, [type]).result;
  }

  /** A tensor whose elements are all one number. */
  full(type: RankedTensorType, number: number): Tensor {
    const args = { shape: i32Dense(type.shape), fillValue: FloatAttr.get(number, f32) };
    return this.builder.create(FullOp, args, [type]).result;
  }
}
