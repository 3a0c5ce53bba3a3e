import type { DialectDocumentation } from '@shardform/ir-core';

/** The documentation of the func dialect's operations. */
export const funcDocumentation: DialectDocumentation = {
  call: {
    description: `Calls the function that \`callee\` names in the same module and returns its results. The operands and results must
have the types of the function, in order. The called function may be defined after its call, or be a declaration.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  call_indirect: {
    description: `Calls the function that a value of function type refers to. Such values are made by \`func.constant\`, and may pass
through block arguments. The remaining operands and the results have the types of the function type.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = constant @twice : (tensor<4xf32>) -> tensor<4xf32>
  %0 = call_indirect %f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  constant: {
    description: `Produces a reference to a function as a value, for use by \`func.call_indirect\`. The result type must be the type of the
function that \`value\` names.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = constant @twice : (tensor<4xf32>) -> tensor<4xf32>
  %0 = call_indirect %f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  func: {
    description: `Defines a function, or declares one when it has no body; a declaration must be private. The arguments of the entry
block are the function's arguments. The body sees no values from outside. Each argument and each result may carry a
dictionary of attributes, such as its sharding.`,
    example: `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {jax.result_info = "y"}) {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
  },
  return: {
    description: `Ends the body of a \`func.func\` and hands its operands to the caller. Their number and types must be those of the
function's results.`,
    example: `
func.func @main(%x: tensor<4xf32>, %y: tensor<i32>) -> (tensor<i32>, tensor<4xf32>) {
  return %y, %x : tensor<i32>, tensor<4xf32>
}`,
  },
};
