import { type Machine, machinePresets, uniformMachine } from '@shardform/cost-model';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';

import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import type { Partitioner } from './partitioner.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

/** The type of a tensor with its split. */
const split = (type: string, dims: string): string =>
  `tensor<${type}> {sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`;

const main = (mesh: string, args: readonly string[], result: string, body: string): string =>
  `sdy.mesh @mesh = <[${mesh}]>
func.func @main(${args.map((arg, i) => `%${i}: ${arg}`).join(', ')}) -> ${result.startsWith('(') ? result : `(${result})`} {
${body}
}`;

function collectivesOf(text: string, partitioner: Partitioner, machine: Machine | null = null): string[] {
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS), () => machine, null, partitioner);
  expect(study.partitionDiagnostics).toEqual([]);
  return study.collectives!.map(({ kind, type, groupSize }) => `${kind} ${type} in ${groupSize}`).sort();
}

/** Programs, and the collectives of jaxlib 0.10.2 for CPUs with its combiners off. */
const PROGRAMS: readonly (readonly [name: string, program: string, collectives: readonly string[]])[] = [
  [
    'top-k gathers the whole operand, one dimension after the other',
    main(
      '"a"=2, "b"=4',
      [split('16x64xf32', '{"a"}, {"b"}')],
      '(tensor<16x4xf32>, tensor<16x4xi32>)',
      `  %v, %i = chlo.top_k(%0, k = 4) : tensor<16x64xf32> -> (tensor<16x4xf32>, tensor<16x4xi32>)
  return %v, %i : tensor<16x4xf32>, tensor<16x4xi32>`,
    ),
    ['all_gather tensor<16x64xf32> in 2', 'all_gather tensor<8x64xf32> in 4'],
  ],
  [
    'Fourier transforms gather the whole operand',
    main(
      '"x"=8',
      [split('16x64xcomplex<f32>', '{"x"}, {}')],
      'tensor<16x64xcomplex<f32>>',
      `  %r = stablehlo.fft %0, type = FFT, length = [64] : (tensor<16x64xcomplex<f32>>) -> tensor<16x64xcomplex<f32>>
  return %r : tensor<16x64xcomplex<f32>>`,
    ),
    ['all_gather tensor<16x64xcomplex<f32>> in 8'],
  ],
  [
    'a reduction over two split dimensions is summed over each',
    main(
      '"a"=2, "b"=4',
      [split('16x64xf32', '{"a"}, {"b"}')],
      'tensor<f32>',
      `  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x64xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>`,
    ),
    ['all_reduce tensor<f32> in 2', 'all_reduce tensor<f32> in 4'],
  ],
  [
    'where operands are split along different dimensions, the result decides which is gathered',
    main(
      '"a"=2, "b"=4',
      [split('16x64xf32', '{"a"}, {"b"}'), split('64x32xf32', '{}, {"b"}')],
      split('16x32xf32', '{"a"}, {"b"}'),
      `  %r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>`,
    ),
    ['all_gather tensor<8x64xf32> in 4'],
  ],
  [
    'partial products that are split along the summed axis are scattered',
    main(
      '"a"=2, "b"=4',
      [split('16x64xf32', '{"a"}, {"b"}'), split('64x32xf32', '{"b"}, {}')],
      split('16x32xf32', '{"a"}, {"b"}'),
      `  %r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
  return %r : tensor<16x32xf32>`,
    ),
    ['reduce_scatter tensor<8x8xf32> in 4'],
  ],
  [
    'the operands of an elementwise operation come to the split of its result',
    main(
      '"x"=4',
      [split('16x64xf32', '{"x"}, {}'), split('16x64xf32', '{}, {"x"}')],
      split('16x64xf32', '{}, {"x"}'),
      `  %r = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<16x64xf32>
  return %r : tensor<16x64xf32>`,
    ),
    ['all_to_all tensor<16x16xf32> in 4'],
  ],
  [
    'bf16 is sent as it is',
    main(
      '"x"=8',
      [split('16x16xbf16', '{"x"}, {}')],
      split('16x16xbf16', '{}, {}'),
      '  return %0 : tensor<16x16xbf16>',
    ),
    ['all_gather tensor<16x16xbf16> in 8'],
  ],
  [
    'windows that need the whole dimension are gathered',
    main(
      '"x"=8',
      [split('16x16xf32', '{"x"}, {}')],
      split('16x16xf32', '{"x"}, {}'),
      `  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%0, %c) <{window_dimensions = array<i64: 16, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x16xf32>, tensor<f32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>`,
    ),
    ['all_gather tensor<16x16xf32> in 8'],
  ],
  [
    'what two functions need is sent once',
    `${main(
      '"x"=8',
      [split('16x64xcomplex<f32>', '{"x"}, {}')],
      '(tensor<16x64xcomplex<f32>>, tensor<16x64xcomplex<f32>>)',
      `  %a = call @f(%0) : (tensor<16x64xcomplex<f32>>) -> tensor<16x64xcomplex<f32>>
  %b = call @g(%0) : (tensor<16x64xcomplex<f32>>) -> tensor<16x64xcomplex<f32>>
  return %a, %b : tensor<16x64xcomplex<f32>>, tensor<16x64xcomplex<f32>>`,
    )}
${['FFT', 'IFFT']
  .map(
    (
      kind,
      i,
    ) => `func.func private @${'fg'[i]!}(%0: tensor<16x64xcomplex<f32>>) -> tensor<16x64xcomplex<f32>> {
  %r = stablehlo.fft %0, type = ${kind}, length = [64] : (tensor<16x64xcomplex<f32>>) -> tensor<16x64xcomplex<f32>>
  return %r : tensor<16x64xcomplex<f32>>
}`,
  )
  .join('\n')}`,
    ['all_gather tensor<16x64xcomplex<f32>> in 8'],
  ],
];

test.each(PROGRAMS)('as XLA would: %s', (_, program, collectives) => {
  expect(collectivesOf(program, 'xla')).toEqual(collectives);
});

test('other partitioners keep a batch split and sum over several axes at once', () => {
  const of = (index: number, partitioner: Partitioner) => collectivesOf(PROGRAMS[index]![1], partitioner);
  expect(of(1, 'best')).toEqual([]);
  expect(of(2, 'shardy')).toEqual(['all_reduce tensor<f32> in 8']);
  expect(of(6, 'shardy')).toEqual(['all_gather tensor<16x16xbf16> in 8']);
});

test('CPUs alone send narrow floats as wider ones', () => {
  const [, program] = PROGRAMS[6]!;
  const on = (machine: Machine) => collectivesOf(program, 'xla', machine);
  expect(on(machinePresets.a100x8!())).toEqual(['all_gather tensor<16x16xbf16> in 8']);
  expect(on(uniformMachine(8, { kind: 'cpu' }))).toEqual(['all_gather tensor<16x16xf32> in 8']);
});
