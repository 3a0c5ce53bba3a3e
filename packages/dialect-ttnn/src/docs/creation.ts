import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { openDevice, withAliases } from './layouts.ts';

const PLACE =
  "The layout of the result's type says in which memory and tiling it lies; a tensor on the device needs the operand `device`.";

function created(mnemonic: string, text: string, properties: string): OpDocumentation {
  return {
    description: `${text} ${PLACE}`,
    example: withAliases(`
func.func @main() -> tensor<32x64xbf16, #tiles> {
  ${openDevice}
  %0 = "ttnn.${mnemonic}"(%device) <{${properties}}> : (!ttnn.device) -> tensor<32x64xbf16, #tiles>
  return %0 : tensor<32x64xbf16, #tiles>
}`),
  };
}

/** The documentation of operations that make tensors. */
export const creationDocumentation: DialectDocumentation = {
  arange: {
    description: `Counts from \`start\` up to, but without, \`end\` in steps of \`step\`: a vector of \`(end - start) / step\` numbers. ${PLACE}`,
    example: `
#layout = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @main() -> tensor<64xbf16, #layout> {
  ${openDevice}
  %0 = "ttnn.arange"(%device) <{end = 64 : si64, start = 0 : si64, step = 1 : si64}> : (!ttnn.device) -> tensor<64xbf16, #layout>
  return %0 : tensor<64xbf16, #layout>
}`,
  },
  constant: created(
    'constant',
    'Makes a constant tensor with the elements `value`.',
    'value = dense<2.5> : tensor<32x64xbf16>',
  ),
  empty: created(
    'empty',
    'Allocates a tensor of the shape `shape` on the device; its elements are not defined.',
    'shape = #ttnn.shape<32x64>',
  ),
  full: created(
    'full',
    'Makes a tensor of the shape `shape` whose elements all are `fill_value`, a 32-bit float or integer that is converted to the element type.',
    'fill_value = 7.000000e+00 : f32, shape = #ttnn.shape<32x64>',
  ),
  ones: created(
    'ones',
    'Makes a tensor of the shape `shape` whose elements all are one.',
    'shape = #ttnn.shape<32x64>',
  ),
  rand: created(
    'rand',
    'Makes a tensor of the shape `size` of random numbers, uniformly distributed from `low` up to, but without, `high`. The same `seed` gives the same numbers, but for 0, which stands for a new one in each run.',
    'high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 42 : ui32, size = #ttnn.shape<32x64>',
  ),
  zeros: created(
    'zeros',
    'Makes a tensor of the shape `shape` whose elements all are zero.',
    'shape = #ttnn.shape<32x64>',
  ),
};
