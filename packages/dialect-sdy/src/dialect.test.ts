import { describe, expect, test } from 'vitest';
import { printed, problems } from '../tests/sdy-text.ts';

const mesh = 'sdy.mesh @m = <["x"=2, "y"=4]>\n';

describe('shardings of functions', () => {
  test('are kept on arguments and results', () => {
    expect(
      printed(`${mesh}func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}]>}) {
  return %a : tensor<8xf32>
}`),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}]>}) {
    return %arg0 : tensor<8xf32>
  }
}
`);
  });

  // The attribute of the second argument and of the first result, and what is wrong with them.
  test.each([
    [
      '1 : i64',
      null,
      ["2:1 'func.func' op arg 1 - should have a sharding attribute of type TensorShardingAttr"],
    ],
    [
      '#sdy.sharding<@m, []>',
      null,
      ["2:1 'func.func' op arg 1 - sharding doesn't match tensor rank: 0 != 1"],
    ],
    ['#sdy.sharding<@n, [{}]>', null, ["2:1 'func.func' op arg 1 - unknown mesh: @n"]],
    [
      null,
      '#sdy.sharding_per_value<[<@m, [{}]>]>',
      ["2:1 'func.func' op result 0 - should have a sharding attribute of type TensorShardingAttr"],
    ],
    [null, '#sdy.sharding<@m, [{"z"}]>', ['2:1 \'func.func\' op result 0 - unknown axis name: "z"']],
  ])('are checked: %s, %s', (argument, result, expected) => {
    const attr = (value: string | null): string => (value === null ? '' : ` {sdy.sharding = ${value}}`);
    const text = `func.func private @f(tensor<8xf32>, tensor<8xf32>${attr(argument)}) -> (tensor<8xf32>${attr(result)})`;
    expect(problems(mesh + text)).toEqual(expected);
  });
});
