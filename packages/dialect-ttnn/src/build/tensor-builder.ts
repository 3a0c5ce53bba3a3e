import {
  ArrayAttr,
  boolAttr,
  type CreatableOp,
  f32,
  FloatAttr,
  type Operation,
  type OpResult,
  type RankedTensorType,
  type Rewriter,
} from '@shardform/ir-core';
import { i32Array } from '@shardform/dialect-ttir';
import { changedTensor } from '../attrs/make-layout.ts';
import { FullOp } from '../ops/creation-ops.ts';
import { MatmulOp } from '../ops/matmul-ops.ts';
import { MeanOp } from '../ops/reduction-ops.ts';
import { openedDevice } from '../opened-device.ts';
import { ShapeAttr } from '../attrs/shape-attrs.ts';
import type { Tensor } from './shapes.ts';

type Made = Operation & { readonly result: OpResult<RankedTensorType> };
type Binary = CreatableOp<
  {
    readonly lhs: Tensor;
    readonly rhs: Tensor;
    readonly activations: ArrayAttr;
    readonly inputTensorAActivations: ArrayAttr;
    readonly inputTensorBActivations: ArrayAttr;
  },
  Made
>;

const none = ArrayAttr.get([]);
const activations = { activations: none, inputTensorAActivations: none, inputTensorBActivations: none };

/** Creates the arithmetic that replaces one operation, before it and with its location. */
export class TensorBuilder {
  readonly rewriter: Rewriter;
  readonly #op: Operation;

  constructor(op: Operation, rewriter: Rewriter) {
    this.#op = op;
    this.rewriter = rewriter;
  }

  /** An operation with the place of the one that it stands for. */
  make<A>(opClass: CreatableOp<A, Made>, args: NoInfer<A>, type: RankedTensorType): Tensor {
    return this.rewriter.create(opClass, args, [type], { location: this.#op.location }).result;
  }

  /** @param type that of the left operand unless given. */
  binary(opClass: Binary, lhs: Tensor, rhs: Tensor, type: RankedTensorType = lhs.type): Tensor {
    return this.make(opClass, { lhs, rhs, ...activations }, type);
  }

  /** A tensor of one number. */
  full(value: number, type: RankedTensorType): Tensor {
    const device = openedDevice(this.#op, this.rewriter);
    const shape = ShapeAttr.get(type.shape);
    return this.make(FullOp, { device, shape, fillValue: FloatAttr.get(value, f32) }, type);
  }

  /** The mean over dimensions, which stay with size one. */
  mean(input: Tensor, dims: readonly number[]): Tensor {
    const shape = input.type.shape.map((size, d) => (dims.includes(d) ? 1 : size));
    const args = { input, keepDim: boolAttr(true), dimArg: i32Array(dims) };
    return this.make(MeanOp, args, changedTensor(input.type, { shape }));
  }

  /** The product of matrices. @param like what the result has beside its shape. */
  matmul(a: Tensor, b: Tensor, like: RankedTensorType): Tensor {
    const shape = [...a.type.shape.slice(0, -1), b.type.shape.at(-1)!];
    return this.make(MatmulOp, { a, b }, changedTensor(like, { shape }));
  }
}
