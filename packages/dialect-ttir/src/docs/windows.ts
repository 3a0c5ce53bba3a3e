import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

/** The attributes by which TTIR and TTNN describe a window. */
const ATTRIBUTES = {
  ttir: `The operand is [batch, height, width, channels] unless \`batch_dim\`, \`height_dim\`, \`width_dim\` and \`channel_dim\` say otherwise.
\`stride\` and \`dilation\` are one number, or one each for height and width; \`padding\` is one number, two for height and width, or four for
top, left, bottom and right. \`flattened_compat_info\` holds the original sizes of an operand that was flattened to
[1, 1, batch · height · width, channels].`,
  ttnn: `The operand is flattened to [1, 1, \`batch_size\` · \`input_height\` · \`input_width\`, \`in_channels\`], and the result likewise. \`stride\`,
\`kernel_size\` and \`dilation\` have one number each for height and width; \`padding\` two for height and width, or four for top, bottom, left and
right.`,
};

const TTNN_CONFIG = `The optional \`conv2d_config\` (weights' data type, fused activation, sharding), \`compute_config\` (math fidelity, accumulation) and
\`conv2d_slice_config\` (pieces in which a large operand is computed) tune the kernel. Weights come as TTIR has them, or in the order that
`;

const WEIGHTS =
  '\`weight\` is [output channels, input channels / groups, height, width] and \`bias\`, if given, [1, 1, 1, output channels].';

const SIZE =
  'Its height is `(height + padding - dilation · (kernel - 1) - 1) / stride + 1`, rounded down, and its width likewise.';

function conv1d(dialect: TensorDialect): DialectDocumentation[string] {
  const isTtir = dialect === 'ttir';
  const text = `Convolves sequences with \`weight\`, [output channels, input channels / groups, length], and adds the optional \`bias\`. \`groups\` splits
the channels into groups that are convolved separately.`;
  return isTtir
    ? {
        description: `${text} The operand is [batch, length, channels] unless \`batch_dim\`, \`length_dim\` and \`channel_dim\` say otherwise;
\`padding\` is one number or two for both ends. The bias is [1, 1, output channels].`,
        example: exampleOf({
          op: 'ttir.conv1d',
          operands: { input: '1x32x16xbf16', weight: '8x16x3xbf16', bias: '1x1x8xbf16' },
          properties: 'dilation = 1 : i32, groups = 1 : i32, padding = 1 : i32, stride = 1 : i32',
          results: ['1x32x8xbf16'],
        }),
      }
    : {
        description: `${text} The operand is [batch, length, channels] and the result is flattened to
[1, 1, batch · length, channels]. \`padding\` has two numbers for both ends; the bias is [1, 1, 1, output channels]. Sizes are repeated as
attributes; the optional configurations tune the kernel as in \`ttnn.conv2d\`.`,
        example: exampleOf({
          op: 'ttnn.conv1d',
          operands: { input: '1x32x16xbf16', weight: '8x16x3xbf16', bias: '1x1x1x8xbf16' },
          isOnDevice: true,
          properties:
            'batch_size = 1 : i32, dilation = 1 : i32, groups = 1 : i32, in_channels = 16 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 8 : i32, padding = array<i32: 1, 1>, stride = 1 : i32',
          results: ['1x1x32x8xbf16'],
        }),
      };
}

const TTNN_SIZES =
  'batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32';

function conv2d(dialect: TensorDialect): DialectDocumentation[string] {
  const text = `Convolves images with \`weight\` and adds the optional \`bias\`. \`groups\` splits the channels into groups that are convolved
separately. ${WEIGHTS} ${ATTRIBUTES[dialect]} The result has as many channels as the weights. ${SIZE}`;
  return dialect === 'ttir'
    ? {
        description: text,
        example: exampleOf({
          op: 'ttir.conv2d',
          operands: { input: '1x8x8x16xbf16', weight: '32x16x3x3xbf16', bias: '1x1x1x32xbf16' },
          properties: 'dilation = 1 : i32, groups = 1 : i32, padding = array<i32: 1, 1>, stride = 1 : i32',
          results: ['1x8x8x32xbf16'],
        }),
      }
    : {
        description: `${text}\n\n${TTNN_CONFIG}\`ttnn.prepare_conv2d_weights\` gives them.`,
        example: exampleOf({
          op: 'ttnn.conv2d',
          operands: { input: '1x1x64x16xbf16', weight: '32x16x3x3xbf16', bias: '1x1x1x32xbf16' },
          isOnDevice: true,
          properties: `${TTNN_SIZES}, padding = array<i32: 1, 1>, stride = array<i32: 1, 1>`,
          results: ['1x1x64x32xbf16'],
        }),
      };
}

function conv3d(dialect: TensorDialect): DialectDocumentation[string] {
  const text = `Convolves volumes with \`weight\` and adds the optional \`bias\`. The operand is [batch, depth, height, width, channels]. \`padding_mode\` is
\`zeros\` or \`replicate\`, which repeats the outermost elements; \`groups\` splits the channels into groups that are convolved separately.`;
  return dialect === 'ttir'
    ? {
        description: `${text} \`weight\` is [output channels, input channels / groups, depth, height, width] and \`bias\` [1, 1, 1, 1, output
channels]. \`stride\` and \`padding\` are one number or three; \`batch_dim\`, \`depth_dim\`, \`height_dim\`, \`width_dim\` and \`channel_dim\` say where the
dimensions are if not in this order.`,
        example: exampleOf({
          op: 'ttir.conv3d',
          operands: { input: '1x4x8x8x4xbf16', weight: '16x4x3x3x3xbf16', bias: '1x1x1x1x16xbf16' },
          properties: 'groups = 1 : i32, padding = 1 : i32, padding_mode = "zeros", stride = 1 : i32',
          results: ['1x4x8x8x16xbf16'],
        }),
      }
    : {
        description: `${text} \`weight\` is [output channels, input channels / groups, depth, height, width], or the matrix that \`ttnn.prepare_conv3d_weights\` makes
of it; \`bias\` is [1, output channels]. The optional \`conv3d_config\` says in which blocks the cores compute,
\`compute_config\` with which precision.`,
        example: exampleOf({
          op: 'ttnn.conv3d',
          operands: { input: '1x4x8x8x32xbf16', weight: '32x32x3x3x3xbf16', bias: '1x32xbf16' },
          isOnDevice: true,
          properties:
            'batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>',
          results: ['1x4x8x8x32xbf16'],
        }),
      };
}

function convTranspose2d(dialect: TensorDialect): DialectDocumentation[string] {
  const text = `Computes a transposed convolution (deconvolution): the gradient of a convolution with respect to its operand, which enlarges images.
\`weight\` is [input channels, output channels / groups, height, width] and \`bias\`, if given, [1, 1, 1, output channels].
${ATTRIBUTES[dialect]} \`output_padding\` adds rows and columns at the bottom and right of the result, whose height is
\`(height - 1) · stride - padding + dilation · (kernel - 1) + output_padding + 1\`, and its width likewise.`;
  return dialect === 'ttir'
    ? {
        description: text,
        example: exampleOf({
          op: 'ttir.conv_transpose2d',
          operands: { input: '1x8x8x16xbf16', weight: '16x32x3x3xbf16', bias: '1x1x1x32xbf16' },
          properties:
            'dilation = 1 : i32, groups = 1 : i32, output_padding = 1 : i32, padding = 1 : i32, stride = 2 : i32',
          results: ['1x16x16x32xbf16'],
        }),
      }
    : {
        description: `${text}\n\n${TTNN_CONFIG}\`ttnn.prepare_conv_transpose2d_weights\` gives them.`,
        example: exampleOf({
          op: 'ttnn.conv_transpose2d',
          operands: { input: '1x1x64x16xbf16', weight: '16x32x3x3xbf16', bias: '1x1x1x32xbf16' },
          isOnDevice: true,
          properties: `${TTNN_SIZES}, output_padding = array<i32: 1, 1>, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 2>`,
          results: ['1x1x256x32xbf16'],
        }),
      };
}

const POOL = {
  ttir: `The operand is [batch, height, width, channels]. \`kernel\`, \`stride\` and \`dilation\` are one number, or one each for height and width;
\`padding\` is one number, two for height and width, or four for top, left, bottom and right. With \`ceil_mode\` the size of the result is
rounded up instead of down. \`flattened_compat_info\` holds the original sizes of an operand that was flattened to
[1, 1, batch · height · width, channels].`,
  ttnn: `The operand is flattened to [1, 1, \`batch_size\` · \`input_height\` · \`input_width\`, \`channels\`], and the result likewise. \`kernel_size\`,
\`stride\` and \`dilation\` have one number each for height and width; \`padding\` two for height and width, or four for top, bottom, left
and right. With \`ceil_mode\` the size of the result is rounded up instead of down. \`applied_shard_scheme\` shards the operand in L1
memory, \`reallocate_halo_output\` moves the border rows against fragmentation, and \`config_tensors_in_dram\` keeps tables of the kernel
in DRAM.`,
};

const POOL_PROPERTIES = {
  ttir: 'ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32',
  ttnn: 'batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, config_tensors_in_dram = false, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0>, reallocate_halo_output = true, stride = array<i32: 2, 2>',
};

const POOL_TYPES = {
  ttir: { input: '1x8x8x32xbf16', result: '1x4x4x32xbf16', indices: '1x4x4x32xi32' },
  ttnn: { input: '1x1x64x32xbf16', result: '1x1x16x32xbf16', indices: '1x1x16x32xi32' },
};

/** The documentation of pooling. */
function poolingDocumentation(dialect: TensorDialect): DialectDocumentation {
  const { input, result, indices } = POOL_TYPES[dialect];
  const pool = (mnemonic: string, text: string, results: readonly string[]): DialectDocumentation => ({
    [mnemonic]: {
      description: `${text} ${POOL[dialect]}`,
      example: exampleOf({
        op: `${dialect}.${mnemonic}`,
        operands: { input },
        properties: POOL_PROPERTIES[dialect],
        results,
      }),
    },
  });
  return {
    ...pool(
      'avg_pool2d',
      'Computes the mean of each window of each channel. With `count_include_pad` the padding counts as zeros, otherwise the mean is of the elements inside.',
      [result],
    ),
    ...pool('max_pool2d', 'Computes the greatest element of each window of each channel.', [result]),
    ...pool(
      'max_pool2d_with_indices',
      'Computes the greatest element of each window of each channel, and its index in the plane of the channel: row times width plus column.',
      [result, indices],
    ),
    global_avg_pool2d: {
      description:
        'Computes the mean of each channel over height and width. The operand is [batch, height, width, channels]; in the result height and width have size one.',
      example: exampleOf({
        op: `${dialect}.global_avg_pool2d`,
        operands: { input: '1x8x8x32xbf16' },
        results: ['1x1x1x32xbf16'],
      }),
    },
  };
}

/** Returns the documentation of convolutions and pooling. */
export function windowDocumentation(dialect: TensorDialect): DialectDocumentation {
  return {
    ...poolingDocumentation(dialect),
    conv1d: conv1d(dialect),
    conv2d: conv2d(dialect),
    conv3d: conv3d(dialect),
    conv_transpose2d: convTranspose2d(dialect),
  };
}

/** Returns the documentation of enlarging images, which TTIR and TTNN name differently. */
export function upsampleDocumentation(op: 'ttir.upsample2d' | 'ttnn.upsample'): DialectDocumentation[string] {
  return {
    description: `Enlarges images, [batch, height, width, channels], by the integer factor \`scale_factor\`, one number or one each for height and width.
\`mode\` is \`nearest\`, which repeats elements, or \`bilinear\`, which interpolates between them.`,
    example: exampleOf({
      op,
      operands: { input: '1x8x8x32xbf16' },
      properties: 'mode = "nearest", scale_factor = 2 : si32',
      results: ['1x16x16x32xbf16'],
    }),
  };
}
