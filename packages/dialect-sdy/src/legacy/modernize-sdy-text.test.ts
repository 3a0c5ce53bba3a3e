import { describe, expect, test } from 'vitest';
import { modernizeSdyText } from './modernize-sdy-text.ts';

const modernized = (text: string): string => modernizeSdyText(text).text;

describe('modernizeSdyText', () => {
  test.each([
    ['@m = <"x"=2, "y"=4>', 'sdy.mesh @m = <["x"=2, "y"=4]>'],
    ['@m = <["x"=2]>', 'sdy.mesh @m = <["x"=2]>'],
    ['@m = <>', 'sdy.mesh @m = <[]>'],
    ['sdy.mesh @m = <"x"=2, device_ids=[1, 0]>', 'sdy.mesh @m = <["x"=2], device_ids=[1, 0]>'],
    ['#sdy.sharding<mesh<"x"=2>, [{"x"}]>', '#sdy.sharding<mesh<["x"=2]>, [{"x"}]>'],
  ])('a mesh: %s', (older, modern) => {
    expect(modernized(older)).toBe(modern);
  });

  test('meshes before a module go into it', () => {
    expect(modernized('@a = <"x"=2>\n@b = <"y"=2>\nmodule @m attributes {i = 1 : i32} {\n}')).toBe(
      '\n\nmodule @m attributes {i = 1 : i32} { sdy.mesh @a = <["x"=2]> sdy.mesh @b = <["y"=2]>\n}',
    );
    expect(modernized('@a = <"x"=2>\nfunc @f() {\n  return\n}')).toBe(
      'sdy.mesh @a = <["x"=2]>\nfunc.func @f() {\n  return\n}',
    );
  });

  test('functions', () => {
    expect(modernized('func @f()\nfunc private @g()\nfunc.func @func()')).toBe(
      'func.func @f()\nfunc.func private @g()\nfunc.func @func()',
    );
  });

  test('the result of a sharding group is its input', () => {
    expect(
      modernized(`func.func @f(%a: T) -> T {
  %0 = sdy.sharding_group %a, id=1 : T
  %1 = sdy.sharding_group %0, id=2 : T
  "g"(%1) ({
    ^bb0(%1: T):
    "h"(%1, %0) : (T, T) -> ()
  }) : (T) -> ()
  return %1 : T
}
func.func @g(%0: T) -> T {
  sdy.sharding_group %0 group_id=1 : T
  return %0 : T
}`),
    ).toBe(`func.func @f(%a: T) -> T {
  sdy.sharding_group %a group_id=1 : T
  sdy.sharding_group %a group_id=2 : T
  "g"(%a) ({
    ^bb0(%1: T):
    "h"(%1, %a) : (T, T) -> ()
  }) : (T) -> ()
  return %a : T
}
func.func @g(%0: T) -> T {
  sdy.sharding_group %0 group_id=1 : T
  return %0 : T
}`);
  });

  test('what ends a manual computation', () => {
    expect(
      modernized(`func.func @f(%a: T) -> T {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%b: L) {
    return %b : L
  } : (T) -> T
  return %0 : T
}`),
    ).toBe(`func.func @f(%a: T) -> T {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%b: L) {
    sdy.return %b : L
  } : (T) -> T
  return %0 : T
}`);
  });

  test('a closing brace that nothing opened', () => {
    expect(modernized('func.func @f(%a: T {a = {b}}}) -> T {\n}')).toBe(
      'func.func @f(%a: T {a = {b}}) -> T {\n}',
    );
  });

  test('tells what is written today in which place', () => {
    const text = '@m = <"x"=2>\nmodule {\n  %1 = sdy.sharding_group %0, id=3 : T\n}';
    expect(
      modernizeSdyText(text).deprecations.map(({ start, end, modern }) => [text.slice(start, end), modern]),
    ).toEqual([
      ['@m = <"x"=2>', 'sdy.mesh @m = <["x"=2]>'],
      ['%1 = sdy.sharding_group %0, id=3', 'sdy.sharding_group %0 group_id=3'],
    ]);
  });

  test("today's syntax comes back as it is", () => {
    const text = `module {
  sdy.mesh @m = <["x"=2], device_ids=[1, 0]>
  func.func @f(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<4xf32> {
    sdy.sharding_group %arg0 group_id=0 : tensor<4xf32>
    %0 = sdy.named_computation<"g">(%arg0) (%arg1: tensor<4xf32>) {
      sdy.return %arg1 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}`;
    expect(modernizeSdyText(text)).toEqual({ text, deprecations: [] });
  });
});
