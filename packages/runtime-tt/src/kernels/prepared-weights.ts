import type { Conv3dOp, PrepareConv3dWeightsOp } from '@shardform/dialect-ttnn';
import { product } from '@shardform/ir-core';
import { ExecutionError, type NdArray, pad, reshape, scalarArray, transpose } from '@shardform/runtime-sim';

/**
 * Returns weights as the library's convolution over three dimensions reads them (tt-metal, `prepare_conv3d_weights`): blocks of
 * input channels one after the other, in each the places of the window with the channels of the block, by output channels.
 *
 * @throws ExecutionError for weights in groups, which the library orders in another way.
 */
export function preparedConv3dWeights(op: PrepareConv3dWeightsOp, weights: NdArray): NdArray {
  if (op.groups.number !== 1)
    throw new ExecutionError(
      op,
      `'${op.name}' op prepares weights in ${op.groups.number} groups, which have no kernel here`,
    );
  const [outputs, channels, ...kernel] = weights.shape as readonly [number, number, ...number[]]; // verified
  const aligned = Math.ceil(channels / op.alignment.number) * op.alignment.number;
  const block = op.cInBlock.number === 0 ? aligned : op.cInBlock.number;
  const none = weights.shape.map(() => 0);
  const whole =
    aligned === channels
      ? weights
      : pad(weights, scalarArray(weights.kind, 0), none, none.with(1, aligned - channels), none);
  const blocks = reshape(whole, [outputs, aligned / block, block, ...kernel]);
  return reshape(transpose(blocks, [1, 3, 4, 5, 2, 0]), [aligned * product(kernel), outputs]);
}

/** Returns the weights, by output channel, input channel and window, that were prepared for a convolution. */
export function conv3dWeightsOf(op: Conv3dOp, matrix: NdArray): NdArray {
  const kernel = op.kernelSize.numbers();
  const aligned = matrix.shape[0] / product(kernel);
  const block = op.conv3dConfig?.cInBlock ?? aligned;
  const blocks = reshape(matrix, [aligned / block, ...kernel, block, matrix.shape[1]]);
  return reshape(transpose(blocks, [5, 0, 4, 1, 2, 3]), [matrix.shape[1], aligned, ...kernel]);
}
