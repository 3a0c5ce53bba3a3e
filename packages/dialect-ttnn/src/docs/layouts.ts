/** The text before and of an example's layouts: a matrix of 32 rows and 64 columns of bf16 on the host and on the device. */
export const layoutAliases = `
#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#system_memory = #ttnn.buffer_type<system_memory>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x64xbf16, #system_memory>>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x64xbf16, #dram>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#tiles_l1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>`;

/** Opens the device of an example. */
export const openDevice =
  '%device = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device';

/** Returns the aliases that a text uses, directly or through others. */
export function withAliases(text: string): string {
  const aliases = layoutAliases.trim().split('\n');
  let used = text;
  const kept = aliases.toReversed().filter((line) => {
    const name = line.slice(0, line.indexOf(' '));
    const isUsed = new RegExp(`${name}\\b(?! =)`).test(used);
    if (isUsed) used += line.slice(name.length);
    return isUsed;
  });
  return [...kept.reverse(), text.trim()].join('\n');
}
