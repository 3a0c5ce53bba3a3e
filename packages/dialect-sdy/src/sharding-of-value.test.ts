import { type Context, type ModuleOp, printOp, type Value } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { findOp, parsed, sdyContext, sharding } from '../tests/sdy-text.ts';
import { getSharding, setSharding } from './sharding-of-value.ts';

const text = `
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = "test.two"(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}]>, <@m, [{?}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.reshard %0#0 <@m, [{}]> : tensor<8xf32>
  %2 = sdy.all_slice [{"x"}] %1 out_sharding=<@m, [{"x"}]> : tensor<8xf32>
  %3:2 = "test.none"(%2) : (tensor<8xf32>) -> (tensor<8xf32>, i32)
  %4 = sdy.manual_computation(%3#0) in_shardings=[<@m, [{"x", "y"}]>] out_shardings=[<@m, [{"x", ?}]>] manual_axes={"x"} (%c: tensor<4xf32>) {
    %5 = "test.inner"(%c) : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %5 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %6 = sdy.data_flow_edge %4 sharding=<@m, [{"y"}]> : tensor<8xf32>
  "test.regions"() ({
  ^bb0(%d: tensor<8xf32>):
    "test.end"() : () -> ()
  }) : () -> ()
  return %6 : tensor<8xf32>
}`;

interface Example {
  readonly context: Context;
  readonly module: ModuleOp;
  readonly result: (op: string, index?: number) => Value;
  readonly argument: (op: string, index?: number) => Value;
}

function example(): Example {
  const context = sdyContext();
  const module = parsed(text, context);
  return {
    context,
    module,
    result: (op, index = 0) => findOp(module, op).results[index]!,
    argument: (op, index = 0) => findOp(module, op).regions[0]!.blocks[0]!.arguments[index]!,
  };
}

describe('the sharding of a value', () => {
  const { context, result, argument } = example();

  test.each<[string, Value, string | null]>([
    ['a function argument', argument('func.func'), '<@m, [{"x"}]>'],
    ['a function argument without sharding', argument('func.func', 1), null],
    ['a result', result('test.two', 1), '<@m, [{?}]>'],
    ['a result without sharding', result('test.none'), null],
    ['a reshard', result('sdy.reshard'), '<@m, [{}]>'],
    ['a collective', result('sdy.all_slice'), '<@m, [{"x"}]>'],
    ['a result that an edge carries', result('sdy.manual_computation'), '<@m, [{"y"}]>'],
    ['an edge', result('sdy.data_flow_edge'), '<@m, [{"y"}]>'],
    ['an argument of a manual computation, inside', argument('sdy.manual_computation'), '<@m, [{"y"}]>'],
    ['an argument that no edge reaches', argument('test.regions'), null],
  ])('of %s', (_, value, expected) => {
    expect(getSharding(value, context)).toBe(expected === null ? null : sharding(expected));
  });
});

describe('setting the sharding of a value', () => {
  const y = sharding('<@m, [{"y", ?}]>');

  test.each<[string, (from: Example) => Value, string]>([
    [
      'a function argument',
      (from) => from.argument('func.func', 1),
      '%arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", ?}]>}',
    ],
    [
      'a result among several',
      (from) => from.result('test.two'),
      '#sdy.sharding_per_value<[<@m, [{"y", ?}]>, <@m, [{?}]>]>',
    ],
    [
      'a result without shardings',
      (from) => from.result('test.none'),
      '"test.none"(%2) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y", ?}]>, <@m, []>]>}',
    ],
    ['a reshard', (from) => from.result('sdy.reshard'), 'sdy.reshard %0#0 <@m, [{"y", ?}]>'],
    ['a collective', (from) => from.result('sdy.all_slice'), 'out_sharding=<@m, [{"y", ?}]>'],
    [
      'a result that an edge carries',
      (from) => from.result('sdy.manual_computation'),
      'sdy.data_flow_edge %4 sharding=<@m, [{"y", ?}]>',
    ],
    [
      'an argument of a manual computation',
      (from) => from.argument('sdy.manual_computation'),
      'in_shardings=[<@m, [{"x", "y", ?}]>]',
    ],
  ])('of %s', (_, value, expected) => {
    const from = example();
    setSharding(value(from), y, from.context);
    expect(getSharding(value(from), from.context)).toBe(y);
    expect(printOp(from.module, from.context)).toContain(expected);
  });

  test('fails for a value that no edge reaches', () => {
    const { argument, context } = example();
    expect(() => setSharding(argument('test.regions'), y, context)).toThrow('cannot have a sharding');
  });
});
