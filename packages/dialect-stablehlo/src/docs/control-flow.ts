import type { DialectDocumentation } from '@shardform/ir-core';

const whileExample = `
// Doubles a tensor three times.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %value = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %value, %value : tensor<4xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}`;

/** The documentation of operations with regions that are chosen or repeated, of calls, and of tuples. */
export const controlFlowDocumentation: DialectDocumentation = {
  case: {
    description: `Runs the branch that the scalar \`index\`, an \`i32\`, numbers and returns its results. An index outside of the range chooses the
last branch. The branches take no arguments, may use values from outside, and return values of the types of the results.`,
    example: `
func.func @main(%index: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%index) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    %1 = stablehlo.tanh %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  composite: {
    description: `Stands for a computation that consists of other operations and whose meaning the private function \`decomposition\` gives. A compiler
that knows \`name\` may implement it as one operation; others replace it with a call of the decomposition.
\`composite_attributes\` are parameters and \`version\` is the version of the name's meaning. Operands and results
have the types of the decomposition.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.square" %x {decomposition = @square, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  custom_call: {
    description: `Calls the function \`call_target_name\`, which the implementation provides, with the inputs. What it does is not part of StableHLO:
a program is portable only as far as implementations know the target. \`backend_config\` and \`api_version\` are passed on;
\`has_side_effect\` says that the call must not be removed or repeated; \`called_computations\` names functions that it
may use; \`operand_layouts\` and \`result_layouts\` fix the order of dimensions in memory; \`output_operand_aliases\` says which
results share memory with operands.`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @my_kernel(%x) {backend_config = "fast"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  get_tuple_element: {
    description: `Extracts the element of a tuple that \`index\` numbers, beginning with 0. The result has the type of that element.`,
    example: `
func.func @main(%x: tensor<4xf32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<4xf32>, tensor<i32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<i32>
  return %1 : tensor<i32>
}`,
  },
  if: {
    description: `Runs \`true_branch\` if the scalar \`pred\` is \`true\`, else \`false_branch\`, and returns its results. The branches take no arguments,
may use values from outside, and return values of the types of the results.`,
    example: `
func.func @main(%pred: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%pred) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  optimization_barrier: {
    description: `Returns its operands and keeps the compiler from moving work across: everything that the operands depend on is done before
anything that depends on a result. The results have the types of the operands.`,
    example: `
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<4xf32>
  %1 = stablehlo.add %0#0, %0#1 : tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
  },
  return: {
    description: `Ends a region of a StableHLO operation and gives the values that the region returns. How many, and of which types, the parent
says. Functions end with \`func.return\`.`,
    example: whileExample,
  },
  tuple: {
    description: `Combines values, tuples among them, to one tuple. The result has the types of the values, in order. Operations with several results
have taken the place of tuples; programs for older interfaces still use them.`,
    example: `
func.func @main(%x: tensor<4xf32>, %y: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<4xf32>, tensor<i32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
  },
  while: {
    description: `Runs \`body\` as long as \`cond\` returns \`true\` and returns the last values; if \`cond\` is \`false\` at first, these are the operands. Both
regions take the current values; \`cond\` returns a scalar of \`i1\`, \`body\` the next values. Operands, arguments of the
regions, returned values and results have the same types. Regions may use values from outside.`,
    example: whileExample,
  },
};
