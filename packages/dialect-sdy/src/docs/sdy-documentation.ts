import type { DialectDocumentation } from '@shardform/ir-core';
import { collectiveDocumentation } from './collectives.ts';

/** The documentation of the Shardy dialect's operations. */
export const sdyDocumentation: DialectDocumentation = {
  ...collectiveDocumentation,
  constant: {
    description: `Produces the tensor \`value\`. It differs from \`stablehlo.constant\` in that it is not merged with equal constants: each
use may get a sharding of its own. The import pipeline makes these from StableHLO's constants and the export pipeline
turns them back. The result has the type of \`value\` and a static shape.`,
    example: `
func.func @main() -> tensor<2x2xf32> {
  %0 = sdy.constant dense<1.0> : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}`,
  },
  data_flow_edge: {
    description: `Makes the values between which an operation with regions passes data share one sharding. For a \`stablehlo.while\`, an edge
stands for the initial value, the arguments of both regions, the value that the body returns, and the result. The edge
is placed on one of them, its target: the result of the operation, or the argument of a region. \`sharding\` is the
sharding of them all, and the result of the edge replaces the target at its uses.

The input has a static shape and no other user, and is not defined by an sdy operation other than
\`sdy.named_computation\`. The import pipeline inserts these edges and the export pipeline removes them.`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32>, %n: tensor<i32>) -> tensor<8xf32> {
  %0:2 = stablehlo.optimization_barrier %x, %n : tensor<8xf32>, tensor<i32>
  %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}`,
  },
  func_data_flow_edge: {
    description: `Joins an argument of a function with the operands of its calls, or a result of a call with what the function returns,
so that shardings propagate between functions. It is placed on the argument of a function or on the result of a
\`func.call\`, of static shape and without other users. Its sharding is an ordinary \`sdy.sharding\` attribute. Like
\`sdy.data_flow_edge\` it exists during propagation only.`,
    example: `
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.func_data_flow_edge %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.func_data_flow_edge %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
  },
  manual_computation: {
    description: `Runs its body on every device along \`manual_axes\` with the local shard of each operand, and joins the local results as
\`out_shardings\` says; this is what \`jax.shard_map\` produces. Communication along manual axes is written out in the
body as collectives, while propagation and partitioning handle the other axes (the free ones).

The body is isolated from above. Its arguments have the local types of the operands with respect to the manual axes of
\`in_shardings\`, and \`sdy.return\` gives the local types of the results. In each dimension sharding manual axes come
before free ones, no dimension is padded by manual axes, and no manual computation nested inside uses the same
manual axes. The order of \`manual_axes\` is that of the mesh.`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%local: tensor<4x4xf32>) {
    %1 = stablehlo.add %local, %local : tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  },
  mesh: {
    description: `Defines a named mesh, to which the shardings of the module refer by its symbol. A mesh is a list of named axes with
their sizes; the devices are numbered in row-major order of the axes unless \`device_ids\` lists them. A mesh without
axes that has one device id stands for a maximal sharding: everything is on that device. It must be a child of a
module.`,
    example: `
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) -> tensor<8x16xf32> {
  return %x : tensor<8x16xf32>
}`,
  },
  named_computation: {
    description: `Groups the operations of its body under a name without changing what they compute: the results are the values that
\`sdy.return\` gives. \`in_shardings\` and \`out_shardings\` constrain the operands and results. The body is isolated
from above; its arguments have the types of the operands. The inliner dissolves the group.`,
    example: `
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"layer 1">(%x) (%arg: tensor<8xf32>) {
    %1 = stablehlo.tanh %arg : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
  },
  propagation_barrier: {
    description: `Returns its input and limits how shardings propagate through this value: with \`FORWARD\` only from the input to the
result, with \`BACKWARD\` only from the result to the input, with \`NONE\` neither way. \`BOTH\` is rejected, since it
would not limit anything.`,
    example: `
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.propagation_barrier %x allowed_direction=FORWARD : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
  },
  reshard: {
    description: `Converts its input from one sharding to another; the values stay the same. Programs ask for shardings
with \`sdy.sharding_constraint\`; after propagation the export pipeline turns these constraints into reshards and inserts
more where the shardings that operations need differ from those that values have. The partitioner replaces each reshard
with collectives, or with nothing when both shardings place the data alike.`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.reshard %x <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`,
  },
  return: {
    description: `Ends the region of \`sdy.manual_computation\` or \`sdy.named_computation\` and gives the values that become the results of
the parent. A region of a manual computation returns local types.`,
    example: `
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"identity">(%x) (%arg: tensor<8xf32>) {
    sdy.return %arg : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
  },
  sharding_constraint: {
    description: `Attaches a sharding to an intermediate value, as \`jax.lax.with_sharding_constraint\` does; the values stay the same. Closed
dimensions keep exactly the axes listed; open ones (\`?\`) may be sharded further.

The import pipeline applies the sharding to the input itself where the input has none and its other uses do not disagree;
a constraint whose result is unused speaks about its input too. The export pipeline turns constraints into
\`sdy.reshard\`.`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %x : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}`,
  },
  sharding_group: {
    description: `Adds its input to the group \`group_id\`. All tensors of a group get the same sharding during propagation, wherever they
stand in the program, but for a manual computation: members must be on the same level of those. All members need
the same rank and shape. The operation has no results; the import pipeline merges groups that share a tensor, and
propagation removes the operation.`,
    example: `
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %x group_id=0 : tensor<8xf32>
  sdy.sharding_group %y group_id=0 : tensor<8xf32>
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
  },
};
