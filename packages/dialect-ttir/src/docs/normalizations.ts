import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

const PRECISION =
  ' `compute_config` chooses the math fidelity and the precision in which the kernel accumulates.';

function batchNormDocumentation(dialect: TensorDialect): DialectDocumentation {
  const inference = `Normalizes each channel by statistics that are known: \`(x - mean) / sqrt(variance + epsilon) · scale + offset\`.`;
  const training = `Normalizes each channel by the mean and the biased variance of the batch: \`(x - mean) / sqrt(variance + epsilon) · scale + offset\`,
and moves the running statistics towards them: \`(1 - momentum) · running + momentum · batch\`.`;
  if (dialect === 'ttir') {
    return {
      batch_norm_inference: {
        description: `${inference} \`dimension\` is that of the channels; \`scale\`, \`offset\`, \`mean\` and \`variance\` have one number per channel.`,
        example: exampleOf({
          op: 'ttir.batch_norm_inference',
          operands: {
            operand: '2x32x8x8xf32',
            scale: '32xf32',
            offset: '32xf32',
            mean: '32xf32',
            variance: '32xf32',
          },
          properties: 'dimension = 1 : i32, epsilon = 9.99999974E-6 : f32',
          results: ['2x32x8x8xf32'],
        }),
      },
      batch_norm_training: {
        description: `${training} \`dimension\` is that of the channels; all other operands have one number per channel. The results are the normalized
tensor and the running mean and variance after the step.`,
        example: exampleOf({
          op: 'ttir.batch_norm_training',
          operands: {
            operand: '2x32x8x8xf32',
            scale: '32xf32',
            offset: '32xf32',
            running_mean: '32xf32',
            running_variance: '32xf32',
          },
          properties: 'dimension = 1 : i32, epsilon = 9.99999974E-6 : f32, momentum = 1.000000e-01 : f32',
          results: ['2x32x8x8xf32', '32xf32', '32xf32'],
        }),
      },
    };
  }
  const operands = {
    input: '2x32x8x8xf32',
    running_mean: '1x32x1x1xf32',
    running_var: '1x32x1x1xf32',
    weight: '1x32x1x1xf32',
    bias: '1x32x1x1xf32',
  };
  const shapes = `The operand is [batch, channels, height, width]; the optional statistics, \`weight\` (the scale) and \`bias\` (the offset) are [1, channels,
1, 1].`;
  return {
    batch_norm_inference: {
      description: `${inference} ${shapes}${PRECISION}`,
      example: exampleOf({
        op: 'ttnn.batch_norm_inference',
        operands,
        properties: 'epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>',
        results: ['2x32x8x8xf32'],
      }),
    },
    batch_norm_training: {
      description: `${training} The running statistics are overwritten in place. ${shapes}${PRECISION}`,
      example: exampleOf({
        op: 'ttnn.batch_norm_training',
        operands,
        properties:
          'epsilon = 9.99999974E-6 : f32, momentum = 1.000000e-01 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>',
        results: ['2x32x8x8xf32'],
      }),
    },
  };
}

const DISTRIBUTED = `Each device has a part of the last dimension and computes the statistics of its part; these, and not the tensor, are gathered along the
mesh axis \`cluster_axis\` (0 or 1), and every device normalizes its part with them. \`residual\` is added to the operand first. The result
has the shape of the operand.`;

function distributedDocumentation(dialect: TensorDialect): DialectDocumentation {
  const isOnDevice = dialect === 'ttnn';
  return {
    distributed_layer_norm: {
      description: `Normalizes the last dimension, which is sharded over devices, by its mean and variance: \`(x - mean) / sqrt(variance + epsilon) ·
weight + bias\`. ${DISTRIBUTED}`,
      example: exampleOf({
        op: `${dialect}.distributed_layer_norm`,
        operands: { input: '1x1x32x128xbf16', weight: '128xbf16', bias: '128xbf16' },
        isOnDevice,
        properties: `cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0${isOnDevice ? ', 1' : ''}>`,
        results: ['1x1x32x128xbf16'],
      }),
    },
    distributed_rms_norm: {
      description: `Normalizes the last dimension, which is sharded over devices, by its root mean square: \`x / sqrt(mean(x²) + epsilon) · weight\`.
${DISTRIBUTED}${
        isOnDevice
          ? `

\`stats\` is memory for the gathered statistics and \`semaphore\` synchronizes the devices; both are made by the runtime if missing. \`num_links\`
and \`topology\` choose the links between the chips, \`sub_device_id\` the cores that communicate, \`compute_config\` and
\`program_config\` the precision and how the cores share the work.`
          : ''
      }`,
      example: exampleOf({
        op: `${dialect}.distributed_rms_norm`,
        operands: { input: '1x1x32x128xbf16', weight: '128xbf16' },
        isOnDevice,
        properties: `cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0${isOnDevice ? ', 0, 0, 1' : ''}>`,
        results: ['1x1x32x128xbf16'],
      }),
    },
  };
}

function trailing(dialect: TensorDialect, mnemonic: string, formula: string): DialectDocumentation {
  const isTtir = dialect === 'ttir';
  const where = isTtir
    ? '`normalized_shape` are the sizes of the trailing dimensions that are normalized together; `weight` and `bias`, if given, have that shape.'
    : `The last dimension is normalized; \`weight\` and \`bias\`, if given, are vectors of its size.${mnemonic === 'rms_norm' ? PRECISION : ''}`;
  return {
    [mnemonic]: {
      description: `${formula} ${where} The result has the shape of the operand.`,
      example: exampleOf({
        op: `${dialect}.${mnemonic}`,
        operands: { input: '32x128xbf16', weight: '128xbf16', bias: '128xbf16' },
        properties: `epsilon = 9.99999974E-6 : f32, ${isTtir ? 'normalized_shape = array<i64: 128>, ' : ''}operandSegmentSizes = array<i32: 1, 1, 1>`,
        results: ['32x128xbf16'],
      }),
    },
  };
}

function groupNorm(dialect: TensorDialect): DialectDocumentation[string] {
  const isTtir = dialect === 'ttir';
  return {
    description: `Splits the channels into \`num_groups\` groups and normalizes each group of each batch element over all positions by its mean and
variance: \`(x - mean) / sqrt(variance + epsilon) · weight + bias\`, with one weight and bias per channel. ${
      isTtir
        ? 'The operand has at least four dimensions, of which `channel_dim`, the last of four unless given, is that of the channels.'
        : 'The operand is [batch, 1, height · width, channels]; weight and bias are [channels] or [1, 1, channels / 32, 32].'
    } The kernel reads from \`input_mask\` which columns of a tile belong to a group.`,
    example: exampleOf({
      op: `${dialect}.group_norm`,
      operands: { input: '1x1x64x64xbf16', weight: '64xbf16', bias: '64xbf16' },
      properties: `${isTtir ? 'channel_dim = 3 : i64, ' : ''}epsilon = 9.99999974E-6 : f32, num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>`,
      results: ['1x1x64x64xbf16'],
    }),
  };
}

/** Returns the documentation of normalizations. */
export function normalizationDocumentation(dialect: TensorDialect): DialectDocumentation {
  return {
    ...batchNormDocumentation(dialect),
    ...distributedDocumentation(dialect),
    ...trailing(
      dialect,
      'layer_norm',
      'Normalizes by mean and variance: `(x - mean) / sqrt(variance + epsilon) · weight + bias`.',
    ),
    ...trailing(
      dialect,
      'rms_norm',
      'Normalizes by the root mean square: `x / sqrt(mean(x²) + epsilon) · weight + bias`.',
    ),
    group_norm: groupNorm(dialect),
    softmax: {
      description: `Computes \`exp(x) / sum(exp(x))\` along \`dimension\`; a negative one counts from the end. With \`numericStable\` the greatest element is
subtracted first, so that the exponentials do not overflow.${dialect === 'ttnn' ? PRECISION : ''} The result has the shape of the operand.`,
      example: exampleOf({
        op: `${dialect}.softmax`,
        operands: { input: '32x64xbf16' },
        properties: 'dimension = -1 : si32, numericStable = true',
        results: ['32x64xbf16'],
      }),
    },
  };
}
