import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { exampleOf } from '@shardform/dialect-ttir';

const COMMON = `The attributes repeat those of the convolution; \`input_memory_config\`, \`input_tensor_layout\` and \`input_dtype\` describe the operand that it
will get, \`output_dtype\` its result, and the configurations must be the ones of the convolution. Constants are prepared once and not
in every run.`;

const WINDOW =
  'batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 8 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, output_dtype = #ttcore.supportedDataTypes<bf16>, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>';

function prepared(
  op: string,
  description: string,
  operand: string,
  result: string,
  properties: string,
): OpDocumentation {
  return {
    description,
    example: exampleOf({
      op,
      operands: { tensor: operand },
      isOnDevice: true,
      properties,
      results: [result],
    }),
  };
}

function bias(convolution: string): OpDocumentation {
  return prepared(
    `ttnn.prepare_${convolution}_bias`,
    `Brings the bias of \`ttnn.${convolution}\`, [1, 1, 1, output channels], into the order and tiling in which its kernel reads it. ${COMMON}`,
    '1x1x1x32xbf16',
    '1x1x1x32xbf16',
    WINDOW,
  );
}

/** The documentation of operations that bring weights into the order of the library. */
export const preparedWeightDocumentation: DialectDocumentation = {
  prepare_conv2d_bias: bias('conv2d'),
  prepare_conv_transpose2d_bias: bias('conv_transpose2d'),
  prepare_conv2d_weights: prepared(
    'ttnn.prepare_conv2d_weights',
    `Brings the weights of \`ttnn.conv2d\` into the order and tiling in which its kernel reads them: \`weights_format\` is \`OIHW\` and the result
[1, 1, input channels / groups · height · width, output channels], padded to whole tiles. \`has_bias\` tells whether the convolution
has a bias. ${COMMON}`,
    '32x16x3x3xbf16',
    '1x1x144x32xbf16',
    `${WINDOW}, has_bias = true, weights_format = "OIHW"`,
  ),
  prepare_conv_transpose2d_weights: prepared(
    'ttnn.prepare_conv_transpose2d_weights',
    `Brings the weights of \`ttnn.conv_transpose2d\` into the order and tiling in which its kernel reads them: \`weights_format\` is \`IOHW\` and the
result [1, 1, input channels · height · width, output channels], padded to whole tiles. \`has_bias\` tells whether the convolution has a
bias, \`mirror_kernel\` whether rows and columns of the kernel are reversed first. ${COMMON}`,
    '16x32x3x3xbf16',
    '1x1x144x32xbf16',
    `${WINDOW}, has_bias = true, mirror_kernel = true, output_padding = array<i32: 0, 0>, weights_format = "IOHW"`,
  ),
  prepare_conv3d_weights: prepared(
    'ttnn.prepare_conv3d_weights',
    `Turns the weights of \`ttnn.conv3d\`, [output channels, input channels / groups, depth, height, width], into the matrix that its kernel reads:
[depth · height · width · aligned input channels, output channels]. Input channels are padded to a multiple of \`alignment\` and
arranged in blocks of \`c_in_block\`, which divides them; 0 makes one block.`,
    '32x32x3x3x3xbf16',
    '864x32xbf16',
    'alignment = 32 : i32, c_in_block = 32 : i32, groups = 1 : i32',
  ),
  prepare_moe_compute_w0_w1_weights: {
    description: `Interleaves the gate and up weights of experts, \`w0\` and \`w1\` [layers, experts, hidden, intermediate], over the cores in the order in which
\`ttnn.moe_compute\` reads them. The biases, [layers, experts, intermediate], are both given or both missing.`,
    example: exampleOf({
      op: 'ttnn.prepare_moe_compute_w0_w1_weights',
      operands: { w0: '1x2x128x64xbf16', w1: '1x2x128x64xbf16' },
      isOnDevice: true,
      properties:
        'hidden_size = 128 : ui32, intermediate_size = 64 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>',
      results: ['8x1x2x4x128x128xbf16'],
    }),
  },
  prepare_moe_compute_w2_weights: {
    description: `Arranges the down weights of experts, \`w2\` [layers, experts, intermediate, hidden], over the cores in the order in which \`ttnn.moe_compute\`
reads them. \`bias_2\` is [layers, experts, hidden].`,
    example: exampleOf({
      op: 'ttnn.prepare_moe_compute_w2_weights',
      operands: { w2: '1x2x64x128xbf16' },
      isOnDevice: true,
      properties:
        'hidden_size = 128 : ui32, intermediate_size = 64 : ui32, operandSegmentSizes = array<i32: 1, 0, 1>',
      results: ['8x1x2x2x64x128xbf16'],
    }),
  },
};
