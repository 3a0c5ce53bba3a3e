import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf } from './example.ts';

const A = '!dist.tensor<4x4xf32, 0>';
const B = '!dist.tensor<4x4xf32, 1>';

const ON = exampleOf(
  `%x: ${A}`,
  `%0 = dist.on 0 (%x) (%local: tensor<4x4xf32>) {
    %1 = stablehlo.exponential %local : tensor<4x4xf32>
    dist.return %1 : tensor<4x4xf32>
  } : (${A}) -> ${A}`,
  A,
);

const TUPLE = exampleOf(
  `%a: ${A}, %b: ${B}`,
  `%0 = dist.tuple %a, %b : (${A}, ${B}) -> tuple<${A}, ${B}>
  %1 = dist.select %0[1] : (tuple<${A}, ${B}>) -> ${B}`,
  B,
  '%1',
);

/** The documentation of tuples and of operations with regions. */
export const structureDocumentation: DialectDocumentation = {
  on: {
    description: `Computes on \`device\` with operations of another dialect, such as StableHLO: the operands, tensors on that device, enter the body as plain
tensors, and what \`dist.return\` gives is placed there again. The body is isolated from above. \`device\` is a number or the variable of an
enclosing \`dist.pmap\`.`,
    example: ON,
  },
  par: {
    description: `Groups operations whose devices work at the same time. It changes nothing in what is computed: devices run in parallel anyway where no data
make them wait. The results are the operands of \`dist.return\`.`,
    example: exampleOf(
      `%a: ${A}, %b: ${B}`,
      `%0:2 = dist.par {
    %1 = dist.relu %a : (${A}) -> ${A}
    %2 = dist.tanh %b : (${B}) -> ${B}
    dist.return %1, %2 : ${A}, ${B}
  } : ${A}, ${B}`,
      A,
      '%0#0',
    ),
  },
  pipeline: {
    description: `Runs its body once for each microbatch: \`data\` are tuples of equally many elements, of which each iteration gets one, and \`invariants\` are the same
in all iterations. Stages are what the body does on different devices; they overlap between rounds. \`accumulate\` says for each result what
becomes of its values: \`sum\`, \`concat\` along the first dimension, or a \`tuple\`. \`schedule\` is the order in which iterations start, such as
\`gpipe\` or \`1f1b\`. The body is isolated from above.`,
    example: `
func.func @main(%x: !dist.tensor<4x4xf32, 0>, %w: !dist.tensor<4x2xf32, 0>) -> !dist.tensor<4x2xf32, 1> {
  %parts = dist.split %x along 0 into 2 : (!dist.tensor<4x4xf32, 0>) -> tuple<!dist.tensor<2x4xf32, 0>, !dist.tensor<2x4xf32, 0>>
  %0 = dist.pipeline (%parts) with (%w) (%part: !dist.tensor<2x4xf32, 0>, %weight: !dist.tensor<4x2xf32, 0>) {
    %1 = dist.matmul %part, %weight : (!dist.tensor<2x4xf32, 0>, !dist.tensor<4x2xf32, 0>) -> !dist.tensor<2x2xf32, 0>
    %2 = dist.send %1 to 1 : (!dist.tensor<2x2xf32, 0>) -> !dist.tensor<2x2xf32, 1>
    dist.return %2 : !dist.tensor<2x2xf32, 1>
  } results [concat] {schedule = "gpipe"} : (tuple<!dist.tensor<2x4xf32, 0>, !dist.tensor<2x4xf32, 0>>, !dist.tensor<4x2xf32, 0>) -> !dist.tensor<4x2xf32, 1>
  return %0 : !dist.tensor<4x2xf32, 1>
}`,
  },
  pmap: {
    description: `Runs its body on each of \`devices\` (single program, multiple data): \`variable\` stands for the device in types and operations of the body,
each operand is a tuple with one tensor per device, and each result becomes such a tuple. The body is isolated from above.`,
    example: `
func.func @main(%x: !dist.tensor<8x4xf32, 0>) -> !dist.tensor<8x4xf32, 0> {
  %parts = dist.scatter %x along 0 to [0, 1] : (!dist.tensor<8x4xf32, 0>) -> tuple<${A}, ${B}>
  %0 = dist.pmap d in [0, 1] (%parts) (%own: !dist.tensor<4x4xf32, d>) {
    %1 = dist.relu %own : (!dist.tensor<4x4xf32, d>) -> !dist.tensor<4x4xf32, d>
    dist.return %1 : !dist.tensor<4x4xf32, d>
  } : (tuple<${A}, ${B}>) -> tuple<${A}, ${B}>
  %2 = dist.gather %0 along 0 to 0 : (tuple<${A}, ${B}>) -> !dist.tensor<8x4xf32, 0>
  return %2 : !dist.tensor<8x4xf32, 0>
}`,
  },
  return: {
    description: 'Ends the region of an operation of dist and gives what becomes its results.',
    example: ON,
  },
  select: { description: 'Takes the element `index` of a tuple.', example: TUPLE },
  tuple: { description: 'Makes a tuple of tensors, which may be on different devices.', example: TUPLE },
};
