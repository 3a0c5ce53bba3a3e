import { cloneOp, i64, IntegerAttr, inversePermutation, type Tensor } from '@shardform/ir-core';
import { Conv2dOp, Conv3dOp, ConvTranspose2dOp, tensorOf } from '@shardform/dialect-ttir';
import { type Decomposition, type Maker, onDevice } from './decomposition.ts';

type Convolution = Conv2dOp | Conv3dOp | ConvTranspose2dOp;

/** The dimensions of batch, space and channels, in this order. */
function dimsOf(op: Convolution): number[] {
  const depth = op instanceof Conv3dOp ? [op.depthDim] : [];
  return [op.batchDim, ...depth, op.heightDim, op.widthDim, op.channelDim].map((dim, d) => dim?.number ?? d);
}

/** Says that the dimensions stand in their usual order. */
function setUsualDims(op: Convolution): void {
  const at = (dim: number): IntegerAttr => IntegerAttr.get(dim, i64);
  const first = op instanceof Conv3dOp ? 2 : 1;
  op.batchDim = at(0);
  if (op instanceof Conv3dOp) op.depthDim = at(1);
  op.heightDim = at(first);
  op.widthDim = at(first + 1);
  op.channelDim = at(first + 2);
}

/** The library takes channels last. */
function channelsLast(op: Convolution, { insert, tensors }: Maker): readonly [Tensor] | null {
  const order = dimsOf(op);
  if (order.every((dim, d) => dim === d)) return null;
  const copy = cloneOp(op);
  copy.setOperand(0, tensors.permute(op.input, order));
  if (op.bias !== null) copy.setOperand(2, tensors.permute(op.bias, order));
  copy.setResultTypes([op.result.type.withShape(order.map((dim) => op.result.type.dimSize(dim)))]);
  setUsualDims(copy);
  return [tensors.permute(tensorOf(insert(copy).getResult()), inversePermutation(order))];
}

/** Convolutions with other orders of dimensions. */
export const convolutions: readonly Decomposition[] = [
  onDevice(Conv2dOp, channelsLast),
  onDevice(Conv3dOp, channelsLast),
  onDevice(ConvTranspose2dOp, channelsLast),
];
