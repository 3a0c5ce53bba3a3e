import {
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  MatmulDramShardedConfigAttr,
  MatmulReuseConfigAttr,
} from '@shardform/dialect-ttnn';
import { type Attribute, IntegerAttr, isInstance, type Operation } from '@shardform/ir-core';
import type { FieldValue, TableValue } from '../flatbuffers/schema.ts';
import { attributeValue, UnwritableValue } from '../binary/attribute-value.ts';
import { type Encoding, type EncodingContext, type Fields, member, resultDataType } from './encoding.ts';

/** The configuration of a product, under the name of its kind. */
function matmulConfig(op: Operation, { schema }: EncodingContext): Fields {
  const config = op.getAttr('matmul_program_config');
  if (config === null) return { matmul_program_config: null };
  const name = configTable(config);
  const fields = attributeValue(config, { kind: 'table', name }, schema);
  // Of an attribute with parameters it is a table.
  return { matmul_program_config: member(name, fields as TableValue) };
}

function configTable(config: Attribute): string {
  if (isInstance(MatmulReuseConfigAttr, config)) return 'MatmulMultiCoreReuseProgramConfig';
  if (isInstance(Matmul2dConfigAttr, config)) return 'MatmulMultiCoreReuseMultiCastProgramConfig';
  if (isInstance(Matmul1dConfigAttr, config)) return 'MatmulMultiCoreReuseMultiCast1DProgramConfig';
  if (isInstance(MatmulDramShardedConfigAttr, config))
    return 'MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig';
  throw new UnwritableValue(`expected the configuration of a product, found ${String(config)}`);
}

function averagePool(op: Operation, { schema }: EncodingContext): Fields {
  const flag = attributeValue(op.getAttr('count_include_pad'), { kind: 'scalar', scalar: 'bool' }, schema);
  const divisor = op.getAttr('divisor_override');
  // Zero stands for the size of the window.
  const override = divisor instanceof IntegerAttr && divisor.number !== 0 ? divisor.number : null;
  const params = { count_include_pad: flag, divisor_override: override };
  return { type: 'AvgPool2d', extra_params: member('AvgPool2dExtraParams', params) };
}

function upsampling(op: Operation, { schema }: EncodingContext): Fields {
  const factor = op.getAttr('scale_factor');
  const int32 = { kind: 'scalar', scalar: 'int32' } as const;
  const [name, type] =
    factor instanceof IntegerAttr
      ? (['UniformScale2D', int32] as const)
      : (['NonUniformScale2D', { kind: 'vector', element: int32 }] as const);
  return { scale_factor: member(name, { scale: attributeValue(factor, type, schema) }) };
}

/** Reductions that differ by a number in their table. */
function reduction(type: string): Encoding {
  return { table: 'ReductionOp', fields: () => ({ type }) };
}

/** The format of the result, which convolutions say whether or not it is that of the input. */
function outputFormat(op: Operation): Fields {
  return { output_dtype: op.getAttr('dtype') === null ? resultDataType(op) : undefined };
}

function semaphoreCores(op: Operation, { schema }: EncodingContext): Fields {
  const cores: FieldValue = attributeValue(
    op.getAttr('mux_core_range_set'),
    { kind: 'table', name: 'CoreRangeSet' },
    schema,
  );
  return { core_range_set: cores };
}

/** Products, convolutions, pools, reductions and normalizations. */
export const computations: Readonly<Record<string, Encoding>> = {
  'ttnn.matmul': { fields: matmulConfig },
  'ttnn.linear': { fields: matmulConfig },
  'ttnn.conv1d': { fields: outputFormat },
  'ttnn.conv2d': { fields: outputFormat },
  'ttnn.conv3d': { fields: outputFormat },
  'ttnn.conv_transpose2d': { fields: outputFormat },
  'ttnn.avg_pool2d': { table: 'Pool2dOp', fields: averagePool },
  'ttnn.max_pool2d': {
    table: 'Pool2dOp',
    fields: () => ({ type: 'MaxPool2d', extra_params: member('MaxPool2dExtraParams', {}) }),
  },
  'ttnn.upsample': { fields: upsampling },
  'ttnn.sum': reduction('Sum'),
  'ttnn.mean': reduction('Mean'),
  'ttnn.max': reduction('Max'),
  'ttnn.min': reduction('Min'),
  'ttnn.prod': { table: 'ReductionProdOp' },
  'ttnn.argmax': { table: 'ReductionArgMaxOp' },
  'ttnn.softmax': {
    fields: (op, { schema }) => ({
      numeric_stable: attributeValue(op.getAttr('numericStable'), { kind: 'scalar', scalar: 'bool' }, schema),
    }),
  },
  'ttnn.sdpa_fw': { table: 'SDPAForwardOp' },
  'ttnn.sdpa_bw': { table: 'SDPABackwardOp' },
  'ttnn.embedding_bw': { table: 'EmbeddingBackwardOp' },
  'ttnn.allocate_moe_compute_semaphore': { fields: semaphoreCores },
  'ttnn.global_avg_pool2d': { fields: () => ({ dtype: null }) },
};
