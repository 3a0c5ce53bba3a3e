import { describe, expect, test } from 'vitest';
import { CostError } from '../cost-error.ts';
import { costContext, costOf, lastOperation, tensorOf, typeOf } from '../../tests/cost-of-text.ts';
import { type OperationCost, ownCost } from './operation-cost.ts';
import { bytesOfType } from './tensor-size.ts';

describe('costs', () => {
  test('of slices are those of what is read', () => {
    expect(
      costOf('%0 = stablehlo.slice %a [0:2, 0:16] : (tensor<8x16xf32>) -> tensor<2x16xf32>'),
    ).toMatchObject({
      flops: 0,
      reads: [128],
      writes: null,
    });
  });

  test('of a decomposition are those of its algorithm', () => {
    const call =
      '%0 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>';
    expect(costOf(call, '%a: tensor<2x6x6xf32>').flops).toBe(2 * 91);
  });

  test('of a loop are those of its iterations', () => {
    const loop = `%zero = stablehlo.constant dense<0> : tensor<i32>
      %r:2 = stablehlo.while(%i = %zero, %y = %a) : tensor<i32>, tensor<8x16xf32>
      cond {
        %n = stablehlo.constant dense<5> : tensor<i32>
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %next = stablehlo.add %i, %one : tensor<i32>
        %t = stablehlo.tanh %y : tensor<8x16xf32>
        stablehlo.return %next, %t : tensor<i32>, tensor<8x16xf32>
      }`;
    expect(costOf(loop).flops).toBe(6 + 5 + 5 * 128);
  });

  test('of a conditional are those of its branch with most operations', () => {
    const branch = `%0 = "stablehlo.if"(%p) ({
        %t = stablehlo.tanh %a : tensor<8x16xf32>
        %u = stablehlo.add %t, %a : tensor<8x16xf32>
        stablehlo.return %u : tensor<8x16xf32>
      }, { stablehlo.return %a : tensor<8x16xf32> }) : (tensor<i1>) -> tensor<8x16xf32>`;
    expect(costOf(branch, '%p: tensor<i1>, %a: tensor<8x16xf32>').flops).toBe(2 * 128);
  });

  test('of an unknown call are an error that names it', () => {
    const call = '%0 = stablehlo.custom_call @mine(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>';
    expect(() => costOf(call)).toThrow(CostError);
    expect(() => costOf(call)).toThrow("the cost of the custom call 'mine' is not known");
  });
});

/** The bytes that an operation moves: what it reads of its operands, of such types, and what it writes of its results. */
function bytesOf({ reads, writes }: OperationCost, operands: readonly number[], results: number): number {
  return operands.reduce((sum, bytes, i) => sum + (reads[i] ?? bytes), 0) + (writes ?? results);
}

// Bytes as XLA's analysis of costs counts them for operations that are not fused (`HloCostAnalysis`), with elements of four bytes.
describe('bytes of an operation', () => {
  test.each([
    [
      [8, 16],
      [2, 16],
    ],
    [[100], [7]],
    [
      [5, 6, 7],
      [1, 6, 7],
    ],
  ])('that slices %j read and write its slice %j', (shape, part) => {
    const [whole, slice] = [tensorOf(shape), tensorOf(part)];
    const [all, bytes] = [shape, part].map((own) => 4 * own.reduce((a, b) => a * b));
    const ranges = part.map((size) => `0:${size}`).join(', ');
    const fixed = costOf(`%0 = stablehlo.slice %a [${ranges}] : (${whole}) -> ${slice}`, `%a: ${whole}`);
    expect(bytesOf(fixed, [all!], bytes!)).toBe(2 * bytes!);
    const indices = part.map(() => '%i').join(', ');
    const types = part.map(() => 'tensor<i32>').join(', ');
    const dynamic = `%0 = stablehlo.dynamic_slice %a, ${indices}, sizes = [${part.join(', ')}] : (${whole}, ${types}) -> ${slice}`;
    const fours = part.map(() => 4);
    const index = 4 * part.length;
    const moving = costOf(dynamic, `%a: ${whole}, %i: tensor<i32>`);
    expect(bytesOf(moving, [all!, ...fours], bytes!)).toBe(2 * bytes! + index);
    const update = `%0 = stablehlo.dynamic_update_slice %a, %u, ${indices} : (${whole}, ${slice}, ${types}) -> ${whole}`;
    const updating = costOf(update, `%a: ${whole}, %u: ${slice}, %i: tensor<i32>`);
    expect(bytesOf(updating, [all!, bytes!, ...fours], all!)).toBe(2 * bytes! + index);
  });

  const NUMBERS =
    '#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>';

  test.each([1, 2, 3])(
    'that scatters into %d tensors are three times those of updates, and indices',
    (count) => {
      const many = (text: (i: number) => string): string =>
        Array.from({ length: count }, (_, i) => text(i)).join(', ');
      const values = many((i) => `%x${i}: tensor<f32>, %y${i}: tensor<f32>`);
      const sources = many(() => 'tensor<100x4xf32>');
      const text = `%0:${count} = "stablehlo.scatter"(${many(() => '%a')}, %i, ${many(() => '%u')}) <{scatter_dimension_numbers = ${NUMBERS}}> ({ ^bb0(${values}): stablehlo.return ${many((i) => `%y${i}`)} : ${many(() => 'tensor<f32>')} }) : (${sources}, tensor<7x1xi32>, ${many(() => 'tensor<7x4xf32>')}) -> (${sources})`;
      const operands = '%a: tensor<100x4xf32>, %i: tensor<7x1xi32>, %u: tensor<7x4xf32>';
      const each = (bytes: number): number[] => Array.from({ length: count }, () => bytes);
      const cost = costOf(text, operands);
      expect(bytesOf(cost, [...each(1600), 28, ...each(112)], 1600 * count)).toBe(3 * 112 * count + 28);
    },
  );

  test.each([7, 20, 90])('that gathers %d rows are twice those of the rows, and indices', (rows) => {
    const text = `%0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<100x4xf32>, tensor<${rows}x1xi32>) -> tensor<${rows}x4xf32>`;
    const cost = costOf(text, `%a: tensor<100x4xf32>, %i: tensor<${rows}x1xi32>`);
    expect(bytesOf(cost, [1600, 4 * rows], 16 * rows)).toBe(2 * 16 * rows + 4 * rows);
  });

  test.each([
    ['f32', 4],
    ['bf16', 2],
    ['f8E4M3FN', 1],
    ['complex<f32>', 8],
    ['i1', 1],
  ])('of elements of %s are %d each', (element, bytes) => {
    expect(bytesOfType(typeOf(tensorOf([3, 5], element)))).toBe(15 * bytes);
  });
});

describe('an operation whose region calls a function', () => {
  const reduction = (
    functions: string,
  ): string => `%0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = func.call @f(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %s : tensor<f32> }) : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
      return }
    func.func private @f(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> ${functions}
    func.func private @unused() {`;
  const operands = '%a: tensor<8x16xf32>, %z: tensor<f32>';

  test('executes it', () => {
    const body = `{ %s = stablehlo.add %x, %y : tensor<f32>
      %t = stablehlo.tanh %s : tensor<f32>
      return %t : tensor<f32> }`;
    expect(costOf(reduction(body), operands).flops).toBe(2 * 8 * 15);
  });

  test.each([
    ['without a body', '', "the cost of '@f' is not known"],
    [
      'that calls itself',
      '{ %s = func.call @g(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32> return %s : tensor<f32> } func.func private @g(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> { %s = func.call @f(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32> return %s : tensor<f32> }',
      "calls '@f' recursively",
    ],
  ])('%s is refused', (_, functions, message) => {
    expect(() => costOf(reduction(functions), operands)).toThrow(message);
  });
});

describe('an operation whose region calls the unknown', () => {
  const text = `%0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.custom_call @mine(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32> }) : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>`;
  const operands = '%a: tensor<8x16xf32>, %z: tensor<f32>';

  test('is an error that names the call', () => {
    expect(() => costOf(text, operands)).toThrow("the cost of the custom call 'mine' is not known");
  });

  test('has no cost of its own', () => {
    expect(ownCost(lastOperation(text, operands), costContext)).toBeNull();
  });
});

describe('a loop', () => {
  /** Of each execution of the body, a sum and a function of all elements; of each of the condition, a comparison. */
  const loop = (trips: number): OperationCost =>
    costOf(`%zero = stablehlo.constant dense<0> : tensor<i32>
      %r:2 = stablehlo.while(%i = %zero, %y = %a) : tensor<i32>, tensor<8x16xf32>
      cond {
        %n = stablehlo.constant dense<${trips}> : tensor<i32>
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %next = stablehlo.add %i, %one : tensor<i32>
        %t = stablehlo.tanh %y : tensor<8x16xf32>
        stablehlo.return %next, %t : tensor<i32>, tensor<8x16xf32>
      }`);

  test.each([1, 7, 100])(
    'of %d trips computes and launches its body as often, its condition once more',
    (trips) => {
      expect(loop(trips).flops).toBe(trips + 1 + trips * (1 + 128));
      expect(loop(trips).launches).toBe(trips + 1 + trips * 2);
    },
  );

  test.each([2, 7, 100])('of %d trips moves the operands and results of each kernel every time', (trips) => {
    const [condition, body] = [4 + 4 + 1, 3 * 4 + 2 * 512];
    expect(loop(trips + 1).traffic! - loop(trips).traffic!).toBe(condition + body);
  });
});

describe('a loop in a loop', () => {
  /** The body of a loop of so many trips over `%i`, with a function of `%y` and what is inside. */
  const loop = (trips: number, level: string, given: string, inside: string): string => `
    %r${level}:2 = stablehlo.while(%i${level} = %zero, %y${level} = ${given}) : tensor<i32>, tensor<8x16xf32>
    cond {
      %n${level} = stablehlo.constant dense<${trips}> : tensor<i32>
      %c${level} = stablehlo.compare LT, %i${level}, %n${level} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c${level} : tensor<i1>
    } do {
      %one${level} = stablehlo.constant dense<1> : tensor<i32>
      %next${level} = stablehlo.add %i${level}, %one${level} : tensor<i32>
      ${inside}
    }`;
  const body = (level: string): string => `%t${level} = stablehlo.tanh %y${level} : tensor<8x16xf32>
      stablehlo.return %next${level}, %t${level} : tensor<i32>, tensor<8x16xf32>`;
  const nested = (outer: number, inner: number): OperationCost =>
    costOf(
      `%zero = stablehlo.constant dense<0> : tensor<i32>
      ${loop(
        outer,
        'a',
        '%a',
        `${loop(inner, 'b', '%ya', body('b'))}
      stablehlo.return %nexta, %rb#1 : tensor<i32>, tensor<8x16xf32>`,
      )}`,
    );

  test.each([
    [1, 4],
    [3, 5],
    [10, 2],
  ])('of %d times %d trips costs as much as each of its kernels does alone', (outer, inner) => {
    // Comparisons and sums of the counters, by themselves, and the functions of all elements.
    const kernels = [
      { times: outer + 1, flops: 1, bytes: 4 + 4 + 1 },
      { times: outer, flops: 1, bytes: 3 * 4 },
      { times: outer * (inner + 1), flops: 1, bytes: 4 + 4 + 1 },
      { times: outer * inner, flops: 1, bytes: 3 * 4 },
      { times: outer * inner, flops: 128, bytes: 2 * 512 },
    ];
    const sum = (of: (kernel: (typeof kernels)[number]) => number): number =>
      kernels.reduce((total, kernel) => total + kernel.times * of(kernel), 0);
    expect(nested(outer, inner)).toMatchObject({
      flops: sum(({ flops }) => flops),
      launches: sum(() => 1),
      traffic: sum(({ bytes }) => bytes),
    });
  });
});

describe('a choice of branches', () => {
  const tanhs = (count: number): string => {
    const lines = Array.from(
      { length: count },
      (_, i) => `%t${i} = stablehlo.tanh ${i === 0 ? '%a' : `%t${i - 1}`} : tensor<8x16xf32>`,
    );
    return `{ ${lines.join('\n')}\nstablehlo.return ${count === 0 ? '%a' : `%t${count - 1}`} : tensor<8x16xf32> }`;
  };
  // Functions are fused into those that use them: a kernel reads and writes all elements once.
  const expected = (most: number) => ({ flops: most * 128, launches: 1, traffic: 2 * 512 });

  test.each([
    [2, 0],
    [1, 5],
    [3, 3],
  ])('of %d and %d functions costs as much as the larger one', (first, second) => {
    const text = `%0 = "stablehlo.if"(%p) (${tanhs(first)}, ${tanhs(second)}) : (tensor<i1>) -> tensor<8x16xf32>`;
    expect(costOf(text, '%p: tensor<i1>, %a: tensor<8x16xf32>')).toMatchObject(
      expected(Math.max(first, second)),
    );
  });

  test.each([[[2, 0, 1]], [[1, 4, 2]], [[0, 1, 6]]])(
    'among %j functions costs as much as the most',
    (counts) => {
      const text = `%0 = "stablehlo.case"(%i) (${counts.map(tanhs).join(', ')}) : (tensor<i32>) -> tensor<8x16xf32>`;
      expect(costOf(text, '%i: tensor<i32>, %a: tensor<8x16xf32>')).toMatchObject(
        expected(Math.max(...counts)),
      );
    },
  );

  test.each([1, 2, 7])('whose branches call a function of %d operations costs as much as that', (count) => {
    const call =
      '{ %r = func.call @f(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32> stablehlo.return %r : tensor<8x16xf32> }';
    const text = `%0 = "stablehlo.if"(%p) (${call}, ${call}) : (tensor<i1>) -> tensor<8x16xf32> return }
      func.func private @f(%a: tensor<8x16xf32>) -> tensor<8x16xf32> ${tanhs(count).replace('stablehlo.return', 'return')}
      func.func private @unused() {`;
    expect(costOf(text, '%p: tensor<i1>, %a: tensor<8x16xf32>')).toMatchObject(expected(count));
  });
});

describe('a call that states its cost', () => {
  test.each([
    [1e6, 100],
    [2.5e9, 0],
    [0, 3e9],
    [3.2e6, 64],
  ])('has %d operations and %d bytes', (flops, bytes) => {
    const text = `%0 = stablehlo.custom_call @mine(%a) {shardform.cost = {flops = ${flops.toExponential(2)}, bytes = ${bytes.toExponential(2)}}} : (tensor<8x16xf32>) -> tensor<8x16xf32>`;
    expect(costOf(text)).toMatchObject({ flops, writes: bytes, reads: [0] });
  });

  test.each([1, 2, 3])('of %d operations alone moves its operands and results', (flops) => {
    const text = `%0 = stablehlo.custom_call @mine(%a) {shardform.cost = {flops = ${flops}}} : (tensor<8x16xf32>) -> tensor<8x16xf32>`;
    expect(costOf(text)).toMatchObject({ flops, writes: null, reads: [null] });
  });
});
