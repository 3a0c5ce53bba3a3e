import type { DialectDocumentation } from '@shardform/ir-core';

/** The documentation of interpreter's operations. */
export const interpreterDocumentation: DialectDocumentation = {
  print: {
    description:
      "Prints the type and elements of a tensor when execution reaches it, in the interpreter's output.",
    example: `
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  interpreter.print %x : tensor<2xf32>
  return %x : tensor<2xf32>
}`,
  },
  probe: {
    description: `Gives its operand unchanged and records it under \`probe_id\`: the interpreter writes the tensor to a file if a directory is given, and
\`check.expect_serialized_eq\` compares with it. \`interpreter-instrument-with-probe\` inserts one behind each operation.`,
    example: `
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = interpreter.probe %x, probe_id = "input" : tensor<2xf32>
  return %0 : tensor<2xf32>
}`,
  },
  run_parallel: {
    description: `Runs functions as processes of a grid: \`programs\` lists for each replica the functions of its partitions. The operands are those of all
functions in order, and so are the results; collectives in the functions communicate between the processes. \`infeed\` names the functions
that give the values of \`stablehlo.infeed\`.`,
    example: `
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0:2 = "interpreter.run_parallel"(%x, %y) {programs = [[@process], [@process]]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0 : tensor<2xf32>
}
func.func @process(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}`,
  },
};
