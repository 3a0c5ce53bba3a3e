import {
  boolAttr as bool,
  defineOp,
  DenseArrayAttr,
  i32,
  type OpReport,
  optional,
  optionalAttr,
  storedDefaultAttr,
  StringAttr,
  stringAttr,
} from '@shardform/ir-core';
import { DataTypeAttr } from '@shardform/dialect-ttcore';
import { boolAttr, checks, i32Attr, i32DenseArrayAttr } from '@shardform/dialect-ttir';
import {
  Conv2dConfigAttr,
  Conv2dSliceConfigAttr,
  Conv3dConfigAttr,
  MemoryConfigAttr,
  TensorLayoutAttr,
} from '../attrs/index.ts';
import { computeConfig, device, tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import {
  conv1dProblems,
  conv2dProblems,
  conv2dWeightProblems,
  conv3dProblems,
  conv3dWeightProblems,
  convBiasProblems,
  convTranspose2dProblems,
  convTransposeWeightProblems,
} from '../verify/index.ts';

const channels = { in_channels: i32Attr, out_channels: i32Attr, batch_size: i32Attr };
const images = { ...channels, input_height: i32Attr, input_width: i32Attr };
const windows = { kernel_size: i32DenseArrayAttr, stride: i32DenseArrayAttr, padding: i32DenseArrayAttr };
const configs = {
  conv2d_config: optionalAttr(Conv2dConfigAttr.constraint),
  compute_config: optionalAttr(computeConfig),
  conv2d_slice_config: optionalAttr(Conv2dSliceConfigAttr.constraint),
};
/** The layout of the images in memory that weights are prepared for. */
const inputLayout = {
  input_memory_config: MemoryConfigAttr.constraint,
  input_tensor_layout: TensorLayoutAttr.constraint,
};
const elementTypes = {
  input_dtype: DataTypeAttr.constraint,
  output_dtype: optionalAttr(DataTypeAttr.constraint),
};

/** Convolution in one dimension. */
export class Conv1dOp extends defineOp('ttnn.conv1d', {
  summary: '1D convolution',
  operands: { input: tensor, weight: tensor, bias: optional(tensor), device },
  attrs: {
    ...channels,
    input_length: i32Attr,
    kernel_size: i32Attr,
    stride: i32Attr,
    padding: i32DenseArrayAttr,
    dilation: i32Attr,
    groups: i32Attr,
    ...configs,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(conv1dProblems(this), report);
  }
}

/** Convolution in two dimensions. */
export class Conv2dOp extends defineOp('ttnn.conv2d', {
  summary: '2D convolution',
  operands: { input: tensor, weight: tensor, bias: optional(tensor), device },
  attrs: {
    ...images,
    ...windows,
    dilation: i32DenseArrayAttr,
    groups: i32Attr,
    ...configs,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(conv2dProblems(this), report);
  }
}

/** Convolution in three dimensions. */
export class Conv3dOp extends defineOp('ttnn.conv3d', {
  summary: '3D convolution',
  operands: { input: tensor, weight: tensor, bias: optional(tensor), device },
  attrs: {
    ...channels,
    input_depth: i32Attr,
    input_height: i32Attr,
    input_width: i32Attr,
    ...windows,
    padding_mode: storedDefaultAttr(stringAttr, () => StringAttr.get('zeros')),
    groups: i32Attr,
    conv3d_config: optionalAttr(Conv3dConfigAttr.constraint),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(conv3dProblems(this), report);
  }
}

/** Transposed convolution in two dimensions. */
export class ConvTranspose2dOp extends defineOp('ttnn.conv_transpose2d', {
  summary: '2D transposed convolution',
  operands: { input: tensor, weight: tensor, bias: optional(tensor), device },
  attrs: {
    ...images,
    ...windows,
    output_padding: i32DenseArrayAttr,
    dilation: i32DenseArrayAttr,
    groups: i32Attr,
    ...configs,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(convTranspose2dProblems(this), report);
  }
}

/** Weights in the order that a convolution reads them. */
export class PrepareConv2dWeightsOp extends defineOp('ttnn.prepare_conv2d_weights', {
  summary: 'prepares the weights of a 2D convolution',
  operands: { weight_tensor: tensor, device },
  attrs: {
    ...inputLayout,
    weights_format: stringAttr,
    ...images,
    ...windows,
    dilation: i32DenseArrayAttr,
    has_bias: boolAttr,
    groups: i32Attr,
    ...elementTypes,
    ...configs,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(conv2dWeightProblems(this), report);
  }
}

/** Bias in the order that a convolution reads it. */
export class PrepareConv2dBiasOp extends defineOp('ttnn.prepare_conv2d_bias', {
  summary: 'prepares the bias of a 2D convolution',
  operands: { bias_tensor: tensor, device },
  attrs: {
    ...inputLayout,
    ...images,
    ...windows,
    dilation: i32DenseArrayAttr,
    groups: i32Attr,
    ...elementTypes,
    ...configs,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(convBiasProblems(this, 'Weight'), report);
  }
}

/** Weights in the order that a three-dimensional convolution reads them. */
export class PrepareConv3dWeightsOp extends defineOp('ttnn.prepare_conv3d_weights', {
  summary: 'prepares the weights of a 3D convolution',
  operands: { weight_tensor: tensor, device },
  attrs: {
    groups: i32Attr,
    c_in_block: i32Attr,
    alignment: i32Attr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(conv3dWeightProblems(this), report);
  }
}

/** Weights in the order that a transposed convolution reads them. */
export class PrepareConvTranspose2dWeightsOp extends defineOp('ttnn.prepare_conv_transpose2d_weights', {
  summary: 'prepares the weights of a 2D transposed convolution',
  operands: { weight_tensor: tensor, device },
  attrs: {
    ...inputLayout,
    weights_format: stringAttr,
    ...images,
    ...windows,
    output_padding: storedDefaultAttr(i32DenseArrayAttr, () => DenseArrayAttr.get(i32, [0, 0])),
    dilation: i32DenseArrayAttr,
    has_bias: boolAttr,
    groups: i32Attr,
    ...elementTypes,
    ...configs,
    mirror_kernel: storedDefaultAttr(boolAttr, () => bool(true)),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(convTransposeWeightProblems(this), report);
  }
}

/** Bias in the order that a transposed convolution reads it. */
export class PrepareConvTranspose2dBiasOp extends defineOp('ttnn.prepare_conv_transpose2d_bias', {
  summary: 'prepares the bias of a 2D transposed convolution',
  operands: { bias_tensor: tensor, device },
  attrs: {
    ...inputLayout,
    ...images,
    ...windows,
    dilation: i32DenseArrayAttr,
    groups: i32Attr,
    ...elementTypes,
    ...configs,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(convBiasProblems(this, 'Bias'), report);
  }
}
