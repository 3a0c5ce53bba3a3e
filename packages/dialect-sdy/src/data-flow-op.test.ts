import type { Operation, Value } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { findOp, parsed, sdyContext, sharding } from '../tests/sdy-text.ts';
import { type DataFlowOp, dataFlowOf, makeDataFlowOp } from './data-flow-op.ts';

const context = sdyContext();

function find(text: string, name: string): Operation {
  return findOp(parsed(`sdy.mesh @m = <["x"=2, "y"=4]>\n${text}`, context), name);
}

function flowOf(op: Operation): DataFlowOp {
  const flow = dataFlowOf(op, context);
  if (flow === null) throw new Error(`${op.name} has no edges`);
  return flow;
}

describe.each([
  [
    'sdy.named_computation',
    `func.func @f(%a: tensor<8xf32>) {
  %0 = sdy.named_computation<"g">(%a) in_shardings=[<@m, [{"x"}]>] (%b: tensor<8xf32>) {
    %1 = "test.op"(%b) : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}`,
  ],
  [
    'sdy.manual_computation',
    `func.func @f(%a: tensor<8xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"y", ?}]>] manual_axes={"y"} (%b: tensor<8xf32>) {
    %1 = "test.op"(%b) : (tensor<8xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}`,
  ],
])('%s', (name, text) => {
  const op = find(text, name);
  const flow = flowOf(op);
  const argument = op.regions[0]!.blocks[0]!.arguments[0]!;
  const result = op.results[0]!;
  const terminator = op.regions[0]!.blocks[0]!.lastOp!;

  test('passes operands to arguments, and what is returned to results', () => {
    expect(flow.blockArgumentOwners).toEqual([argument]);
    expect(flow.resultOwners).toEqual([result]);
    expect(flow.sources(argument)).toEqual([op.operands[0]]);
    expect(flow.sources(result)).toEqual([terminator.operands[0]]);
    expect(flow.ownerOfSource(op.operands[0]!)).toBe(argument);
    expect(flow.ownerOfSource(terminator.operands[0]!)).toBe(result);
  });

  test('has edges of one target each', () => {
    expect(flow.otherTargets(argument)).toEqual([]);
    expect(flow.ownerOfTarget(argument)).toBe(argument);
    expect(flow.ownerOfTarget(result)).toBe(result);
  });
});

test('shardings move between the inside and the outside of a manual computation', () => {
  const op = find(
    `func.func @f(%a: tensor<8xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x", ?}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}`,
    'sdy.manual_computation',
  );
  const flow = flowOf(op);
  const argument: Value = op.regions[0]!.blocks[0]!.arguments[0]!;
  const [inside, outside] = [sharding('<@m, [{"y"}]>'), sharding('<@m, [{"x", "y"}]>')];
  expect(flow.transformTarget(argument, inside, 'before')).toBe(outside);
  expect(flow.transformTarget(argument, outside, 'after')).toBe(inside);
  expect(flow.transformTarget(op.results[0]!, outside, 'before')).toBe(inside);
  expect(flow.transformTarget(op.results[0]!, inside, 'after')).toBe(outside);
  expect(flow.keepsShardingsDivisible).toBe(true);
});

test('an operation without edges has none', () => {
  expect(dataFlowOf(find('"test.op"() : () -> ()', 'test.op'), context)).toBe(null);
});

test('a description needs only sources; owners are the results and carry `sdy.sharding`', () => {
  const op = find(
    '%0 = "test.a"() : () -> tensor<8xf32>\n%1 = "test.op"(%0) : (tensor<8xf32>) -> tensor<8xf32>',
    'test.op',
  );
  const flow = makeDataFlowOp(op, {
    sources: () => op.operands,
    ownerOfSource: () => op.results[0]!,
  });
  expect(flow.resultShardings()).toBe(null);
  expect(flow.ownerOfTarget(op.results[0]!)).toBe(op.results[0]);
  expect(flow.ownerOfTarget(op.operands[0]!.value)).toBe(null);
  expect(flow.blockArgumentShardings()).toBe(null);
  expect(flow.keepsShardingsDivisible).toBe(false);
});
