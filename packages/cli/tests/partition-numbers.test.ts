import { describeMismatch, executeBoth, partition, shardedFunction } from '@shardform/inspect';
import { parseModule, SourceText, verifyOp } from '@shardform/ir-core';
import { partitionDefaults, type PartitionSettings } from '@shardform/passes-sharding';
import { arrayTypeOf, entryFunction, randomArray } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { createContext } from '../src/context.ts';

/** Partitions a program and compares the devices' numbers with those of sequential execution. */
function differences(text: string, settings: PartitionSettings = partitionDefaults): string[] {
  const context = createContext();
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(new SourceText('program', text), context);
    if (module === null || !verifyOp(module, context)) return null;
    const { propagated, local } = partition(module, context, {}, settings);
    if (propagated === null || local === null) return null;
    const inputs = entryFunction(module).functionType.inputs.map((type, i) => {
      const { kind, shape } = arrayTypeOf(type)!;
      return randomArray(kind, shape, i);
    });
    const { comparisons } = executeBoth(module, local, shardedFunction(propagated), inputs, context, 1e-5);
    return comparisons.filter(({ mismatch }) => mismatch !== null).map(describeMismatch);
  });
  return result ?? diagnostics.map(({ message }) => message);
}

/** A program whose arguments are split as the text says, on a mesh whose devices stand in reverse order as well. */
function programs(args: string, result: string, body: string): string[] {
  return ['', ', device_ids=[7, 6, 5, 4, 3, 2, 1, 0]'].map(
    (order) => `
sdy.mesh @mesh = <["x"=2, "y"=4]${order}>
sdy.mesh @one = <[], device_ids=[3]>
func.func @main(${args.replace(/\[(\{[^\]]*\})\]/g, '{sdy.sharding = #sdy.sharding<@mesh, [$1]>}')}) -> ${result} {
${body}
}`,
  );
}

const result = (dims: string): string => `{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [${dims}]>]>}`;

describe('devices compute what one alone computes', () => {
  test.each([
    ...['i8', 'ui8'].map((type): [string, string[]] => [
      `gathers and scatters whose indices of ${type} cannot hold the sizes`,
      programs(
        `%a: tensor<320xf32> [{"x", "y"}], %i: tensor<9x1x${type}>, %u: tensor<9xf32>`,
        '(tensor<9xf32>, tensor<320xf32>)',
        `  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<320xf32>, tensor<9x1x${type}>) -> tensor<9xf32>
  %1 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %2 = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<320xf32>, tensor<9x1x${type}>, tensor<9xf32>) -> tensor<320xf32>
  return %0, %1 : tensor<9xf32>, tensor<320xf32>`,
      ),
    ]),
    [
      'slices that shift elements, with steps of one and of two',
      programs(
        '%a: tensor<16x8xf32> [{"y"}, {}]',
        '(tensor<13x3xf32>)',
        `  %0 = stablehlo.slice %a [2:15, 1:7:2] ${result('{"y"}, {}')} : (tensor<16x8xf32>) -> tensor<13x3xf32>
  return %0 : tensor<13x3xf32>`,
      ),
    ],
    [
      'pads with another value than zero, before, between and after elements',
      programs(
        '%a: tensor<8x3xf32> [{"y"}, {}]',
        '(tensor<20x4xf32>)',
        `  %p = stablehlo.constant dense<-7.0> : tensor<f32>
  %0 = stablehlo.pad %a, %p, low = [2, 1], high = [3, 0], interior = [1, 0] ${result('{"y"}, {}')} : (tensor<8x3xf32>, tensor<f32>) -> tensor<20x4xf32>
  return %0 : tensor<20x4xf32>`,
      ),
    ],
    [
      'pads that move elements by whole parts',
      programs(
        '%a: tensor<8xf32> [{"x", "y"}]',
        '(tensor<8xf32>)',
        `  %p = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.pad %a, %p, low = [-1], high = [1], interior = [0] ${result('{"x", "y"}')} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>`,
      ),
    ],
    [
      'reverses of even and of uneven dimensions',
      programs(
        '%a: tensor<5x8xf32> [{}, {"x"}]',
        '(tensor<5x8xf32>)',
        `  %0 = stablehlo.abs %a ${result('{"y"}, {"x"}')} : tensor<5x8xf32>
  %1 = stablehlo.reverse %0, dims = [0, 1] ${result('{"y"}, {"x"}')} : tensor<5x8xf32>
  return %1 : tensor<5x8xf32>`,
      ),
    ],
    [
      'a reshape of an uneven dimension into two',
      programs(
        '%a: tensor<6x4xf32> [{}, {"x"}]',
        '(tensor<2x3x4xf32>)',
        `  %0 = stablehlo.abs %a ${result('{"y"}, {"x"}')} : tensor<6x4xf32>
  %1 = stablehlo.reshape %0 ${result('{"y":(1)2}, {"y":(2)2}, {"x"}')} : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>`,
      ),
    ],
    [
      'reductions of uneven dimensions',
      programs(
        '%a: tensor<7x5xf32> [{}, {}]',
        '(tensor<5xf32>, tensor<7xf32>)',
        `  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.exponential %a ${result('{"y"}, {"x"}')} : tensor<7x5xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<7x5xf32>, tensor<f32>) -> tensor<5xf32>
  %2 = stablehlo.negate %0 : tensor<7x5xf32>
  %3 = stablehlo.reduce(%2 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<7x5xf32>, tensor<f32>) -> tensor<7xf32>
  return %1, %3 : tensor<5xf32>, tensor<7xf32>`,
      ),
    ],
    [
      'changes between splits of an uneven dimension',
      programs(
        '%a: tensor<5x6xf32> [{}, {}]',
        '(tensor<5x6xf32>)',
        `  %0 = stablehlo.abs %a ${result('{"x"}, {}')} : tensor<5x6xf32>
  %1 = stablehlo.negate %0 ${result('{"x", "y"}, {}')} : tensor<5x6xf32>
  %2 = stablehlo.abs %1 ${result('{"y"}, {"x"}')} : tensor<5x6xf32>
  return %2 : tensor<5x6xf32>`,
      ),
    ],
    [
      'updates of a split dimension at a place that is computed',
      programs(
        '%a: tensor<16x4xf32> [{"y"}, {"x"}], %u: tensor<6x2xf32> [{}, {}], %i: tensor<i32>',
        '(tensor<16x4xf32>)',
        `  %c = stablehlo.constant dense<9> : tensor<i32>
  %0 = stablehlo.add %i, %c : tensor<i32>
  %1 = stablehlo.dynamic_update_slice %a, %u, %0, %i ${result('{"y"}, {"x"}')} : (tensor<16x4xf32>, tensor<6x2xf32>, tensor<i32>, tensor<i32>) -> tensor<16x4xf32>
  return %1 : tensor<16x4xf32>`,
      ),
    ],
    [
      'scatters that take the greatest, with updates on several devices',
      programs(
        '%a: tensor<4x6xf32> [{}, {}], %i: tensor<8x1xi32> [{"y"}, {}], %u: tensor<8x6xf32> [{"y"}, {"x"}]',
        '(tensor<4x6xf32>)',
        `  %0 = "stablehlo.scatter"(%a, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<8x1xi32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>`,
      ),
    ],
    [
      'operations on one device',
      programs(
        '%a: tensor<8xf32> [{"y"}]',
        '(tensor<8xf32>)',
        `  %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
  %1 = stablehlo.negate %0 ${result('{"x"}')} : tensor<8xf32>
  return %1 : tensor<8xf32>`,
      ),
    ],
    [
      'constants that are split unevenly',
      programs(
        '%a: tensor<3x2xf32> [{}, {}]',
        '(tensor<3x2xf32>)',
        `  %0 = stablehlo.constant ${result('{"x"}, {}')} dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %1 = stablehlo.add %a, %0 ${result('{"x"}, {}')} : tensor<3x2xf32>
  return %1 : tensor<3x2xf32>`,
      ),
    ],
    [
      'values that are partial on purpose',
      programs(
        '%a: tensor<8x4xf32> [{"x"}, {"y"}], %b: tensor<8x4xf32> [{}, {}]',
        '(tensor<8x4xf32>)',
        `  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x4xf32>
  %1 = sdy.sharding_constraint %b <@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x4xf32>
  %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], unreduced={"y"}>]>} : tensor<8x4xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  return %3 : tensor<8x4xf32>`,
      ),
    ],
    [
      'slices of dimensions that parts of one axis split',
      programs(
        '%a: tensor<16xf32> [{"y"}]',
        '(tensor<2x4xf32>, tensor<2x9xf32>)',
        `  %z = stablehlo.constant dense<0> : tensor<i32>
  %at = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.reshape %a : (tensor<16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.dynamic_slice %0, %z, %at, sizes = [2, 4] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  %2 = stablehlo.pad %0, %p, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x9xf32>
  return %1, %2 : tensor<2x4xf32>, tensor<2x9xf32>`,
      ),
    ],
    [
      'updates that are gathered, or kept split, for a sum that is wanted partial',
      programs(
        '%i: tensor<16x1xi32> [{"y"}, {}], %u: tensor<16xf32> [{"y"}]',
        '(tensor<64xf32>)',
        `  %zero = stablehlo.constant dense<0.0> : tensor<64xf32>
  %0 = "stablehlo.scatter"(%zero, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<64xf32>, tensor<16x1xi32>, tensor<16xf32>) -> tensor<64xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}], unreduced={"y"}> : tensor<64xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}]> : tensor<64xf32>
  return %2 : tensor<64xf32>`,
      ),
    ],
    [
      'a reduction with an argument as initial value whose result is wanted partial',
      programs(
        '%a: tensor<8x16xf32> [{"y"}, {}], %z: tensor<f32>',
        '(tensor<16xf32>)',
        `  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}], unreduced={"y"}> : tensor<16xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}]> : tensor<16xf32>
  return %2 : tensor<16xf32>`,
      ),
    ],
    [
      'what is partial by name only: no operation makes partial values of whole ones',
      programs(
        '%a: tensor<8x16xf32> [{}, {}]',
        '(tensor<8x16xf32>)',
        `  %0 = stablehlo.tanh %a : tensor<8x16xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x16xf32>
  %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>} : tensor<8x16xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"y"}, {}]> : tensor<8x16xf32>
  return %3 : tensor<8x16xf32>`,
      ),
    ],
    [
      'random numbers',
      programs(
        '%s: tensor<2xui64>',
        '(tensor<8x4xui32>)',
        `  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"y"}, {"x"}]>]>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8x4xui32>)
  return %1 : tensor<8x4xui32>`,
      ),
    ],
  ])('%s', (_, variants) => {
    for (const text of variants) expect(differences(text)).toEqual([]);
  });
});

/** Pads of a size that two devices hold unevenly, and for which none needs elements of the other. */
const LOCAL_PADS: readonly (readonly [size: number, low: number, high: number])[] = [
  [5, 2, 2],
  [5, 2, 1],
  [3, 1, 1],
  [3, 1, 2],
  [7, 3, 3],
  [5, 3, 4],
  [5, 1, 0],
];

test.each(['%filler', '%constant'])('pads of uneven dimensions end with their filler: %s', (filler) => {
  const names = LOCAL_PADS.map((_, i) => `%${i}`);
  const types = LOCAL_PADS.map(([size, low, high]) => `tensor<${low + size + high}xf32>`);
  const lines = LOCAL_PADS.flatMap(([size, low, high], i) => [
    `  %c${i} = stablehlo.cosine %a${i} ${result('{"x"}')} : tensor<${size}xf32>`,
    `  %p${i} = stablehlo.pad %c${i}, ${filler}, low = [${low}], high = [${high}], interior = [0] ${result('{"x"}')} : (tensor<${size}xf32>, tensor<f32>) -> ${types[i]!}`,
    `  ${names[i]!} = stablehlo.negate %p${i} : ${types[i]!}`,
  ]);
  const [text] = programs(
    [...LOCAL_PADS.map(([size], i) => `%a${i}: tensor<${size}xf32>`), '%filler: tensor<f32>'].join(', '),
    `(${types.join(', ')})`,
    `  %constant = stablehlo.constant dense<-7.0> : tensor<f32>
${lines.join('\n')}
  return ${names.join(', ')} : ${types.join(', ')}`,
  );
  expect(differences(text!, { ...partitionDefaults, partitioner: 'shardy' })).toEqual([]);
});

const MAXIMUM = `  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %e = stablehlo.exponential %a : tensor<8x8xf32>
  %n = stablehlo.negate %e : tensor<8x8xf32>
  %m = stablehlo.reduce(%n init: %least) applies stablehlo.maximum across dimensions = [0]`;
const WHOLE = `sdy.sharding_constraint %p <@mesh, [{}]> : tensor<8xf32>
  return %r : tensor<8xf32>`;
const ROWS = ': (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>';

test.each([
  ['along an axis that splits nothing', '[{}, {}]', '[{}], unreduced=max{"y"}'],
  ['along more axes than its operand is split along', '[{"y"}, {}]', '[{}], unreduced=max{"x", "y"}'],
  ['along another axis than its operand is split along', '[{"x"}, {}]', '[{}], unreduced=max{"y"}'],
  ['along an axis that split its result', '[{"y"}, {"x"}]', '[{}], unreduced=max{"x", "y"}'],
])('a maximum of negative numbers that is wanted partial %s', (_, argument, partial) => {
  const own = `{sdy.sharding = #sdy.sharding_per_value<[<@mesh, ${partial}>]>}`;
  const wanted = [
    `${MAXIMUM} ${ROWS}\n  %p = sdy.sharding_constraint %m <@mesh, ${partial}> : tensor<8xf32>`,
    `${MAXIMUM.replace('%m', '%p')} ${own} ${ROWS}`,
  ];
  for (const body of wanted) {
    const [text] = programs(`%a: tensor<8x8xf32> ${argument}`, '(tensor<8xf32>)', `${body}\n  %r = ${WHOLE}`);
    expect(differences(text!)).toEqual([]);
  }
});
