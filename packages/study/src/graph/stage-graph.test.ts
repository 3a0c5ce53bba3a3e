import { readFileSync } from 'node:fs';
import { FuncOp, funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { OperationGroup } from '@shardform/inspect';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { describe, expect, test } from 'vitest';
import { partitionSteps } from '../stages/run-step.ts';
import { Study } from '../study.ts';
import { NodeDescriptions } from './described-nodes.ts';
import { ArgumentGroup, type GraphItem } from './graph-item.ts';
import { StageGraph } from './stage-graph.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

function graphOf(text: string, steps: readonly string[] = []) {
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  for (const step of steps) study.run(step);
  const stage = study.stages.at(-1)!;
  const graph = new StageGraph(stage.module, study.context);
  const descriptions = new NodeDescriptions(study, stage, graph, null);
  const titles = (item: GraphItem): string[] =>
    graph.level(item).items.map((own) => descriptions.node(own).title);
  return { study, stage, graph, descriptions, titles };
}

const CALLS = `
func.func @main(%x: tensor<8xf32>, %p: tensor<i1>) -> tensor<8xf32> {
  %0 = call @twice(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @twice(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "stablehlo.if"(%p) ({
    %3 = stablehlo.tanh %1 : tensor<8xf32>
    %4 = stablehlo.add %3, %0 : tensor<8xf32>
    stablehlo.return %4 : tensor<8xf32>
  }, {
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @twice(%y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %y, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}`;

describe('the graph of a program', () => {
  test('begins with the entry function; calls have in them what they call', () => {
    const { graph, titles } = graphOf(CALLS);
    expect(titles(graph.root)).toEqual(['argument 0', 'argument 1', '@twice', '@twice', 'if', 'return']);
    const [, , first, second] = graph.level(graph.root).items;
    expect(titles(first!)).toEqual(['argument 0', 'add', 'return']);
    expect([first!.id, second!.id]).toEqual(['/func.call', '/func.call#1']);
    expect(graph.item('/func.call#1/stablehlo.add')?.parent).toBe(second);
  });

  test('connects nodes by the values between them, those that regions use included', () => {
    const { study, graph } = graphOf(CALLS);
    const { items, connections } = graph.level(graph.root);
    const described = connections.map(
      ({ from, to, values }) =>
        `${items[from!]!.id} → ${items[to]!.id}: ${values.map((value) => study.names.textName(value)).join()}`,
    );
    expect(described).toEqual([
      '/argument 0 → /func.call: %x',
      '/func.call → /func.call#1: %0',
      '/argument 1 → /stablehlo.if: %p',
      '/func.call#1 → /stablehlo.if: %1',
      '/func.call → /stablehlo.if: %0',
      '/stablehlo.if → /func.return: %2',
    ]);
  });

  test('has in an operation with several regions one node for each, and tells what comes from outside', () => {
    const { graph, titles } = graphOf(CALLS);
    const branch = graph.item('/stablehlo.if')!;
    expect(titles(branch)).toEqual(['true_branch', 'false_branch']);
    const { items, connections } = graph.level(graph.level(branch).items[0]!);
    expect(items.map(({ id }) => id)).toEqual([
      '/stablehlo.if/region 0/stablehlo.tanh',
      '/stablehlo.if/region 0/stablehlo.add',
      '/stablehlo.if/region 0/stablehlo.return',
    ]);
    expect(connections.map(({ from, to, values }) => [from, to, values.length])).toEqual([
      [null, 0, 1],
      [0, 1, 1],
      [null, 1, 1],
      [1, 2, 1],
    ]);
  });

  test('leads to a value, through the first call of its function', () => {
    const { study, graph } = graphOf(CALLS);
    const way = (name: string) => {
      const value = study.source.values.all.find((own) => study.names.describe(own) === name)!;
      return graph.wayTo(value)?.map(({ id }) => id);
    };
    expect(way('%2')).toEqual(['/stablehlo.if']);
    expect(way('%3')).toEqual([
      '/stablehlo.if',
      '/stablehlo.if/region 0',
      '/stablehlo.if/region 0/stablehlo.tanh',
    ]);
    expect(way('@twice:%0')).toEqual(['/func.call', '/func.call/stablehlo.add']);
  });

  test('of a function that calls itself ends there', () => {
    const { graph, titles } = graphOf(`func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @main(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`);
    expect(titles(graph.root)).toEqual(['argument 0', '@main', 'return']);
    expect(graph.canOpen(graph.level(graph.root).items[1]!)).toBe(false);
  });
});

describe('the graph of a GPT after reshards were inserted', () => {
  const text = readFileSync(new URL('../../../cli/examples/gpt_train.mlir', import.meta.url), 'utf8');
  const { study, stage, graph, descriptions, titles } = graphOf(text, partitionSteps.slice(0, 2));

  test('has its layers, which were found by what repeats', () => {
    const repeat = graph.level(graph.root).items.find((item) => descriptions.node(item).role === 'repeat')!;
    expect(titles(repeat)).toEqual(['Layer 0', 'Layer 1']);
    expect(descriptions.node(repeat)).toMatchObject({
      title: 'Layers 0 to 1',
      copies: 2,
      isAlike: true,
      collectives: [{ kind: 'all_reduce', axis: 'y', count: 4, bytes: 196608 }],
    });
  });

  test('has every operation once, and a way to every value', () => {
    const ops: unknown[] = [];
    const collect = (item: GraphItem): void => {
      for (const own of graph.level(item).items)
        if (own.content instanceof OperationGroup) collect(own);
        else ops.push(own.content);
    };
    collect(graph.root);
    const main = [...stage.module.body].find((op) => op instanceof FuncOp)!;
    const own = ops.filter((content) => main.entry.arguments.every((value) => value !== content));
    const blocks = own.filter((content) => !(content instanceof ArgumentGroup));
    expect(new Set(blocks)).toEqual(new Set(main.entry));
    expect(blocks).toHaveLength([...main.entry].length);
    for (const value of stage.values.all)
      expect(graph.wayTo(value), study.naming(stage).operand(value)).not.toBeNull();
  });

  test('has edges only to what comes later', () => {
    const check = (item: GraphItem): void => {
      const { items, connections } = graph.level(item);
      for (const { from, to } of connections) expect(from ?? -1).toBeLessThan(to);
      for (const own of items) if (graph.canOpen(own)) check(own);
    };
    check(graph.root);
  });
});
