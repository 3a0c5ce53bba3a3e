import { type ConversionPattern, greatestCommonDivisor, product } from '@shardform/ir-core';
import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { deviceDescription, GridAttr } from '@shardform/dialect-ttcore';
import { roundedUp, TensorBuilder } from '@shardform/dialect-ttnn';
import { i32Dense, i32Number, perPosition } from '@shardform/dialect-ttir';
import { conversion } from './convertible.ts';

const NOT_FLAT =
  'takes images in rows of one matrix; run --ttir-flatten-sliding-window before the conversion to TTNN';

/** The tables that say where each element comes from lie in DRAM: L1 is for elements. */
const config2d = ttnn.Conv2dConfigAttr.get({ configTensorsInDram: true });
const config1d = ttnn.Conv2dConfigAttr.get({ configTensorsInDram: false });

const conv1d = conversion(ttir.Conv1dOp, (op, { builder, device, refuse }) => {
  const { input, weight, result } = op;

  const [batch, length, channel] = [op.batchDim!.number, op.lengthDim!.number, op.channelDim!.number];
  const [stride, dilation] = [perPosition(op.stride, 1), perPosition(op.dilation, 1)];
  const padding = perPosition(op.padding, 2);
  for (const [name, numbers] of Object.entries({ stride, dilation })) {
    if (numbers.length !== 1) return refuse(`conv1d ${name} must be a scalar or a 1-element array`);
  }
  if (padding.length !== 2) return refuse('conv1d padding must be a scalar, 1-element, or 2-element array');
  const { bias } = op;
  const biasShape = bias?.type.shape ?? [];
  const tensors = new TensorBuilder(builder);
  const args = {
    input,
    weight,
    bias: bias && tensors.reshape(bias, [...biasShape.slice(0, 2), 1, ...biasShape.slice(2)]),
    device: device(),
    inChannels: i32Number(input.type.dimSize(channel)),
    outChannels: i32Number(result.type.dimSize(channel)),
    batchSize: i32Number(input.type.dimSize(batch)),
    inputLength: i32Number(input.type.dimSize(length)),
    kernelSize: i32Number(weight.type.dimSize(2)),
    stride: i32Number(stride[0]!),
    padding: i32Dense(padding),
    dilation: i32Number(dilation[0]!),
    groups: op.groups,
    conv2dConfig: config1d,
  };
  const rows = input.type.dimSize(batch) * result.type.dimSize(length);
  const flat = ttnn.changedTensor(result.type, { shape: [1, 1, rows, result.type.dimSize(channel)] });
  return tensors.reshape(builder.create(ttnn.Conv1dOp, args, [flat]).result, result.type.shape);
});

/** Returns the arguments that all two-dimensional convolutions have in common. */
function imageParts(op: ttir.Conv2dOp | ttir.ConvTranspose2dOp, info: ttir.FlattenedCompatInfoAttr) {
  const { input, weight, bias, result, groups } = op;
  const { batchSize: batch, inputHeight: height, inputWidth: width } = info;
  return {
    input,
    weight,
    bias,
    inChannels: i32Number(input.type.dimSize(3)),
    outChannels: i32Number(result.type.dimSize(3)),
    batchSize: i32Number(batch),
    inputHeight: i32Number(height),
    inputWidth: i32Number(width),
    kernelSize: i32Dense(weight.type.shape.slice(2, 4)),
    stride: i32Dense(perPosition(op.stride, 2)),
    dilation: i32Dense(perPosition(op.dilation, 2)),
    groups,
    conv2dConfig: config2d,
  };
}

const conv2d = conversion(ttir.Conv2dOp, (op, { builder, device, refuse }) => {
  const { flattenedCompatInfo: info } = op;
  if (info === null) return refuse(NOT_FLAT);
  const given = perPosition(op.padding, 2);
  // TTIR lists top, left, bottom, right; the library top, bottom, left, right.
  const padding = given.length === 4 ? [given[0]!, given[2]!, given[1]!, given[3]!] : given;
  const args = { ...imageParts(op, info), device: device(), padding: i32Dense(padding) };
  return builder.create(ttnn.Conv2dOp, args, op.resultTypes());
});

const convTranspose2d = conversion(ttir.ConvTranspose2dOp, (op, { builder, device, refuse }) => {
  const { flattenedCompatInfo: info } = op;
  if (info === null) return refuse(NOT_FLAT);
  // Verified: padding has one, two or four numbers, of which `perPosition` makes four.
  const [top, left, bottom, right] = perPosition(op.padding, 4) as [number, number, number, number];
  const isEven = top === bottom && left === right;
  const args = {
    ...imageParts(op, info),
    device: device(),
    padding: i32Dense(isEven ? [top, left] : [top, left, bottom, right]),
    outputPadding: i32Dense(perPosition(op.outputPadding, 2)),
  };
  return builder.create(ttnn.ConvTranspose2dOp, args, op.resultTypes());
});

/** Channels come in whole tiles; bias is one row. */
const conv3d = conversion(ttir.Conv3dOp, (op, { builder, device, refuse }) => {
  const { weight, bias, groups, paddingMode, result } = op;
  const { shape } = op.input.type;
  const [stride, padding] = [perPosition(op.stride, 3), perPosition(op.padding, 3)];
  for (const [name, numbers] of Object.entries({ stride, padding })) {
    if (numbers.length !== 3) return refuse(`Expected 3 elements for '${name}', but got ${numbers.length}`);
  }
  if (groups.number !== 1) return refuse('ttnn.conv3d only supports groups == 1');
  const tensors = new TensorBuilder(builder);
  const biasRow = bias && tensors.reshape(bias, [1, product(bias.type.shape)]);
  const channel = op.channelDim!.number;
  const channels = roundedUp(op.input.type.dimSize(channel), ttnn.TILE);
  const input = channels === shape[channel] ? op.input : tensors.padTo(op.input, 4, channels);
  const kernel = weight.type.shape.slice(2, 5);
  const volume = product(kernel);
  const { chip, workerGrid } = deviceDescription(op);
  const unit = ttnn.TILE / greatestCommonDivisor(volume, ttnn.TILE);
  const alignment = chip.nocL1AddressAlignBytes;
  const block = Math.min((alignment * unit) / greatestCommonDivisor(alignment, unit), channels);
  const args = {
    input,
    weight,
    bias: biasRow,
    device: device(),
    inChannels: i32Number(channels),
    outChannels: i32Number(result.type.dimSize(channel)),
    batchSize: i32Number(op.input.type.dimSize(op.batchDim!.number)),
    inputDepth: i32Number(op.input.type.dimSize(op.depthDim!.number)),
    inputHeight: i32Number(op.input.type.dimSize(op.heightDim!.number)),
    inputWidth: i32Number(op.input.type.dimSize(op.widthDim!.number)),
    kernelSize: i32Dense(kernel),
    stride: i32Dense(stride),
    padding: i32Dense(padding),
    paddingMode,
    groups,
    conv3dConfig: ttnn.Conv3dConfigAttr.get({
      tOutBlock: 1,
      wOutBlock: 1,
      hOutBlock: 1,
      cOutBlock: ttnn.TILE,
      cInBlock: block,
      computeWithStorageGridSize: GridAttr.get({ shape: workerGrid }),
    }),
  };
  return builder.create(ttnn.Conv3dOp, args, op.resultTypes());
});

/** Convolutions. */
export const convolutionConversions: readonly ConversionPattern[] = [conv1d, conv2d, conv3d, convTranspose2d];
