import type { DialectDocumentation } from '@shardform/ir-core';

const groups = `Processes are the cells of a grid of replicas and partitions. \`replica_groups\` has a row for each group; -1 fills up
shorter rows. Without a positive channel id in \`channel_handle\` the rows list replicas, and each partition communicates
on its own. With one, they list replicas whose groups span all partitions; with \`use_global_device_ids\` too, they list
processes, numbered replica by replica.`;

const partitioned = 'attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32}';
const handle = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>';
const pair = 'replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>';

/** The documentation of operations between processes. */
export const collectiveDocumentation: DialectDocumentation = {
  all_gather: {
    description: `Concatenates the operands of the processes of a group along \`all_gather_dim\`, in the order in which the group lists them; each
process gets the whole. In that dimension the result is as many times larger as the group has processes; several
operands are gathered one by one.

${groups}`,
    example: `
module ${partitioned} {
  func.func @main(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
    %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, ${handle}, ${pair}, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}`,
  },
  all_reduce: {
    description: `Combines the operands of the processes of a group element by element with the region, and gives each process the result. The
region takes two scalars and returns one, and should be associative and commutative, as the order is unspecified.
The results have the shapes of the operands; several operands are reduced one by one.

${groups}`,
    example: `
module ${partitioned} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{${handle}, ${pair}, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}`,
  },
  all_to_all: {
    description: `Splits the operand of each process of a group into \`split_count\` blocks along \`split_dimension\`, sends the \`i\`-th block to the
\`i\`-th process of the group, and concatenates what it gets along \`concat_dimension\`, in the order of the group. The
split dimension must be divisible by \`split_count\`, the number of processes of each group.

Groups list partitions if the channel id is positive, else replicas.`,
    example: `
module ${partitioned} {
  func.func @main(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
    %0 = "stablehlo.all_to_all"(%x) <{${handle}, concat_dimension = 0 : i64, ${pair}, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}`,
  },
  collective_broadcast: {
    description: `Sends the operand of the first process of each group to all processes of the group. A process that is in no group gets zeros. The
result has the operand's type.

Groups list partitions if the channel id is positive, else replicas.`,
    example: `
module ${partitioned} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.collective_broadcast"(%x) <{${handle}, ${pair}}> : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}`,
  },
  collective_permute: {
    description: `Sends the operand of each source process to its target, as the rows \`[source, target]\` of \`source_target_pairs\` say. No process is
a source or a target twice. A process that is no target gets zeros. The result has the operand's type.

The pairs name partitions if the channel id is positive, else replicas.`,
    example: `
// Shifts shards around a ring.
module ${partitioned} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.collective_permute"(%x) <{${handle}, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}`,
  },
  collective_reduce: {
    description: `Combines the operands of the processes of a group with the region, as \`stablehlo.all_reduce\` does, for the first process of the
group alone; what the others get is not defined.

${groups}`,
    example: `
module ${partitioned} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.collective_reduce"(%x) <{${handle}, ${pair}, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}`,
  },
  'cross-replica-sum': {
    description: `Adds up the operands of the replicas of each group; each of them gets the sum, which has the operand's type. Deprecated:
\`all_reduce\` does the same.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  partition_id: {
    description: 'Returns the number of the partition that the process is in, as a scalar of `ui32`.',
    example: `
func.func @main() -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  return %0 : tensor<ui32>
}`,
  },
  reduce_scatter: {
    description: `Combines the operands of the processes of a group with the region, as \`stablehlo.all_reduce\` does, and gives each process its block
of the result along \`scatter_dimension\`, in the order of the group. The size of that dimension must be divisible by the
number of processes.

${groups}`,
    example: `
module ${partitioned} {
  func.func @main(%x: tensor<4x8xf32>) -> tensor<2x8xf32> {
    %0 = "stablehlo.reduce_scatter"(%x) <{${handle}, ${pair}, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
    return %0 : tensor<2x8xf32>
  }
}`,
  },
  replica_id: {
    description: 'Returns the number of the replica that the process is in, as a scalar of `ui32`.',
    example: `
func.func @main() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}`,
  },
};
