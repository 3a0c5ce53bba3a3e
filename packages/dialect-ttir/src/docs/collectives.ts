import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type ExampleCall, type TensorDialect } from './example.ts';

const AXIS =
  '`cluster_axis` is the axis of the mesh, 0 for its rows or 1 for its columns, along which devices form groups.';

const LINKS = ` \`num_links\` and \`topology\` (\`ring\`, \`linear\`, \`mesh\` or \`torus\`) choose the links between the chips, \`sub_device_id\` the cores that
communicate; the runtime decides where they are missing.`;

const REDUCTIONS = '`reduce_type` is `sum`, `max` or `min`.';

/** Returns a function on a mesh of one row and two columns. */
export function onMesh(call: ExampleCall): string {
  const lines = exampleOf(call).split('\n');
  return `module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
${lines.map((line) => `  ${line}`).join('\n')}
}`;
}

/** Returns the documentation of collectives that both dialects have. */
export function collectiveDocumentation(dialect: TensorDialect): DialectDocumentation {
  const links = dialect === 'ttir' ? '' : LINKS;
  const reduction = 'cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>';
  return {
    all_gather: {
      description: `All-gather: concatenates the tensors of the devices of a group along \`all_gather_dim\`, in the order of the devices, and gives every
device the whole. ${AXIS} The dimension grows by the number of devices in a group; a negative one counts from the end.${links}`,
      example: onMesh({
        op: `${dialect}.all_gather`,
        operands: { input: '32x64xbf16' },
        properties: 'all_gather_dim = 1 : si32, cluster_axis = 1 : ui32',
        results: ['32x128xbf16'],
      }),
    },
    all_reduce: {
      description: `All-reduce: combines the tensors of the devices of a group element-wise and gives every device the result. ${REDUCTIONS} ${AXIS}
The result has the shape of the operand.${links}`,
      example: onMesh({
        op: `${dialect}.all_reduce`,
        operands: { input: '32x64xbf16' },
        properties: reduction,
        results: ['32x64xbf16'],
      }),
    },
    all_reduce_async: {
      description: `All-reduce as \`${dialect}.all_reduce\`, in the kernel that overlaps communication with computation: it synchronizes the devices by
semaphores instead of waiting for each other at the end. ${REDUCTIONS} ${AXIS}${links}`,
      example: onMesh({
        op: `${dialect}.all_reduce_async`,
        operands: { input: '32x64xbf16' },
        properties: reduction,
        results: ['32x64xbf16'],
      }),
    },
    mesh_partition: {
      description: `Gives each device its part of a tensor that all devices have, without communication: splits \`dim\` by the devices along
\`cluster_axis\`, or by all devices without it. It is the inverse of an all-gather; a negative \`dim\` counts from the end.`,
      example: onMesh({
        op: `${dialect}.mesh_partition`,
        operands: { input: '32x128xbf16' },
        properties: 'cluster_axis = 1 : ui32, dim = 1 : si32',
        results: ['32x64xbf16'],
      }),
    },
    reduce_scatter: {
      description: `Reduce-scatter: combines the tensors of the devices of a group element-wise and gives each device its part of the result along
\`scatter_dim\`, which shrinks by the number of devices in a group. ${REDUCTIONS} ${AXIS}${links}${dialect === 'ttir' ? '' : ' `compute_config` chooses the precision of the accumulation.'}`,
      example: onMesh({
        op: `${dialect}.reduce_scatter`,
        operands: { input: '32x128xbf16' },
        properties: `${reduction}, scatter_dim = 1 : si32`,
        results: ['32x64xbf16'],
      }),
    },
  };
}

/** The documentation of collectives that only TTIR has. */
export const ttirCollectiveDocumentation: DialectDocumentation = {
  all_to_all: {
    description: `All-to-all: each device splits its tensor into \`split_count\` slices along \`split_dim\`, sends slice \`i\` to device \`i\` of its group and
concatenates what it receives along \`concat_dim\`. \`replica_groups\` lists the devices of each group in a row; a group has \`split_count\`
devices.`,
    example: onMesh({
      op: 'ttir.all_to_all',
      operands: { input: '32x64xbf16' },
      properties:
        'concat_dim = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : si32, split_dim = 1 : si32',
      results: ['64x32xbf16'],
    }),
  },
  collective_broadcast: {
    description: `Broadcasts the tensor of the first device of each group to the other devices of the group. \`replica_groups\` lists the devices of each
group in a row.`,
    example: onMesh({
      op: 'ttir.collective_broadcast',
      operands: { input: '32x64xbf16' },
      properties: 'replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>',
      results: ['32x64xbf16'],
    }),
  },
  collective_permute: {
    description: `Sends tensors from device to device: each row of \`source_target_pairs\` is a sender and its receiver. No device sends or receives twice;
a device that receives nothing gets zeros.`,
    example: onMesh({
      op: 'ttir.collective_permute',
      operands: { input: '32x64xbf16' },
      properties: 'source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>',
      results: ['32x64xbf16'],
    }),
  },
  mesh_shard: {
    description: `Splits a tensor of the host over the mesh (\`full_to_shard\`), or concatenates the shards of the devices to a tensor of the host
(\`shard_to_full\`). \`shard_shape\` says into how many shards each dimension is split and \`shard_dims\` which dimension each axis of the mesh
splits, -1 for none.

\`shard_type\` is \`devices\` for parts, \`replicate\` where every device has the whole tensor, or \`identity\` where the tensors of the program
already are the parts and nothing is done. \`maximal\` is rejected.`,
    example: onMesh({
      op: 'ttir.mesh_shard',
      operands: { input: '32x128xbf16' },
      properties:
        'shard_dims = array<i64: -1, 1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 2>, shard_type = #ttcore.shard_type<devices>',
      results: ['32x64xbf16'],
    }),
  },
};
