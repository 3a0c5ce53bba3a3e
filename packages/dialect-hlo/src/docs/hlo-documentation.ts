import type { DialectDocumentation } from '@shardform/ir-core';

const asyncExample = `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %future = "hlo.async_start"(%x) ({
  ^bb0(%arg: tensor<4xf32>):
    %1 = hlo.copy %arg : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %next = hlo.async_update %future : !stablehlo.future<tensor<4xf32>>
  %0 = hlo.async_done %next : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`;

/** The documentation of the dialect's operations. */
export const hloDocumentation: DialectDocumentation = {
  add_dependency: {
    description:
      'Gives its first operand; what uses the result comes after everything that the token stands for.',
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.after_all : !stablehlo.token
  %1 = hlo.add_dependency %x after %0 : (tensor<4xf32>, !stablehlo.token) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
  },
  async_done: {
    description: 'Waits for a computation that `hlo.async_start` began, and returns its results.',
    example: asyncExample,
  },
  async_start: {
    description: `Begins the computation of a region and returns a future; the program runs on in the meantime. The region takes the operands and may
hold any operations, which \`stablehlo.async_start\` does not allow.`,
    example: asyncExample,
  },
  async_update: {
    description:
      'A place in the schedule at which an asynchronous computation makes progress; the future stays.',
    example: asyncExample,
  },
  bitcast: {
    description: `Reads the memory of a tensor as a tensor of another type, both in the given layouts, where these pad or tile in a way that no
reshape and transposition says.`,
    example: `
func.func @main(%x: tensor<3x5xf32>) -> tensor<15xf32> {
  %0 = hlo.bitcast %x from "{1,0:T(2,128)}" to "{0:T(128)}" : (tensor<3x5xf32>) -> tensor<15xf32>
  return %0 : tensor<15xf32>
}`,
  },
  copy: {
    description: 'Copies a tensor to another layout or memory. The elements are the same.',
    example: `
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = hlo.copy %x {hlo.layout = "{0,1}"} : tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}`,
  },
  domain: {
    description:
      'Stands between operations whose metadata, such as shardings, differ. The value is the same.',
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = hlo.domain "{kind=\\"sharding\\", entry={replicated}, exit={maximal device=0}}", %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  elided_constant: {
    description: `A constant of which the text of HLO has only the type, as \`constant({...})\`. Programs with it are shown and timed; to execute them,
print HLO with all elements (\`print_large_constants\`) or give the binary form.`,
    example: `
func.func @main() -> tensor<4xf32> {
  %0 = hlo.elided_constant : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  rng_get_and_update_state: {
    description: 'Returns the state of the random generator of the device, and adds `delta` to it.',
    example: `
func.func @main() -> tensor<1xui64> {
  %0 = hlo.rng_get_and_update_state 4 : tensor<1xui64>
  return %0 : tensor<1xui64>
}`,
  },
  scaled_dot: {
    description: 'A product of operands whose blocks of elements have scales, which are operands as well.',
    example: `
func.func @main(%a: tensor<2x32xf8E4M3FN>, %b: tensor<32x4xf8E4M3FN>, %c: tensor<2x1xf8E8M0FNU>, %d: tensor<1x4xf8E8M0FNU>) -> tensor<2x4xf32> {
  %0 = hlo.scaled_dot %a, %b, %c, %d, #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]> : (tensor<2x32xf8E4M3FN>, tensor<32x4xf8E4M3FN>, tensor<2x1xf8E8M0FNU>, tensor<1x4xf8E8M0FNU>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}`,
  },
  stochastic_convert: {
    description: 'Rounds each element down or up, as the fraction is below a random number or not.',
    example: `
func.func @main(%x: tensor<4xf32>, %random: tensor<4xui32>) -> tensor<4xi8> {
  %0 = hlo.stochastic_convert %x, %random : (tensor<4xf32>, tensor<4xui32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}`,
  },
};
