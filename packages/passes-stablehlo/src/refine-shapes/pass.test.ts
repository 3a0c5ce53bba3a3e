import { describe, expect, test } from 'vitest';
import { moduleAfter } from '../../tests/module-after.ts';

function refined(text: string): string[] {
  return moduleAfter('stablehlo-refine-shapes', text);
}

/** The lines of a function with these parameters, its first line last. */
function refinedBody(parameters: string, body: string, result: string): string[] {
  const [first, ...lines] = refined(`func.func @main(${parameters}) -> ${result} {\n${body}\n}`);
  return [...lines.slice(0, -1).map((line) => line.slice(2)), first!];
}

test('types follow from those of operands, through to the results of the function', () => {
  const text = `func.func @main(%a: tensor<2x3xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = stablehlo.abs %a : (tensor<2x3xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = stablehlo.slice %1 [0:2, 0:1] : (tensor<?x?xf32>) -> tensor<?x1xf32>
  %3 = stablehlo.constant dense<2> : tensor<1xi32>
  %4 = stablehlo.dynamic_reshape %2, %3 : (tensor<?x1xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %1, %4 : tensor<?x?xf32>, tensor<?xf32>
}`;
  expect(refined(text)).toEqual([
    'func.func @main(%arg0: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<2xf32>) {',
    '  %c = stablehlo.constant dense<2> : tensor<1xi32>',
    '  %0 = stablehlo.abs %arg0 : tensor<2x3xf32>',
    '  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>',
    '  %2 = stablehlo.slice %1 [0:2, 0:1] : (tensor<3x2xf32>) -> tensor<2x1xf32>',
    '  %3 = stablehlo.dynamic_reshape %2, %c : (tensor<2x1xf32>, tensor<1xi32>) -> tensor<2xf32>',
    '  return %1, %3 : tensor<3x2xf32>, tensor<2xf32>',
    '}',
  ]);
});

describe('shapes that are computed', () => {
  test('from sizes, by integer arithmetic', () => {
    const body = `%0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<4x2xf32>) -> tensor<i32>
      %1 = stablehlo.constant dense<2> : tensor<i32>
      %2 = stablehlo.multiply %0, %1 : tensor<i32>
      %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
      %4 = stablehlo.dynamic_reshape %a, %3 : (tensor<4x2xf32>, tensor<1xi32>) -> tensor<?xf32>
      return %4 : tensor<?xf32>`;
    expect(refinedBody('%a: tensor<4x2xf32>', body, 'tensor<?xf32>')).toEqual([
      '%c = stablehlo.constant dense<8> : tensor<1xi32>',
      '%0 = stablehlo.dynamic_reshape %arg0, %c : (tensor<4x2xf32>, tensor<1xi32>) -> tensor<8xf32>',
      'return %0 : tensor<8xf32>',
      'func.func @main(%arg0: tensor<4x2xf32>) -> tensor<8xf32> {',
    ]);
  });

  // Operation, type before, type after.
  test.each([
    [
      'stablehlo.bitcast_convert %a : (tensor<4x6xf32>) -> tensor<?x?xi32>',
      'tensor<?x?xi32>',
      'tensor<4x6xi32>',
    ],
    ['stablehlo.convert %a : (tensor<4x6xf32>) -> tensor<?x?xf64>', 'tensor<?x?xf64>', 'tensor<4x6xf64>'],
    [
      'stablehlo.dot %a, %b : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<?x?xf32>',
      'tensor<?x?xf32>',
      'tensor<4x5xf32>',
    ],
    [
      'stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<?x?xf32>',
      'tensor<?x?xf32>',
      'tensor<4x5xf32>',
    ],
    [
      'stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<?x?xi32>',
      'tensor<?x?xi32>',
      'tensor<2x3xi32>',
    ],
    [
      'stablehlo.dynamic_broadcast_in_dim %v, %n, dims = [] : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>',
      'tensor<?x?xf32>',
      'tensor<2x3xf32>',
    ],
    [
      'stablehlo.dynamic_pad %a, %v, %n, %n, %n : (tensor<4x6xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>',
      'tensor<?x?xf32>',
      'tensor<14x27xf32>',
    ],
    [
      '"stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x6xf32>) -> tensor<?x?xf32>',
      'tensor<?x?xf32>',
      'tensor<4x12xf32>',
    ],
    [
      'stablehlo.custom_call @foo(%a, %n) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4x6xf32>, tensor<2xi64>) -> tuple<tensor<?x?xf32>>',
      'tuple<tensor<?x?xf32>>',
      'tuple<tensor<2x3xf32>>',
    ],
    [
      'chlo.broadcast_add %a, %a : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<?x?xf32>',
      'tensor<?x?xf32>',
      'tensor<4x6xf32>',
    ],
  ])('%s', (operation, before, after) => {
    const body = `%n = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
      %0 = ${operation}
      return %0 : ${before}`;
    const parameters = '%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %v: tensor<f32>';
    expect(refinedBody(parameters, body, before).at(-2)).toBe(`return %0 : ${after}`);
  });

  test('a group with a channel may be of any size', () => {
    const channel = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>';
    const gather = (attributes: string): string => {
      const body = `%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, ${attributes}} : (tensor<4xf32>) -> tensor<?xf32>
        return %0 : tensor<?xf32>`;
      return refinedBody('%a: tensor<4xf32>', body, 'tensor<?xf32>').at(-2)!;
    };
    expect(gather(channel)).toBe('return %0 : tensor<?xf32>');
    expect(gather(`${channel}, use_global_device_ids`)).toBe('return %0 : tensor<8xf32>');
  });
});

test('what a loop carries has the types that it begins with', () => {
  const body = `%0 = stablehlo.negate %a : (tensor<4xf32>) -> tensor<?xf32>
    %1 = stablehlo.while(%x = %0) : tensor<?xf32>
    cond {
      stablehlo.return %p : tensor<i1>
    } do {
      %2 = stablehlo.abs %x : tensor<?xf32>
      stablehlo.return %2 : tensor<?xf32>
    }
    return %1 : tensor<?xf32>`;
  expect(refinedBody('%a: tensor<4xf32>, %p: tensor<i1>', body, 'tensor<?xf32>').slice(1, -1)).toEqual([
    '%1 = stablehlo.while(%iterArg = %0) : tensor<4xf32>',
    'cond {',
    '  stablehlo.return %arg1 : tensor<i1>',
    '} do {',
    '  %2 = stablehlo.abs %iterArg : tensor<4xf32>',
    '  stablehlo.return %2 : tensor<4xf32>',
    '}',
    'return %1 : tensor<4xf32>',
  ]);
});

test('a value that some other operation uses keeps its type', () => {
  const body = `%0 = stablehlo.abs %a : (tensor<4xf32>) -> tensor<?xf32>
    %1 = "some.op"(%0) : (tensor<?xf32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>`;
  expect(refinedBody('%a: tensor<4xf32>', body, 'tensor<?xf32>')[0]).toBe(
    '%0 = stablehlo.abs %arg0 : (tensor<4xf32>) -> tensor<?xf32>',
  );
});

test('wrapped arguments stand for themselves', () => {
  const text = `func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}`;
  expect(
    moduleAfter('stablehlo-refine-arguments{types=tensor<7xf32>},stablehlo-refine-shapes', text),
  ).toEqual([
    'func.func @main(%arg0: tensor<7xf32>) -> tensor<7xf32> {',
    '  %0 = stablehlo.abs %arg0 : tensor<7xf32>',
    '  return %0 : tensor<7xf32>',
    '}',
  ]);
});

describe('called functions', () => {
  test('are specialised for what they are called with', () => {
    const text = `func.func @main(%a: tensor<4xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<6> : tensor<i32>
  %0 = stablehlo.abs %a : (tensor<4xf32>) -> tensor<?xf32>
  %1 = call @callee(%c, %0) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @callee(%n: tensor<i32>, %x: tensor<?xf32> {mhlo.note = "n"}) -> tensor<?xf32> {
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.concatenate %1, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}`;
    expect(refined(text)).toEqual([
      'func.func @main(%arg0: tensor<4xf32>) -> tensor<10xf32> {',
      '  %0 = stablehlo.abs %arg0 : tensor<4xf32>',
      '  %1 = call @callee(%0) : (tensor<4xf32>) -> tensor<10xf32>',
      '  return %1 : tensor<10xf32>',
      '}',
      'func.func private @callee(%arg0: tensor<4xf32> {mhlo.note = "n"}) -> tensor<10xf32> {',
      '  %c = stablehlo.constant dense<6> : tensor<1xi32>',
      '  %0 = stablehlo.dynamic_iota %c, dim = 0 : (tensor<1xi32>) -> tensor<6xf32>',
      '  %1 = stablehlo.concatenate %0, %arg0, dim = 0 : (tensor<6xf32>, tensor<4xf32>) -> tensor<10xf32>',
      '  return %1 : tensor<10xf32>',
      '}',
    ]);
  });

  test('that return constants and change nothing are not called', () => {
    const text = `func.func @main() -> tensor<i32> {
  %0 = call @size() : () -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @size() -> tensor<i32> {
  %0 = stablehlo.constant dense<3> : tensor<i32>
  return %0 : tensor<i32>
}`;
    expect(refined(text).slice(1, 3)).toEqual([
      '  %c = stablehlo.constant dense<3> : tensor<i32>',
      '  return %c : tensor<i32>',
    ]);
  });

  test('that are called with different types are reported, with the call that does not fit', () => {
    const text = `func.func @main(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  %0 = stablehlo.abs %a : (tensor<4xf32>) -> tensor<?xf32>
  %1 = stablehlo.abs %b : (tensor<5xf32>) -> tensor<?xf32>
  call @callee(%0) : (tensor<?xf32>) -> ()
  call @callee(%1) : (tensor<?xf32>) -> ()
  return
}
func.func private @callee(%a: tensor<?xf32>) { return }`;
    expect(refined(text)).toEqual([
      [
        "'func.func' op refined with incompatible refinement keys:",
        '  curr=RefinementKey(callee, toks=0, dim_args=[], fn_args=[tensor<5xf32>])',
        '  prev=RefinementKey(callee, toks=0, dim_args=[], fn_args=[tensor<4xf32>])',
      ].join('\n'),
      "'func.call' op operand type mismatch: expected operand type 'tensor<4xf32>', but provided 'tensor<5xf32>' for operand number 0",
    ]);
  });

  test('must not call themselves', () => {
    const text = `func.func @main() {
  %c = stablehlo.constant dense<3> : tensor<i32>
  call @callee(%c) : (tensor<i32>) -> ()
  return
}
func.func private @callee(%a: tensor<i32>) {
  call @callee(%a) : (tensor<i32>) -> ()
  return
}`;
    expect(refined(text)[0]).toBe('Function callee is being refined recursively');
  });
});

describe('rejects', () => {
  test('an entry function of several blocks', () => {
    const text = `func.func @main() {
  cf.br ^bb1
^bb1:
  return
}`;
    expect(refined(text)).toEqual(["'func.func' op must have exactly one block"]);
  });

  test('sizes that contradict each other, as the verifier says', () => {
    const body = `%0 = stablehlo.abs %a : (tensor<3xf32>) -> tensor<?xf32>
      %1 = stablehlo.abs %b : (tensor<4xf32>) -> tensor<?xf32>
      %2 = stablehlo.add %0, %1 : tensor<?xf32>
      return %2 : tensor<?xf32>`;
    const text = `func.func @main(%a: tensor<3xf32>, %b: tensor<4xf32>) -> tensor<?xf32> {\n${body}\n}`;
    expect(refined(text)).toEqual([
      "'stablehlo.add' op requires the same shape for all operands and results",
    ]);
  });
});
