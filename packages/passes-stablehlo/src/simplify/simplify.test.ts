import { describe, expect, test } from 'vitest';
import { bodyAfter } from '../../tests/run-pass.ts';

const PASS = 'stablehlo-aggressive-simplification';
const simplify = (signature: string, body: string): string[] => bodyAfter(PASS, signature, body);

/** The lines but the last, which returns, after simplifying one operation that `%0` names. */
function one(parameters: string, result: string, body: string): string[] {
  return simplify(`(${parameters}) -> ${result}`, `${body}\nreturn %0 : ${result}`).slice(0, -1);
}

describe('comparisons', () => {
  const compare = (operation: string, parameters = '%x: tensor<2xi32>'): string[] =>
    one(parameters, 'tensor<2xi1>', operation);
  const types = '(tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>';

  test('of a value with itself are known', () => {
    expect(compare(`%0 = stablehlo.compare LE, %x, %x, UNSIGNED : ${types}`)).toEqual([
      '%c = stablehlo.constant dense<true> : tensor<2xi1>',
    ]);
    expect(compare(`%0 = stablehlo.compare LT, %x, %x : ${types}`)).toHaveLength(1);
  });

  test('have the constant last', () => {
    const text = `%c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
      %0 = stablehlo.compare LE, %c, %x, SIGNED : ${types}`;
    expect(compare(text)[1]).toBe(`%0 = stablehlo.compare GE, %arg0, %c, SIGNED : ${types}`);
  });

  test('of a boolean that say the boolean are the boolean', () => {
    const text = `%c = stablehlo.constant dense<true> : tensor<2xi1>
      %0 = stablehlo.compare EQ, %x, %c, UNSIGNED : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>`;
    expect(compare(text, '%x: tensor<2xi1>')).toEqual([]);
  });
});

describe('selections', () => {
  test('by a negation exchange their branches, also through a broadcast', () => {
    const text = `%n = stablehlo.not %p : tensor<i1>
      %b = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i1>) -> tensor<2xi1>
      %0 = stablehlo.select %b, %x, %y : tensor<2xi1>, tensor<2xf32>`;
    expect(one('%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf32>', 'tensor<2xf32>', text)).toEqual([
      '%0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i1>) -> tensor<2xi1>',
      '%1 = stablehlo.select %0, %arg2, %arg1 : tensor<2xi1>, tensor<2xf32>',
    ]);
  });

  test('by a constant and of one value are known', () => {
    const text = `%t = stablehlo.constant dense<false> : tensor<i1>
      %1 = stablehlo.select %t, %x, %y : tensor<i1>, tensor<2xf32>
      %0 = stablehlo.select %q, %1, %y : tensor<2xi1>, tensor<2xf32>`;
    expect(one('%q: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xf32>', 'tensor<2xf32>', text)).toEqual([]);
  });
});

describe('broadcasts', () => {
  const broadcast = (from: string, dims: string, to: string): string =>
    one(
      `%x: ${from}`,
      to,
      `%0 = stablehlo.broadcast_in_dim %x, dims = ${dims} {k = 1 : i32} : (${from}) -> ${to}`,
    )[0] ?? '';

  test.each([
    ['tensor<2x3xi8>', '[0, 1]', 'tensor<2x3xi8>', ''],
    [
      'tensor<2x3xi8>',
      '[0, 2]',
      'tensor<2x1x3xi8>',
      '%0 = stablehlo.reshape %arg0 {k = 1 : i32} : (tensor<2x3xi8>) -> tensor<2x1x3xi8>',
    ],
    [
      'tensor<2x3x4xi8>',
      '[1, 2, 0]',
      'tensor<4x2x3xi8>',
      '%0 = stablehlo.transpose %arg0, dims = [2, 0, 1] {k = 1 : i32} : (tensor<2x3x4xi8>) -> tensor<4x2x3xi8>',
    ],
  ])('%s to %s of %s', (from, dims, to, expected) => {
    expect(broadcast(from, dims, to)).toBe(expected);
  });

  test('of broadcasts are one', () => {
    const text = `%1 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xi8>) -> tensor<2x3xi8>
      %0 = stablehlo.broadcast_in_dim %1, dims = [2, 0] : (tensor<2x3xi8>) -> tensor<3x4x2xi8>`;
    expect(one('%x: tensor<3xi8>', 'tensor<3x4x2xi8>', text)).toEqual([
      '%0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xi8>) -> tensor<3x4x2xi8>',
    ]);
  });

  test('of reshapes are left, unless broadcasts are to be merged', () => {
    const text = `%1 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xi8>) -> tensor<1x3xi8>
      %0 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x3xi8>) -> tensor<2x3xi8>
      return %0, %1 : tensor<2x3xi8>, tensor<1x3xi8>`;
    const signature = '(%x: tensor<3xi8>) -> (tensor<2x3xi8>, tensor<1x3xi8>)';
    expect(simplify(signature, text)).toEqual([
      '%0 = stablehlo.reshape %arg0 : (tensor<3xi8>) -> tensor<1x3xi8>',
      '%1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x3xi8>) -> tensor<2x3xi8>',
      'return %1, %0 : tensor<2x3xi8>, tensor<1x3xi8>',
    ]);
    expect(bodyAfter(`${PASS}{merge-broadcasts=true}`, signature, text)).toEqual([
      '%0 = stablehlo.reshape %arg0 : (tensor<3xi8>) -> tensor<1x3xi8>',
      '%1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xi8>) -> tensor<2x3xi8>',
      'return %1, %0 : tensor<2x3xi8>, tensor<1x3xi8>',
    ]);
  });
});

describe('moved elements', () => {
  test.each([
    [
      'reshape of reshape',
      'tensor<6xf32>',
      'tensor<3x2xf32>',
      [
        '%1 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>',
        '%0 = stablehlo.reshape %1 : (tensor<2x3xf32>) -> tensor<3x2xf32>',
      ],
      '%0 = stablehlo.reshape %arg0 : (tensor<6xf32>) -> tensor<3x2xf32>',
    ],
    [
      'transpose of transpose',
      'tensor<2x3x4xf32>',
      'tensor<4x3x2xf32>',
      [
        '%1 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>',
        '%0 = stablehlo.transpose %1, dims = [1, 0, 2] : (tensor<3x4x2xf32>) -> tensor<4x3x2xf32>',
      ],
      '%0 = stablehlo.transpose %arg0, dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>',
    ],
    [
      'transpose of unit dimensions',
      'tensor<2x1x3xf32>',
      'tensor<1x2x3xf32>',
      ['%0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>'],
      '%0 = stablehlo.reshape %arg0 : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>',
    ],
    [
      'slice of concatenate',
      'tensor<4xf32>',
      'tensor<2xf32>',
      [
        '%1 = stablehlo.concatenate %x, %x, %x, dim = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>',
        '%0 = stablehlo.slice %1 [5:8:2] : (tensor<12xf32>) -> tensor<2xf32>',
      ],
      '%0 = stablehlo.slice %arg0 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>',
    ],
    [
      'dynamic_slice at a constant place',
      'tensor<4xf32>',
      'tensor<2xf32>',
      [
        '%c = stablehlo.constant dense<7> : tensor<i64>',
        '%0 = stablehlo.dynamic_slice %x, %c, sizes = [2] : (tensor<4xf32>, tensor<i64>) -> tensor<2xf32>',
      ],
      '%0 = stablehlo.slice %arg0 [2:4] : (tensor<4xf32>) -> tensor<2xf32>',
    ],
    [
      'pad of nothing',
      'tensor<f32>',
      'tensor<3xf32>',
      [
        '%e = stablehlo.constant dense<> : tensor<0xf32>',
        '%0 = stablehlo.pad %e, %x, low = [1], high = [2], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>',
      ],
      '%0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<3xf32>',
    ],
  ])('%s', (_, from, to, body, expected) => {
    expect(one(`%x: ${from}`, to, body.join('\n'))).toEqual([expected]);
  });

  test.each([
    '%0 = stablehlo.reverse %x, dims = [1] : tensor<3x1xf32>',
    '%0 = stablehlo.slice %x [0:3, 0:1] : (tensor<3x1xf32>) -> tensor<3x1xf32>',
    '%0 = stablehlo.concatenate %x, dim = 1 : (tensor<3x1xf32>) -> tensor<3x1xf32>',
    '%0 = stablehlo.convert %x : tensor<3x1xf32>',
    `%z = stablehlo.constant dense<0> : tensor<i32>
     %0 = stablehlo.dynamic_update_slice %y, %x, %z, %z : (tensor<3x1xf32>, tensor<3x1xf32>, tensor<i32>, tensor<i32>) -> tensor<3x1xf32>`,
    `%p = stablehlo.constant dense<0.0> : tensor<f32>
     %0 = stablehlo.pad %x, %p, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3x1xf32>`,
  ])('nothing: %s', (body) => {
    expect(
      simplify(
        '(%x: tensor<3x1xf32>, %y: tensor<3x1xf32>) -> tensor<3x1xf32>',
        `${body}\nreturn %0 : tensor<3x1xf32>`,
      ),
    ).toEqual(['return %arg0 : tensor<3x1xf32>']);
  });

  test('a gather at one constant place is a slice', () => {
    const text = `%i = stablehlo.constant dense<[9, 1]> : tensor<2xi32>
      %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0],
        start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 2>}> : (tensor<5x4xf32>, tensor<2xi32>) -> tensor<2xf32>`;
    expect(one('%x: tensor<5x4xf32>', 'tensor<2xf32>', text)).toEqual([
      '%0 = stablehlo.slice %arg0 [4:5, 1:3] : (tensor<5x4xf32>) -> tensor<1x2xf32>',
      '%1 = stablehlo.reshape %0 : (tensor<1x2xf32>) -> tensor<2xf32>',
    ]);
  });

  test('tensors without elements are constants', () => {
    const text = '%0 = stablehlo.add %x, %x : tensor<0x2xf32>';
    expect(one('%x: tensor<0x2xf32>', 'tensor<0x2xf32>', text)).toEqual([
      '%cst = stablehlo.constant dense<> : tensor<0x2xf32>',
    ]);
    const call =
      '%0 = stablehlo.custom_call @f(%x) {has_side_effect = true} : (tensor<0x2xf32>) -> tensor<0x2xf32>';
    expect(one('%x: tensor<0x2xf32>', 'tensor<0x2xf32>', call)[0]).toContain('@f(%arg0)');
  });
});

describe('computed shapes that are known', () => {
  test('make operations static', () => {
    const text = `%s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
      %1 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
      %0 = stablehlo.dynamic_reshape %1, %s : (tensor<?x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>`;
    expect(one('%x: tensor<3xf32>', 'tensor<2x3xf32>', text)).toEqual([
      '%0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>',
    ]);
  });

  test('of slices that start anywhere make dynamic slices', () => {
    const text = `%n = stablehlo.constant dense<[2]> : tensor<1xi32>
      %one = stablehlo.constant dense<[1]> : tensor<1xi32>
      %l = stablehlo.add %s, %n : tensor<1xi32>
      %0 = stablehlo.real_dynamic_slice %x, %s, %l, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>`;
    expect(one('%x: tensor<?xf32>, %s: tensor<1xi32>', 'tensor<2xf32>', text)).toEqual([
      '%0 = stablehlo.reshape %arg1 : (tensor<1xi32>) -> tensor<i32>',
      '%1 = stablehlo.dynamic_slice %arg0, %0, sizes = [2] : (tensor<?xf32>, tensor<i32>) -> tensor<2xf32>',
    ]);
  });

  test('are what they were computed from', () => {
    const text = `%1 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
      %0 = shape.shape_of %1 : tensor<?x?xf32> -> tensor<2xindex>`;
    expect(one('%x: tensor<?xf32>, %s: tensor<2xindex>', 'tensor<2xindex>', text)).toEqual([]);
  });
});

describe('operations with regions', () => {
  test('reduce without results that nobody uses', () => {
    const reduce = (returned: string): string => `%a = stablehlo.constant dense<1> : tensor<i32>
      %1:2 = stablehlo.reduce(%x init: %a), (%y init: %a) across dimensions = [0] : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
        reducer(%p: tensor<i32>, %q: tensor<i32>) (%r: tensor<i32>, %s: tensor<i32>) {
          %2 = stablehlo.add %p, %q : tensor<i32>
          %3 = stablehlo.minimum %r, %s : tensor<i32>
          stablehlo.return ${returned} : tensor<i32>, tensor<i32>
        }
      %0 = stablehlo.negate %1#1 : tensor<i32>`;
    const parameters = '%x: tensor<4xi32>, %y: tensor<4xi32>';
    expect(one(parameters, 'tensor<i32>', reduce('%2, %3'))[1]).toBe(
      '%0 = stablehlo.reduce(%arg1 init: %c) applies stablehlo.minimum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>',
    );
    // The second result is computed from the first operand: taking only that would start from another number.
    expect(one(parameters, 'tensor<i32>', reduce('%3, %2'))[1]).toContain('%0:2 = stablehlo.reduce');
  });

  test('reduce that returns what is computed outside is that', () => {
    const text = `%0 = stablehlo.reduce(%x init: %y) across dimensions = [0] : (tensor<4x2xi32>, tensor<i32>) -> tensor<2xi32>
        reducer(%p: tensor<i32>, %q: tensor<i32>) { stablehlo.return %y : tensor<i32> }`;
    expect(one('%x: tensor<4x2xi32>, %y: tensor<i32>', 'tensor<2xi32>', text)).toEqual([
      '%0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<2xi32>',
    ]);
  });

  test('reduce of no element is its initial value', () => {
    const text = `%0 = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : (tensor<0x2xi32>, tensor<i32>) -> tensor<2xi32>`;
    expect(one('%x: tensor<0x2xi32>, %y: tensor<i32>', 'tensor<2xi32>', text)).toEqual([
      '%0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<2xi32>',
    ]);
  });

  test('sort without operands that nobody compares or uses, along a dimension from the first', () => {
    const text = `%1:2 = "stablehlo.sort"(%x, %y) <{dimension = -1 : i64}> ({
      ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<f32>, %d: tensor<f32>):
        %2 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
        stablehlo.return %2 : tensor<i1>
      }) {k = 1 : i32} : (tensor<2x3xi8>, tensor<2x3xf32>) -> (tensor<2x3xi8>, tensor<2x3xf32>)
      %0 = stablehlo.negate %1#0 : tensor<2x3xi8>`;
    const lines = one('%x: tensor<2x3xi8>, %y: tensor<2x3xf32>', 'tensor<2x3xi8>', text);
    expect(lines[0]).toBe('%0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({');
    expect(lines.at(-2)).toBe('}) {k = 1 : i32} : (tensor<2x3xi8>) -> tensor<2x3xi8>');
  });

  test('while without values that it hands on unchanged', () => {
    const text = `%n = stablehlo.constant dense<9> : tensor<i32>
      %1:2 = stablehlo.while(%i = %x, %k = %y) : tensor<i32>, tensor<i32> attributes {k = 1 : i32}
        cond { %2 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
               stablehlo.return %2 : tensor<i1> }
        do { %2 = stablehlo.add %i, %k : tensor<i32>
             stablehlo.return %2, %k : tensor<i32>, tensor<i32> }
      %0 = stablehlo.subtract %1#0, %1#1 : tensor<i32>`;
    const lines = one('%x: tensor<i32>, %y: tensor<i32>', 'tensor<i32>', text);
    expect(lines[1]).toBe('%0 = stablehlo.while(%iterArg = %arg0) : tensor<i32> attributes {k = 1 : i32}');
    expect(lines).toContain('%2 = stablehlo.add %iterArg, %arg1 : tensor<i32>');
    expect(lines.at(-1)).toBe('%1 = stablehlo.subtract %0, %arg1 : tensor<i32>');
  });

  test('a custom call with a dictionary beside it takes typed arguments', () => {
    const text =
      '%0 = stablehlo.custom_call @f(%x) {mhlo.backend_config = {a = 1 : i32}} : (tensor<f32>) -> tensor<f32>';
    expect(one('%x: tensor<f32>', 'tensor<f32>', text)).toEqual([
      '%0 = stablehlo.custom_call @f(%arg0) {api_version = 4 : i32, backend_config = {a = 1 : i32}} : (tensor<f32>) -> tensor<f32>',
    ]);
  });
});

test('simplified programs stay as they are', () => {
  const text = `%0 = stablehlo.iota dim = 0 : tensor<4xi32>
    %1 = stablehlo.add %x, %0 : tensor<4xi32>
    %2 = stablehlo.reshape %1 : (tensor<4xi32>) -> tensor<2x2xi32>
    return %2 : tensor<2x2xi32>`;
  const once = simplify('(%x: tensor<4xi32>) -> tensor<2x2xi32>', text);
  expect(once).toHaveLength(4);
  expect(simplify('(%arg0: tensor<4xi32>) -> tensor<2x2xi32>', once.join('\n'))).toEqual(once);
});

describe('fewer patterns', () => {
  test.each([
    [
      '(%x: tensor<3xi1>) -> tensor<3xi1>',
      '%c = stablehlo.constant dense<false> : tensor<3xi1>',
      '%0 = stablehlo.compare NE, %x, %c, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>',
      'tensor<3xi1>',
    ],
    [
      '(%x: tensor<1x3xi8>) -> tensor<1x3xi8>',
      '',
      '%0 = stablehlo.reverse %x, dims = [0] : tensor<1x3xi8>',
      'tensor<1x3xi8>',
    ],
    [
      '(%x: tensor<2x3xi8>) -> tensor<2x3xi8>',
      '%t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi8>) -> tensor<3x2xi8>',
      '%0 = stablehlo.transpose %t, dims = [1, 0] : (tensor<3x2xi8>) -> tensor<2x3xi8>',
      'tensor<2x3xi8>',
    ],
  ])('leave what %s does', (signature, before, line, type) => {
    const text = `${before}\n${line}\nreturn %0 : ${type}`;
    expect(simplify(signature, text)).toEqual([`return %arg0 : ${type}`]);
    const own = bodyAfter(`${PASS}{fewer-patterns=true}`, signature, text);
    expect(own).toHaveLength(text.trim().split('\n').length);
  });
});
