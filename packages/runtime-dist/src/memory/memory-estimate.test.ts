import { funcDialect, type FuncOp } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { estimateMemory, type MemoryEstimate } from './memory-estimate.ts';

/** The estimate of @main; other functions may follow its body. */
function estimate(args: string, results: string, body: string, others = ''): MemoryEstimate {
  const context = new Context([funcDialect, hloDialect, stablehloDialect]);
  const module = parseModule(`func.func @main(${args}) -> (${results}) {\n${body}\n}\n${others}`, context)!;
  const [func] = [...module.body] as FuncOp[];
  return estimateMemory(func!);
}

const T = 'tensor<16x16xf32>';
const TILE = 1024;
const dot = (lhs: string, rhs: string): string =>
  `stablehlo.dot_general ${lhs}, ${rhs}, contracting_dims = [1] x [0] : (${T}, ${T}) -> ${T}`;

describe('the memory of a program', () => {
  test('arguments and results have their own, and a table of addresses for several results', () => {
    const body = `%0 = ${dot('%a', '%a')}\n%1 = stablehlo.add %a, %a : ${T}\nreturn %0, %1 : ${T}, ${T}`;
    expect(estimate(`%a: ${T}`, `${T}, ${T}`, body)).toEqual({
      arguments: TILE,
      results: 2 * TILE + 16,
      aliased: 0,
      temporaries: 0,
      peak: 3 * TILE + 16,
      rules: 'cpu',
      notes: [],
    });
  });

  test('kernels run as soon as they can, breadth first', () => {
    // Program order needs one product at a time; all four are ready at once.
    const body = `%0 = ${dot('%a', '%a')}
      %1 = ${dot('%0', '%0')}
      %2 = ${dot('%b', '%b')}
      %3 = ${dot('%2', '%2')}
      %4 = stablehlo.add %1, %3 : ${T}
      %5 = ${dot('%4', '%4')}
      return %5 : ${T}`;
    expect(estimate(`%a: ${T}, %b: ${T}`, T, body).temporaries).toBe(2 * TILE);
  });

  test('a value that comes before a result exists is in its memory', () => {
    const body = `%0 = ${dot('%a', '%a')}
      %1 = ${dot('%0', '%a')}
      %2 = ${dot('%1', '%a')}
      return %2 : ${T}`;
    expect(estimate(`%a: ${T}`, T, body).temporaries).toBe(TILE);
  });

  test('functions that are called are inlined, and what they repeat is computed once', () => {
    const body = `%0 = call @f(%a) : (${T}) -> ${T}
      %1 = call @f(%a) : (${T}) -> ${T}
      %2 = ${dot('%0', '%1')}
      return %2 : ${T}`;
    const callee = `func.func private @f(%x: ${T}) -> ${T} { %0 = ${dot('%x', '%x')}\n return %0 : ${T} }`;
    expect(estimate(`%a: ${T}`, T, body, callee).temporaries).toBe(TILE);
  });

  test('what starts asynchronously has the memory of what does not', () => {
    const permute = (operand: string): string =>
      `"stablehlo.collective_permute"(${operand}) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (${T}) -> ${T}`;
    const started = `%f = "stablehlo.async_start"(%a) ({
      ^bb0(%x: ${T}):
        %r = ${permute('%x')}
        stablehlo.return %r : ${T}
      }) : (${T}) -> !stablehlo.future<${T}>
      %1 = ${dot('%a', '%a')}
      %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<${T}>) -> ${T}`;
    const others = `%0 = ${permute('%a')}\n%1 = ${dot('%a', '%a')}`;
    const last = `%2 = ${dot('%0', '%1')}\nreturn %2 : ${T}`;
    const expected = estimate(`%a: ${T}`, T, `${others}\n${last}`);
    expect(estimate(`%a: ${T}`, T, `${started}\n${last}`)).toEqual(expected);
    expect(expected.temporaries).toBe(2 * TILE);
  });

  test('tensors that are communicated together are all there afterwards', () => {
    const permute = (operand: string): string =>
      `"stablehlo.collective_permute"(${operand}) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (${T}) -> ${T}`;
    const started = `%f = "hlo.async_start"(%a, %b) ({
      ^bb0(%x: ${T}, %y: ${T}):
        %r = ${permute('%x')}
        %s = ${permute('%y')}
        stablehlo.return %r, %s : ${T}, ${T}
      }) : (${T}, ${T}) -> !stablehlo.future<${T}, ${T}>
      %0:2 = hlo.async_done %f : (!stablehlo.future<${T}, ${T}>) -> (${T}, ${T})
      %2 = ${dot('%0#0', '%0#1')}\nreturn %2 : ${T}`;
    expect(estimate(`%a: ${T}, %b: ${T}`, T, started).temporaries).toBe(2 * TILE);
  });

  test('what is computed again behind a barrier is not found to be the same', () => {
    const body = `%0 = ${dot('%a', '%a')}
      %b = stablehlo.optimization_barrier %a : ${T}
      %1 = ${dot('%b', '%b')}
      %2 = ${dot('%0', '%1')}
      return %2 : ${T}`;
    expect(estimate(`%a: ${T}`, T, body).temporaries).toBe(2 * TILE);
  });

  test.each([
    ['exchanges the last two dimensions', '[0, 2, 1]', '4x8x8', '4x8x8', 0],
    ['moves a batch dimension', '[1, 0, 2]', '8x4x8', '8x4x4', TILE],
  ])('a product reads a transpose that %s', (_, permutation, transposed, result, expected) => {
    const body = `%0 = stablehlo.transpose %a, dims = ${permutation} : (tensor<4x8x8xf32>) -> tensor<${transposed}xf32>
      %1 = stablehlo.dot_general %0, %0, batching_dims = [0] x [0], contracting_dims = [2] x [2]
        : (tensor<${transposed}xf32>, tensor<${transposed}xf32>) -> tensor<${result}xf32>
      return %1 : tensor<${result}xf32>`;
    expect(estimate('%a: tensor<4x8x8xf32>', `tensor<${result}xf32>`, body).temporaries).toBe(expected);
  });

  test.each([
    ['', 0, 0],
    [' {jax.buffer_donor = true}', TILE, 0],
    [' {tf.aliasing_output = 0 : i32}', TILE, 0],
  ])('an update of an argument%s', (attribute, aliased, temporaries) => {
    const body = `%0 = stablehlo.subtract %a, %g : ${T}\nreturn %0 : ${T}`;
    const { aliased: found, temporaries: own } = estimate(`%a: ${T}${attribute}, %g: ${T}`, T, body);
    expect([found, own]).toEqual([aliased, temporaries]);
  });

  test('a module from HLO says which results are in the memory of arguments', () => {
    const context = new Context([funcDialect, hloDialect, stablehloDialect]);
    const alias =
      '{alias = {kind = "may_alias", parameter_index = array<i64>, parameter_number = 1 : i64}, output_index = array<i64: 0>}';
    const module = parseModule(
      `module attributes {mhlo.input_output_alias = [${alias}]} {
        func.func @main(%a: ${T}, %b: ${T}) -> (${T}, ${T}) {
          %0 = stablehlo.add %a, %b : ${T}
          %1 = ${dot('%a', '%a')}
          return %0, %1 : ${T}, ${T}
        }
      }`,
      context,
    )!;
    const [func] = [...module.body] as FuncOp[];
    expect(estimateMemory(func!)).toMatchObject({ aliased: TILE, temporaries: 0 });
  });

  test('a donated argument is copied for readers that nothing orders before the update', () => {
    const body = `%0 = stablehlo.subtract %a, %g : ${T}
      %1 = ${dot('%a', '%g')}
      return %0, %1 : ${T}, ${T}`;
    const found = estimate(`%a: ${T} {tf.aliasing_output = 0 : i32}, %g: ${T}`, `${T}, ${T}`, body);
    expect(found).toMatchObject({ aliased: TILE, temporaries: TILE });
  });
});

describe('loops', () => {
  const loop = (
    body: string,
    last: string,
    invariant = '%b',
  ): string => `%zero = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.constant dense<9> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r:3 = stablehlo.while(%i = %zero, %x = %a, %w = ${invariant}) : tensor<i32>, ${T}, ${T}
      cond {
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i32>
        ${body}
        stablehlo.return %j, ${last}, %w : tensor<i32>, ${T}, ${T}
      }
    return %r#1 : ${T}`;
  const args = `%a: ${T}, %b: ${T}`;
  /** The counter, the test's result, and the addresses of what is carried: each in 64 bytes. */
  const small = 3 * 64;

  test('carry a value in one place, and read what they do not change where it is', () => {
    const body = loop(`%y = stablehlo.add %x, %w : ${T}`, '%y');
    // The carried value is in the result's memory.
    expect(estimate(args, T, body).temporaries).toBeLessThanOrEqual(small);
  });

  test('need nothing of a value that they only hand on', () => {
    const squared = `%s = ${dot('%b', '%b')}\n`;
    const unused = squared + loop(`%y = stablehlo.add %x, %x : ${T}`, '%y', '%s');
    expect(estimate(args, T, unused).temporaries).toBeLessThanOrEqual(small);
    const used = squared + loop(`%y = stablehlo.add %x, %w : ${T}`, '%y', '%s');
    expect(estimate(args, T, used).temporaries).toBeGreaterThanOrEqual(TILE);
  });

  test('copy what is carried where it is read while the next value is written', () => {
    const body = loop(`%y = ${dot('%x', '%w')}`, '%y');
    const { temporaries } = estimate(args, T, body);
    expect(temporaries).toBeGreaterThanOrEqual(TILE);
    expect(temporaries).toBeLessThanOrEqual(TILE + small);
  });
});

test('a reduction takes in what comes before and only it needs', () => {
  const wide = 'tensor<64x256xf32>';
  const body = `%z = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.multiply %a, %a : ${wide}
    %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (${wide}, tensor<f32>) -> tensor<64xf32>
    return %1 : tensor<64xf32>`;
  expect(estimate(`%a: ${wide}`, 'tensor<64xf32>', body).temporaries).toBe(0);
});

test('convolutions take their operands in one order of dimensions, and their workspace is not counted', () => {
  const [x, k, y] = ['tensor<2x3x8x8xf32>', 'tensor<4x3x3x3xf32>', 'tensor<2x4x6x6xf32>'];
  const body = `%0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (${x}, ${k}) -> ${y}
    return %0 : ${y}`;
  const { temporaries, notes } = estimate(`%x: ${x}, %k: ${k}`, y, body);
  const [input, kernel, output] = [2 * 3 * 64 * 4, 4 * 27 * 4, 2 * 4 * 36 * 4];
  // The kernel's copy is in the memory of the result, which doesn't exist yet.
  expect(temporaries).toBe(input + output);
  expect(kernel).toBeLessThan(output);
  expect(notes).toEqual(["1 × convolution: the library's workspace is not counted"]);
});

describe('all-reduces', () => {
  const reduced = (
    name: string,
    operand: string,
    groups: string,
  ): string => `${name} = "stablehlo.all_reduce"(${operand}) ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %s = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) {replica_groups = dense<${groups}> : tensor<2x2xi64>} : (${T}) -> ${T}`;
  const [rows, columns] = ['[[0, 1], [2, 3]]', '[[0, 2], [1, 3]]'];

  test('of the same devices wait for one another', () => {
    const body = `%0 = ${dot('%a', '%a')}
      ${reduced('%1', '%0', rows)}
      %2 = ${dot('%b', '%a')}
      ${reduced('%3', '%2', rows)}
      return %1, %3 : ${T}, ${T}`;
    // Both products are there before the first sum is.
    expect(estimate(`%a: ${T}, %b: ${T}`, `${T}, ${T}`, body).temporaries).toBe(2 * TILE);
  });

  test('that follow each other in both orders are not combined', () => {
    const body = `${reduced('%0', '%a', rows)}
      ${reduced('%1', '%0', columns)}
      ${reduced('%2', '%b', columns)}
      ${reduced('%3', '%2', rows)}
      return %1, %3 : ${T}, ${T}`;
    // The first is in the memory of the last, which comes after it is read.
    expect(estimate(`%a: ${T}, %b: ${T}`, `${T}, ${T}`, body).temporaries).toBe(TILE);
  });
});

test('products of bf16 numbers are of copies in f32', () => {
  const [narrow, wide] = ['tensor<64x64xbf16>', 'tensor<64x64xf32>'];
  const body = `%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (${narrow}, ${narrow}) -> ${narrow}
    %1 = stablehlo.convert %0 : (${narrow}) -> ${wide}
    return %1 : ${wide}`;
  // Both copies, and the product that the result is computed from in place.
  expect(estimate(`%a: ${narrow}, %b: ${narrow}`, wide, body).temporaries).toBe(2 * 64 * 64 * 4);
});

test('a branch computes what its result comes from in the memory of the result', () => {
  const body = `%0 = "stablehlo.if"(%p) ({
      %1 = ${dot('%a', '%a')}
      %2 = stablehlo.sine %1 : ${T}
      stablehlo.return %2 : ${T}
    }, {
      %3 = stablehlo.negate %a : ${T}
      stablehlo.return %3 : ${T}
    }) : (tensor<i1>) -> ${T}
    return %0 : ${T}`;
  const { temporaries, notes } = estimate(`%p: tensor<i1>, %a: ${T}`, T, body);
  expect(temporaries).toBe(0);
  expect(notes).toEqual(['1 × conditional: of the branches the largest is counted']);
});

test('a call takes tensors in the layouts that it asks for, and may write where it reads', () => {
  const [x, layout] = ['tensor<32x16xf32>', '[dense<[0, 1]> : tensor<2xindex>]'];
  const alias =
    '#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>';
  const body = (aliases: string): string => `%0 = stablehlo.custom_call @f(%a) {operand_layouts = ${layout},
      result_layouts = ${layout}, output_operand_aliases = [${aliases}]} : (${x}) -> ${x}
    return %0 : ${x}`;
  const bytes = 32 * 16 * 4;
  // A copy for the call and its result; the result of the program is a copy of that.
  expect(estimate(`%a: ${x}`, x, body('')).temporaries).toBe(bytes);
  expect(estimate(`%a: ${x}`, x, body(alias))).toMatchObject({
    temporaries: bytes,
    notes: ["1 × custom call 'f': what it allocates inside is not known"],
  });
});
