import { type ModuleOp, parseModule, parsePipeline, runPasses, verifyOp } from '@shardform/ir-core';
import { arrayOf, convert, type NdArray, runSequential } from '@shardform/runtime-sim';
import { placementOf, runOnMesh } from '@shardform/runtime-tt';
import { expect, test } from 'vitest';
import { createContext } from '../src/context.ts';

/** A program, and arguments at which anything but the numbers that it says shows. */
interface Case {
  readonly title: string;
  readonly program: string;
  readonly inputs: readonly NdArray[];
}

const context = createContext();

/** Numbers that f32 and shorter formats do not have. */
const WIDE = [16_777_217, -16_777_219, 3, -1, 0, 2_147_483_646, 7, -8];
const FLOATS = [1.75, -1.75, NaN, 0, -0.5, Infinity, 3, -8];

const ints = arrayOf('i32', [2, 4], WIDE);
const floats = arrayOf('f32', [2, 4], FLOATS);
const truths = arrayOf('i1', [2, 4], [1, 0, 0, 1, 1, 0, 1, 0]);

const cases: readonly Case[] = [
  {
    title: 'tell NaN by its difference from itself',
    program: `func.func @main(%x: tensor<2x4xf32>) -> (tensor<2x4xi1>, tensor<2x4xi1>) {
  %0 = stablehlo.compare NE, %x, %x, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %1 = stablehlo.compare EQ, %x, %x, FLOAT : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  return %0, %1 : tensor<2x4xi1>, tensor<2x4xi1>
}`,
    inputs: [floats],
  },
  {
    title: 'choose among integers',
    program: `func.func @main(%c: tensor<2x4xi1>, %x: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %0 = stablehlo.constant dense<[[16777219, 1, 2, 3], [4, 5, -6, 7]]> : tensor<2x4xi32>
  %1 = stablehlo.select %c, %x, %0 : tensor<2x4xi1>, tensor<2x4xi32>
  return %1 : tensor<2x4xi32>
}`,
    inputs: [truths, ints],
  },
  {
    title: 'choose by a comparison of constants',
    program: `func.func @main(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = stablehlo.constant dense<[3, 1, -1, 9]> : tensor<4xi32>
  %1 = stablehlo.constant dense<0> : tensor<4xi32>
  %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %3 = stablehlo.constant dense<[7, 5, 3, 13]> : tensor<4xi32>
  %4 = stablehlo.select %2, %3, %0 : tensor<4xi1>, tensor<4xi32>
  return %4 : tensor<4xi32>
}`,
    inputs: [arrayOf('f32', [4], [0, 0, 0, 0])],
  },
  {
    title: 'move, add up and compare integers',
    program: `func.func @main(%x: tensor<2x4xi32>) -> (tensor<4x2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %lowest = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x4xi32>) -> tensor<4x2xi32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4xi32>, tensor<i32>) -> tensor<2xi32>
  %2 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<2x4xi32>, tensor<i32>) -> tensor<2xi32>
  return %0, %1, %2 : tensor<4x2xi32>, tensor<2xi32>, tensor<2xi32>
}`,
    inputs: [ints],
  },
  {
    title: 'cut fractions off on the way over integers',
    program: `func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.convert %x : (tensor<2x4xf32>) -> tensor<2x4xi32>
  %1 = stablehlo.convert %0 : (tensor<2x4xi32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}`,
    inputs: [arrayOf('f32', [2, 4], [1.75, -1.75, 0.5, 0, -0.5, 2.25, 3, -8])],
  },
  {
    title: 'divide what was divided',
    program: `func.func @main(%x: tensor<2x4xi32>, %y: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %0 = stablehlo.divide %x, %y : tensor<2x4xi32>
  %1 = stablehlo.divide %0, %y : tensor<2x4xi32>
  return %1 : tensor<2x4xi32>
}`,
    inputs: [
      arrayOf('i32', [2, 4], [7, 11, -7, 100, 29, -29, 0, 5]),
      arrayOf('i32', [2, 4], [2, 3, 2, 7, -4, 5, 3, 5]),
    ],
  },
  {
    title: 'run along a dimension either way',
    program: `func.func @main(%x: tensor<2x4xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>) {
  %lowest = stablehlo.constant dense<-2147483648> : tensor<i32>
  %highest = stablehlo.constant dense<2147483647> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %lowest) <{padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 4>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  %1 = "stablehlo.reduce_window"(%x, %highest) <{padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 4>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x4xi32>
  return %0, %1 : tensor<2x4xi32>, tensor<2x4xi32>
}`,
    inputs: [ints],
  },
  {
    title: 'find the greatest and the least of windows beyond an edge of negative numbers',
    program: `func.func @main(%x: tensor<1x2x4x1xf32>) -> (tensor<1x2x4x1xf32>, tensor<1x1x2x1xf32>) {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %highest = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %lowest) <{padding = dense<[[0, 0], [2, 0], [2, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<1x2x4x1xf32>, tensor<f32>) -> tensor<1x2x4x1xf32>
  %1 = "stablehlo.reduce_window"(%x, %highest) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<1x2x4x1xf32>, tensor<f32>) -> tensor<1x1x2x1xf32>
  return %0, %1 : tensor<1x2x4x1xf32>, tensor<1x1x2x1xf32>
}`,
    inputs: [arrayOf('f32', [1, 2, 4, 1], [-1, -2, -3, -4, -5, -6, -7, -8])],
  },
  {
    title: 'compare whether any is true, not how many',
    program: `func.func @main(%m: tensor<2x4xi1>) -> tensor<i1> {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.slice %m [0:1, 0:4] : (tensor<2x4xi1>) -> tensor<1x4xi1>
  %1 = stablehlo.slice %m [1:2, 0:4] : (tensor<2x4xi1>) -> tensor<1x4xi1>
  %2 = stablehlo.reduce(%0 init: %no) applies stablehlo.or across dimensions = [0, 1] : (tensor<1x4xi1>, tensor<i1>) -> tensor<i1>
  %3 = stablehlo.reduce(%1 init: %no) applies stablehlo.or across dimensions = [0, 1] : (tensor<1x4xi1>, tensor<i1>) -> tensor<i1>
  %4 = stablehlo.compare EQ, %2, %3 : (tensor<i1>, tensor<i1>) -> tensor<i1>
  return %4 : tensor<i1>
}`,
    inputs: [arrayOf('i1', [2, 4], [1, 1, 1, 0, 0, 0, 1, 0])],
  },
  {
    title: 'shift with the sign, and keep digits that are all there',
    program: `func.func @main(%x: tensor<2x4xi32>, %y: tensor<2x4xf32>) -> (tensor<2x4xi32>, tensor<2x4xf32>) {
  %by = stablehlo.constant dense<3> : tensor<2x4xi32>
  %0 = stablehlo.shift_right_arithmetic %x, %by : tensor<2x4xi32>
  %1 = stablehlo.reduce_precision %y, format = e8m23 : tensor<2x4xf32>
  return %0, %1 : tensor<2x4xi32>, tensor<2x4xf32>
}`,
    inputs: [ints, floats],
  },
  {
    title: 'find the place of the least element',
    program: `func.func @main(%x: tensor<2x4xi32>) -> tensor<2xi32> {
  %places = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %highest = stablehlo.constant dense<2147483647> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %highest), (%places init: %zero) across dimensions = [1] : (tensor<2x4xi32>, tensor<2x4xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
   reducer(%a: tensor<i32>, %b: tensor<i32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %1 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.and %2, %3 : tensor<i1>
    %5 = stablehlo.or %1, %4 : tensor<i1>
    %6 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<i32>
    %7 = stablehlo.select %5, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %6, %7 : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<2xi32>
}`,
    inputs: [
      arrayOf(
        'i32',
        [2, 4],
        [5, 16_777_216, -2_147_483_648, 4, 16_777_219, 16_777_217, 16_777_218, 16_777_217],
      ),
    ],
  },
  {
    title: 'turn around and add up rows of integers',
    program: `func.func @main(%x: tensor<2x4xi32>, %i: tensor<3x1xi32>, %u: tensor<3x4xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<2x4xi32>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %2 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<3x1xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
  return %0, %1 : tensor<2x4xi32>, tensor<2x4xi32>
}`,
    inputs: [
      ints,
      arrayOf('i32', [3, 1], [1, 0, 1]),
      arrayOf('i32', [3, 4], [1, 2, 16_777_219, 4, 5, 6, 33_554_435, 8, 9, 10, 11, 12]),
    ],
  },
  {
    title: 'go on while the numbers say so',
    program: `func.func @main(%x: tensor<f32>, %n: tensor<i32>, %by: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<1.0e+02> : tensor<f32>
  %0:2 = stablehlo.while(%v = %x, %i = %zero) : tensor<f32>, tensor<i32>
  cond {
    %small = stablehlo.compare LT, %v, %limit, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %few = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %goes = stablehlo.and %small, %few : tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %odd = stablehlo.and %i, %one : tensor<i32>
    %next = "stablehlo.case"(%odd) ({
      %a = stablehlo.multiply %v, %by : tensor<f32>
      stablehlo.return %a : tensor<f32>
    }, {
      %b = stablehlo.add %v, %by : tensor<f32>
      stablehlo.return %b : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %j : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}`,
    inputs: [arrayOf('f32', [], [1]), arrayOf('i32', [], [9]), arrayOf('f32', [], [4])],
  },
  {
    title: 'take the branch of the truth value, and the last one for other numbers',
    program: `func.func @main(%x: tensor<2xf32>, %i: tensor<i32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %is = stablehlo.compare GT, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%is) ({
    %a = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %b = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %b : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}`,
    inputs: [arrayOf('f32', [2], [1, -2]), arrayOf('i32', [], [5])],
  },
  {
    title: 'leave out updates whose index is outside along either dimension',
    program: `func.func @main(%x: tensor<4x8xi32>, %at: tensor<10x2xi32>, %u: tensor<10xi32>) -> (tensor<4x8xi32>, tensor<4x8xi32>) {
  %0 = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4x8xi32>, tensor<10x2xi32>, tensor<10xi32>) -> tensor<4x8xi32>
  %1 = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<4x8xi32>, tensor<10x2xi32>, tensor<10xi32>) -> tensor<4x8xi32>
  return %0, %1 : tensor<4x8xi32>, tensor<4x8xi32>
}`,
    inputs: [
      arrayOf('i32', [4, 8], [...Array(32).keys()]),
      arrayOf(
        'i32',
        [10, 2],
        // The number of the fourth one, times the stride, is that of another place in 32 bits.
        [0, 9, 1, -3, 4, 0, 536_870_912, 2, -1, 15, 2_147_483_647, 1, 2, 2_147_483_647, 3, 7, 0, 0, 3, 8],
      ),
      arrayOf('i32', [10], [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000]),
    ],
  },
  {
    title: 'leave out the elements of windows that reach outside, and of rows in the middle',
    program: `func.func @main(%x: tensor<4x6xf32>, %at: tensor<3x2xi32>, %u: tensor<3x2x3xf32>, %y: tensor<2x3x4xf32>, %row: tensor<3x1xi32>, %v: tensor<3x2x4xf32>) -> (tensor<4x6xf32>, tensor<2x3x4xf32>) {
  %0 = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<3x2xi32>, tensor<3x2x3xf32>) -> tensor<4x6xf32>
  %1 = "stablehlo.scatter"(%y, %row, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<3x1xi32>, tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
  return %0, %1 : tensor<4x6xf32>, tensor<2x3x4xf32>
}`,
    inputs: [
      arrayOf('f32', [4, 6], Array<number>(24).fill(1)),
      arrayOf('i32', [3, 2], [0, 4, 3, -1, 1, 1]),
      arrayOf('f32', [3, 2, 3], [...Array(18).keys()]),
      arrayOf('f32', [2, 3, 4], Array<number>(24).fill(1)),
      arrayOf('i32', [3, 1], [-1, 3, 1]),
      arrayOf('f32', [3, 2, 4], [...Array(24).keys()]),
    ],
  },
  {
    title: 'count the places of a tensor that short indices have no numbers for',
    program: `func.func @main(%x: tensor<20x20xi32>, %at: tensor<3x2xi8>, %u: tensor<3xi32>) -> tensor<20x20xi32> {
  %0 = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<20x20xi32>, tensor<3x2xi8>, tensor<3xi32>) -> tensor<20x20xi32>
  return %0 : tensor<20x20xi32>
}`,
    inputs: [
      arrayOf('i32', [20, 20], Array<number>(400).fill(0)),
      arrayOf('i8', [3, 2], [13, 7, -1, 19, 19, 20]),
      arrayOf('i32', [3], [5, 6, 7]),
    ],
  },
  {
    title: 'update shards of both dimensions at the places that each of them has',
    program: `sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}, %at: tensor<5x2xi32>, %u: tensor<5xi32>) -> (tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>}) {
  %0 = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<4x8xi32>, tensor<5x2xi32>, tensor<5xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}`,
    inputs: [
      arrayOf('i32', [4, 8], [...Array(32).keys()]),
      arrayOf('i32', [5, 2], [0, 5, 1, 2, 2, 7, 3, 0, 1, 4]),
      arrayOf('i32', [5], [100, 200, 300, 400, 500]),
    ],
  },
];

function parsed(text: string): ModuleOp {
  const module = parseModule(text, context);
  if (module === null || !verifyOp(module, context)) throw new Error(`not a right program:\n${text}`);
  return module;
}

function lower(module: ModuleOp, passes: string): void {
  const pipeline = parsePipeline(`builtin.module(${passes})`, context);
  expect(runPasses(module, pipeline, context).succeeded).toBe(true);
}

test.each(cases)('programs for the machine $title', ({ program, inputs }) => {
  const expected = runSequential(parsed(program), inputs, context);
  const module = parsed(program);
  lower(module, 'stablehlo-pipeline');
  const placement = placementOf(module);
  const numbers = (array: NdArray, i: number): number[] =>
    [...convert(array, expected[i]!.kind).data].map(Number);
  for (const stage of ['stablehlo-to-ttir-pipeline', 'ttir-to-ttnn-backend-pipeline']) {
    lower(module, stage);
    const actual = runOnMesh(module, placement, inputs, context);
    expect(actual.map(numbers)).toEqual(expected.map(numbers));
  }
});
