import type { DialectDocumentation } from '@shardform/ir-core';

const local = 'The type is the global one; what changes is the sharding, and with it the local shape.';

/** The documentation of Shardy's collectives, which change the sharding of a tensor. */
export const collectiveDocumentation: DialectDocumentation = {
  all_gather: {
    description: `Gathers the shards of \`tensor\` along \`gathering_axes\`, which lists for each dimension the axes that it loses. Those
axes must be the last (minor-most) ones of the operand's sharding in that dimension; removing them must give \`out_sharding\`.
${local}`,
    example: `
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<8x4xf32> {
  %0 = sdy.all_gather [{"y"}, {}] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  },
  all_reduce: {
    description: `Reduces \`tensor\` over the devices along \`reduction_axes\` with \`reduction_op\`, a sum unless given. Every device of a
group gets the combined value. Axes on which the operand is unreduced are reduced in the result. The axes are in mesh order and must
neither shard the operand nor be among its replicated axes, and the result must not be unreduced on them. The operand and
the result have the same dimension shardings. ${local}`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.all_reduce {"x"} %x out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  },
  all_slice: {
    description: `Slices \`tensor\` along \`slicing_axes\`: each device keeps its own share of what it holds, without communication. This is
the inverse of \`sdy.all_gather\`: the axes are appended to those that shard each dimension, which must give
\`out_sharding\`. ${local}`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.all_slice [{"x"}, {}] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  },
  all_to_all: {
    description: `Moves axes from one dimension to another. Each entry of \`params\` is \`axes: source -> target\`: the axes, the last ones
that shard the source dimension, are appended to those of the target dimension. Entries are sorted by source dimension and no two share a dimension.
The result must have \`out_sharding\`. ${local}`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = sdy.all_to_all [{"x"}: 0->1] %x out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  },
  collective_permute: {
    description: `Sends each local shard to one other device, so that the axes of the operand's sharding are replaced with or reordered
to those of \`out_sharding\`. Local shapes must stay the same: in each dimension the sizes of the old and the new
axes have equal products. The meshes may differ in the order of their devices.`,
    example: `
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = sdy.collective_permute %x out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  },
  reduce_scatter: {
    description: `Reduces \`tensor\` over the devices along \`reduce_scatter_axes\` with \`reduction_op\`, a sum unless given, and leaves each
device its share of the result: an \`sdy.all_reduce\` followed by an \`sdy.all_slice\` along the same axes. The axes are
listed for the dimension that they shard in the result, whose sharding is \`out_sharding\`. ${local}`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.reduce_scatter [{"x"}, {}] %x out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  },
  replicated_to_unreduced: {
    description: `Marks the axes \`axes\`, on which \`tensor\` is replicated, as unreduced: one device of each group keeps the value and the
others hold zero, so that the sum over the group is the tensor. \`out_sharding\` is the operand's sharding with those axes
added to its unreduced ones, which are to be summed. ${local}`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"x"}>}) -> tensor<8x4xf32> {
  %0 = sdy.replicated_to_unreduced {"x"} %x out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  },
  sharded_to_unreduced: {
    description: `Turns axes that shard dimensions of \`tensor\` into unreduced axes: each device pads its shard with zeros to the size
that the dimension has without those axes, so that the sum over the group is the tensor. \`axes\` lists them by
dimension; \`out_sharding\` has them among its unreduced axes instead. ${local}`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = sdy.sharded_to_unreduced [{"x"}, {}] %x out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  },
};
