import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { openDevice, withAliases } from './layouts.ts';

function moved(
  mnemonic: string,
  description: string,
  from: string,
  to: string,
  needsDevice = false,
): OpDocumentation {
  const [operand, type] = needsDevice ? [', %device', ', !ttnn.device'] : ['', ''];
  return {
    description,
    example: withAliases(`
func.func @main(%input: tensor<32x64xbf16, ${from}>) -> tensor<32x64xbf16, ${to}> {
${needsDevice ? `  ${openDevice}\n` : ''}  %0 = "ttnn.${mnemonic}"(%input${operand}) : (tensor<32x64xbf16, ${from}>${type}) -> tensor<32x64xbf16, ${to}>
  return %0 : tensor<32x64xbf16, ${to}>
}`),
  };
}

/** The documentation of operations that move tensors between memories and layouts. */
const moveDocumentation: DialectDocumentation = {
  assign: moved(
    'assign',
    'Copies a tensor into new memory, so that writing to one does not change the other.',
    '#tiles',
    '#tiles',
  ),
  from_device: moved(
    'from_device',
    'Copies a tensor from the memory of the device to that of the host. Its tiling stays as it is.',
    '#rows',
    '#host',
  ),
  to_device: moved(
    'to_device',
    "Copies a tensor from the memory of the host to that of the device: DRAM or L1, as the layout of the result's type says. Its tiling stays as it is.",
    '#host',
    '#rows',
    true,
  ),
  to_layout: moved(
    'to_layout',
    'Changes between rows (row-major order) and tiles of 32 by 32 elements, whose last ones are padded. Both types have a layout; the memory stays the same.',
    '#rows',
    '#tiles',
  ),
  to_memory_config: moved(
    'to_memory_config',
    'Moves a tensor on the device between DRAM and L1, or shards it over the cores, as the layouts of both types say. Tiling and element type stay the same.',
    '#tiles',
    '#tiles_l1',
  ),
  to_tensor_spec: moved(
    'to_tensor_spec',
    'Brings a tensor into the layout of the result: memory, tiling and element type in one. It stands in programs until `ttnn-decompose-layouts` makes the single moves of it, such as `ttnn.to_layout` and `ttnn.to_device`. Both types have a layout.',
    '#tiles',
    '#tiles_l1',
  ),
};

/** The documentation of memory that is managed by hand. */
const bufferDocumentation: DialectDocumentation = {
  alloc: {
    description: `Names the memory of \`size\` bytes at \`address\` in \`buffer_type\` (\`l1\`, \`l1_small\`, \`dram\`, \`system_memory\` or \`trace\`) as a tensor, whose
layout must name the same memory. Addresses of the device are non-zero; memory of the host has address 0 and is placed by the runtime.`,
    example: withAliases(`
func.func @main() {
  %0 = "ttnn.alloc"() <{address = 4096 : i64, buffer_type = #l1, size = 4096 : i64}> : () -> tensor<32x64xbf16, #tiles_l1>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<32x64xbf16, #tiles_l1>) -> ()
  return
}`),
  },
  copy: {
    description:
      'Copies the elements of `src` into the memory of `dst`, which is overwritten. Both are on the device and have the same shape.',
    example: withAliases(`
func.func @main(%src: tensor<32x64xbf16, #tiles>, %dst: tensor<32x64xbf16, #tiles>) {
  "ttnn.copy"(%src, %dst) : (tensor<32x64xbf16, #tiles>, tensor<32x64xbf16, #tiles>) -> ()
  return
}`),
  },
  deallocate: {
    description: 'Frees the memory of a tensor. With `force` it is freed even if another tensor shares it.',
    example: withAliases(`
func.func @main(%input: tensor<32x64xbf16, #tiles>) -> tensor<32x64xbf16, #tiles> {
  %0 = "ttnn.abs"(%input) : (tensor<32x64xbf16, #tiles>) -> tensor<32x64xbf16, #tiles>
  "ttnn.deallocate"(%input) <{force = false}> : (tensor<32x64xbf16, #tiles>) -> ()
  return %0 : tensor<32x64xbf16, #tiles>
}`),
  },
  dump_tensor: {
    description:
      'Writes a tensor to the file `file_path`, whose name ends in `.tensorbin`; `ttnn.load_tensor` reads it again.',
    example: withAliases(`
func.func @main(%input: tensor<32x64xbf16, #host>) {
  "ttnn.dump_tensor"(%input) <{file_path = "weights.tensorbin"}> : (tensor<32x64xbf16, #host>) -> ()
  return
}`),
  },
  load_tensor: {
    description: `Reads a tensor from the file \`file_path\`, whose name ends in \`.tensorbin\`. A tensor on the device needs the operand \`device\`, one on the
host must not have it; the layout of the result's type says which it is.`,
    example: withAliases(`
func.func @main() -> tensor<32x64xbf16, #host> {
  %0 = "ttnn.load_tensor"() <{file_path = "weights.tensorbin"}> : () -> tensor<32x64xbf16, #host>
  return %0 : tensor<32x64xbf16, #host>
}`),
  },
  write_tensor: {
    description: `Copies a tensor of the host into a tensor that already is on the device, through the command queue \`cq_id\`. With \`blocking\` the host waits
until it is written. Recorded programs get new operands so.`,
    example: withAliases(`
func.func @main(%host_tensor: tensor<32x64xbf16, #host>, %device_tensor: tensor<32x64xbf16, #rows>) {
  "ttnn.write_tensor"(%host_tensor, %device_tensor) <{blocking = false, cq_id = 0 : ui32}> : (tensor<32x64xbf16, #host>, tensor<32x64xbf16, #rows>) -> ()
  return
}`),
  },
};

/** The documentation of the device, and of tensors that lie on several. */
const meshDocumentation: DialectDocumentation = {
  aggregate_tensor: {
    description: `Concatenates the shards of a tensor on the devices of a mesh to one tensor on the host. \`composer_config\` says along which dimension the shards of
each axis of the mesh are concatenated; \`mesh_shape_override\` may use only a part of the mesh.`,
    example: `
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%input: tensor<32x64xbf16>) -> tensor<64x64xbf16> {
    %device = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !ttnn.device
    %0 = "ttnn.aggregate_tensor"(%input, %device) <{composer_config = #ttnn.mesh_composer_config<dims = [1 : i32, 0 : i32], mesh_shape_override = [1 : ui32, 2 : ui32]>}> : (tensor<32x64xbf16>, !ttnn.device) -> tensor<64x64xbf16>
    return %0 : tensor<64x64xbf16>
  }
}`,
  },
  distribute_tensor: {
    description: `Spreads a tensor of the host over the devices of a mesh. \`mapper_config\` has a placement for each axis of the mesh: \`shard\` splits the
given dimension, \`replicate\` gives every device the whole; \`mesh_shape_override\` may use only a part of the mesh. \`cq_id\` is the command queue.`,
    example: `
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%input: tensor<64x64xbf16>) -> tensor<32x64xbf16> {
    %device = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !ttnn.device
    %0 = "ttnn.distribute_tensor"(%input, %device) <{mapper_config = #ttnn.mesh_mapper_config<placements = [<replicate, -1 : i32>, <shard, 0 : i32>], mesh_shape_override = [1 : ui32, 2 : ui32]>}> : (tensor<64x64xbf16>, !ttnn.device) -> tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
}`,
  },
  get_device: {
    description: `Opens the mesh of devices that the program runs on: \`mesh_shape\` chips, of which the first stands at \`mesh_offset\` of the system's mesh.
Operations that allocate memory or run on the device take the result as an operand.`,
    example: `
func.func @main() {
  %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !ttnn.device
  return
}`,
  },
  point_to_point: {
    description: `Sends the tensor of the device at \`sender_coord\` of the mesh to the one at \`receiver_coord\`. Other devices keep what they have; with
\`accum\` the received tensor is written there, otherwise to new memory.`,
    example: `
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
  func.func @main(%input: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
    %0 = "ttnn.point_to_point"(%input) <{receiver_coord = array<i64: 0, 1>, sender_coord = array<i64: 0, 0>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
}`,
  },
};

/** The documentation of memory, moves and devices. */
export const memoryDocumentation: DialectDocumentation = {
  ...moveDocumentation,
  ...bufferDocumentation,
  ...meshDocumentation,
};
