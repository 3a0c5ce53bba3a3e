import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  boolAttr,
  type ConversionPattern,
  type CreatableOp,
  IntegerAttr,
  type Operation,
  type OpWithDefinition,
  type Tensor,
} from '@shardform/ir-core';
import { TensorBuilder } from '@shardform/dialect-ttnn';
import { i32Dense, perPosition } from '@shardform/dialect-ttir';
import { conversion, type ConversionScope, sameArguments } from './convertible.ts';

type Pooling = ttir.AvgPool2dOp | ttir.MaxPool2dOp | ttir.MaxPool2dWithIndicesOp;

const si32 = (value: number): IntegerAttr => IntegerAttr.get(value, ttir.si32);

/** The numbers of the library's operation; `null` where it has none. */
function poolingParts(op: Pooling, { builder, refuse }: ConversionScope) {
  const info = op.flattenedCompatInfo;
  if (info === null) {
    return refuse(
      'only supports lowering to TTNN for flattened input tensors. Please run the FlattenSlidingWindow pass before lowering to TTNN',
    );
  }
  const [kernel, stride, dilation] = [op.kernel, op.stride, op.dilation].map((attr) => perPosition(attr, 2));
  if (op instanceof ttir.AvgPool2dOp && dilation!.some((step) => step !== 1)) {
    return refuse('only supports lowering to TTNN for dilation of (1, 1)');
  }
  // Verified: padding has one, two or four numbers, of which `perPosition` makes four.
  let [top, left, bottom, right] = perPosition(op.padding, 4) as [number, number, number, number];
  const { batchSize: batch } = info;
  let { inputHeight: height, inputWidth: width } = info;
  const channels = op.input.type.dimSize(3);
  let input: Tensor = op.input;
  const [greatestHeight, greatestWidth] = kernel!.map((size) => Math.floor(size / 2));
  const tensors = new TensorBuilder(builder);
  // The library pads by half a window at most: more is added before.
  if (Math.max(top, bottom) > greatestHeight! || Math.max(left, right) > greatestWidth!) {
    const images = tensors.reshape(input, [batch, height, width, channels]);
    // What is added is never the greatest element.
    const value = op instanceof ttir.AvgPool2dOp ? 0 : -Infinity;
    const larger = tensors.pad(images, [0, 0, top, bottom, left, right, 0, 0], { value });
    [height, width] = [height + top + bottom, width + left + right];
    input = tensors.reshape(larger, [1, 1, batch * height * width, channels]);
    [top, left, bottom, right] = [0, 0, 0, 0];
  }
  const isEven = top === bottom && left === right;
  return {
    input,
    batchSize: si32(batch),
    inputHeight: si32(height),
    inputWidth: si32(width),
    channels: si32(channels),
    kernelSize: i32Dense(kernel!),
    stride: i32Dense(stride!),
    dilation: i32Dense(dilation!),
    padding: i32Dense(isEven ? [top, left] : [top, left, bottom, right]),
    ceilMode: op.ceilMode,
    reallocateHaloOutput: boolAttr(false),
    configTensorsInDram: boolAttr(true),
  };
}

type PoolingParts = NonNullable<ReturnType<typeof poolingParts>>;

function pooling<T extends Pooling>(
  source: OpWithDefinition<T>,
  target: CreatableOp<PoolingParts, Operation>,
): ConversionPattern {
  return conversion(source, (op, scope) => {
    const parts = poolingParts(op, scope);
    return parts && scope.builder.create(target, parts, op.resultTypes());
  });
}

/** Windows over images. */
export const poolingConversions: readonly ConversionPattern[] = [
  conversion(ttir.AvgPool2dOp, (op, scope) => {
    const parts = poolingParts(op, scope);
    if (parts === null) return null;
    const { countIncludePad, divisorOverride } = op;
    const attrs = { ...parts, countIncludePad, divisorOverride };
    return scope.builder.create(ttnn.AvgPool2dOp, attrs, op.resultTypes());
  }),
  pooling(ttir.MaxPool2dOp, ttnn.MaxPool2dOp),
  pooling(ttir.MaxPool2dWithIndicesOp, ttnn.MaxPool2dWithIndicesOp),
  sameArguments(ttir.GlobalAvgPool2dOp, ttnn.GlobalAvgPool2dOp),
  sameArguments(ttir.Upsample2dOp, ttnn.UpsampleOp),
];
