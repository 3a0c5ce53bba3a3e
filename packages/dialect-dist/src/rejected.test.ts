import { expect, test } from 'vitest';
import { problems, problemsInFunction } from '../tests/dist-text.ts';

const A = '!dist.tensor<8x4xf32, 1>';

// Parameters, text, what is wrong with it.
test.each([
  [
    `%a: ${A}, %b: !dist.tensor<4x2xf32, 1>`,
    `%0 = dist.add %a, %b : (${A}, !dist.tensor<4x2xf32, 1>) -> ${A}`,
    `'dist.add' op can't combine '${A}', '!dist.tensor<4x2xf32, 1>' element by element`,
  ],
  [
    '%a: !dist.tensor<8x8xf32, 1>, %b: !dist.tensor<4x2xf32, 1>',
    '%0 = dist.matmul %a, %b : (!dist.tensor<8x8xf32, 1>, !dist.tensor<4x2xf32, 1>) -> !dist.tensor<8x2xf32, 1>',
    "'dist.matmul' op can't multiply '!dist.tensor<8x8xf32, 1>', '!dist.tensor<4x2xf32, 1>'",
  ],
  [
    `%a: ${A}, %b: !dist.tensor<4x2xf32, 2>`,
    `%0 = dist.matmul %a, %b : (${A}, !dist.tensor<4x2xf32, 2>) -> !dist.tensor<8x2xf32, 1>`,
    `'dist.matmul' op has operands on devices 1 and 2: '${A}', '!dist.tensor<4x2xf32, 2>'`,
  ],
  [
    `%a: ${A}`,
    `%0 = dist.send %a to 1 : (${A}) -> ${A}`,
    `'dist.send' op sends '${A}' to the device where it is, 1`,
  ],
  [
    '%a: !dist.tensor<5x4xf32, 0>',
    '%0:2 = dist.scatter %a along 0 to [1, 2] : (!dist.tensor<5x4xf32, 0>) -> (!dist.tensor<2x4xf32, 1>, !dist.tensor<2x4xf32, 2>)',
    "'dist.scatter' op can't divide dimension 0 of '!dist.tensor<5x4xf32, 0>', of size 5, into 2 equal parts",
  ],
  [
    `%a: ${A}`,
    `%0:2 = dist.scatter %a along 2 to [2, 3] : (${A}) -> (${A}, ${A})`,
    `'dist.scatter' op has axis 2, but '${A}' has rank 2`,
  ],
  [
    `%a: ${A}`,
    `%0:2 = dist.all_reduce sum %a, %a : (${A}, ${A}) -> (${A}, ${A})`,
    `'dist.all_reduce' op has two operands on device 1: '${A}', '${A}'`,
  ],
  [
    `%a: ${A}, %b: !dist.tensor<8x2xf32, 2>`,
    `%0 = dist.gather %a, %b along 0 to 0 : (${A}, !dist.tensor<8x2xf32, 2>) -> !dist.tensor<16x4xf32, 0>`,
    `'dist.gather' op expects operands that differ along axis 0 only, got '${A}', '!dist.tensor<8x2xf32, 2>'`,
  ],
  [
    `%a: ${A}`,
    `%0:2 = dist.broadcast %a to [2, 3] : (${A}) -> (!dist.tensor<8x4xf32, 2>, !dist.tensor<8x4xf32, 4>)`,
    `'dist.broadcast' op has results of types '!dist.tensor<8x4xf32, 2>', '!dist.tensor<8x4xf32, 4>', expected '!dist.tensor<8x4xf32, 2>', '!dist.tensor<8x4xf32, 3>'`,
  ],
  [
    `%a: ${A}`,
    `%0 = dist.sgd %a rate 1.0 : (${A}) -> ${A}`,
    `'dist.sgd' op expects a gradient for each weight, got '${A}'`,
  ],
  [
    `%a: tuple<${A}, ${A}>`,
    `%0 = dist.select %a[2] : (tuple<${A}, ${A}>) -> ${A}`,
    "'dist.select' op takes element 2 of a tuple of 2",
  ],
  [
    `%a: tuple<${A}, ${A}>`,
    `%0 = dist.pmap d in [1, 2] (%a) (%x: !dist.tensor<8x4xf32, d>) { dist.return %x : !dist.tensor<8x4xf32, d> } : (tuple<${A}, ${A}>) -> tuple<${A}, ${A}>`,
    `'dist.pmap' op has '${A}' as element 1 of operand 0, which is '!dist.tensor<8x4xf32, d>' in the body, on device 2`,
  ],
  [
    `%a: tuple<${A}>`,
    `%0 = dist.pmap d in [1] (%a) (%x: !dist.tensor<8x4xf32, d>) {
  %y = dist.send %x to 1 : (!dist.tensor<8x4xf32, d>) -> ${A}
  dist.return %x : !dist.tensor<8x4xf32, d> } : (tuple<${A}>) -> tuple<${A}>`,
    "'dist.send' op mentions device 1 in the body of a pmap, where every tensor lives on 'd'",
  ],
  [
    `%a: ${A}`,
    `dist.free %a : ${A}
%0 = dist.relu %a : (${A}) -> ${A}`,
    "'dist.relu' op uses a tensor that was freed before",
  ],
  [
    `%a: ${A}`,
    `dist.free %a : ${A}
dist.free %a : ${A}`,
    "'dist.free' op frees a tensor that was freed before",
  ],
  [
    `%a: ${A}`,
    `%0 = dist.par {
  %1 = dist.send %a to 2 : (${A}) -> !dist.tensor<8x4xf32, 2>
  %2 = dist.relu %1 : (!dist.tensor<8x4xf32, 2>) -> !dist.tensor<8x4xf32, 2>
  dist.return %2 : !dist.tensor<8x4xf32, 2>
} : !dist.tensor<8x4xf32, 2>`,
    "'dist.relu' op uses on device 2 what is sent there at the same time by 'dist.send'",
  ],
  [
    `%a: ${A}`,
    `%0 = dist.on 2 (%a) (%x: tensor<8x4xf32>) { dist.return %x : tensor<8x4xf32> } : (${A}) -> ${A}`,
    `'dist.on' op runs on device 2, but has operands '${A}'`,
  ],
])('(%s) %s', (parameters, text, problem) => {
  expect(problemsInFunction(parameters, text).map((line) => line.replace(/^\S+ /, ''))).toContain(problem);
});

test('what is returned is not freed', () => {
  expect(
    problems(`func.func @f(%a: ${A}) -> ${A} {
  dist.free %a : ${A}
  return %a : ${A}
}`),
  ).toEqual(["2:3 'dist.free' op frees a tensor that is returned"]);
});

test('a value is defined before it is used', () => {
  expect(
    problemsInFunction(
      `%a: ${A}`,
      `%0 = dist.relu %1 : (${A}) -> ${A}
%1 = dist.relu %a : (${A}) -> ${A}`,
    ),
  ).toEqual(['1:6 operand #0 does not dominate this use']);
});

test.each([
  [
    'devices = [0, 1]',
    '%0 = dist.send %a to 3 : (!dist.tensor<f32, 0>) -> !dist.tensor<f32, 3>',
    "3:8 'dist.send' op uses device 3, which the topology does not have",
  ],
  [
    'devices = [0, 1], links = [1 -> 0 = 5.0]',
    '%0 = dist.send %a to 1 : (!dist.tensor<f32, 0>) -> !dist.tensor<f32, 1>',
    "3:8 'dist.send' op sends from device 0 to device 1, between which there is no link",
  ],
])('on a machine of %s', (topology, text, problem) => {
  const module = `module attributes {dist.topology = #dist.topology<${topology}>} {
func.func @f(%a: !dist.tensor<f32, 0>) {
  ${text}
  return
}}`;
  expect(problems(module).map((line) => line.replace(/^3:\d+/, '3:8'))).toEqual([problem]);
});

test.each([
  ['<devices = [0, 0]>', 'device 0 is there twice'],
  ['<devices = [0], links = [0 -> 1 = 5.0]>', 'there is no device 1'],
  ['<devices = [0], default_gbps = 0.0>', 'expected a rate above zero'],
  ['<devices = [0, 1], links = [0 -> 1 = 0.0]>', 'expected a rate above zero'],
  ['<devices = [0 {flops = 0.0}]>', 'expected a rate above zero'],
  ['<devices = [0 {launch = 0x7FF0000000000000}]>', 'expected a finite number that is not negative'],
  ['<devices = [0 "gpu" {speed = 1.0}]>', 'expected one of flops, dram, launch, memory'],
])('topology %s', (text, problem) => {
  expect(problems(`module attributes {a = #dist.topology${text}} {}`)[0]).toContain(problem);
});
