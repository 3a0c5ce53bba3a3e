import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { partitionSteps } from '../stages/run-step.ts';
import { Study } from '../study.ts';
import { type ModelExplorerNode, modelExplorerGraphs } from './model-explorer.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

function graphsOf(text: string, stage: number) {
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  for (const step of partitionSteps.slice(0, stage)) study.run(step);
  return modelExplorerGraphs(study, study.stages[stage]!, 'p.mlir');
}

const PRODUCT = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32> loc("jit(f)/layer0/dot")
  return %0 : tensor<8x8xf32>
}`;

test('operations are in the namespace of their layer, with shardings and sizes of their results', () => {
  const attrs = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([key, value]) => ({ key, value }));
  const edge = (sourceNodeId: string, targetNodeInputId: string) => ({
    ...{ sourceNodeId, sourceNodeOutputId: '0', targetNodeInputId },
  });
  const argument = {
    ...{ id: '3', label: 'argument 0', namespace: 'arguments', incomingEdges: [] },
    attrs: attrs({ operation: 'argument', value: '%a', line: '2', index: '0' }),
    outputsMetadata: [
      {
        id: '0',
        attrs: attrs({
          ...{ tensor_name: '%a', tensor_shape: '8x4xf32', 'local shape': '8x2xf32' },
          ...{ sharding: '[{}, {"x"}]', bytes: '64' },
        }),
      },
    ],
  };
  const product = {
    ...{ id: '4', label: 'dot_general', namespace: 'layer0' },
    attrs: attrs({
      ...{ operation: 'stablehlo.dot_general', value: '%0', name: 'layer0/dot', layer: 'layer0' },
      ...{ 'local shape': '8x8xf32', bytes: '256', executions: '1', line: '3' },
      dot_dimension_numbers:
        '#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>',
    }),
    incomingEdges: [edge('3', '0'), edge('3', '1')],
    outputsMetadata: [
      {
        id: '0',
        attrs: attrs({
          ...{ tensor_name: '%0', tensor_shape: '8x8xf32', 'local shape': '8x8xf32', bytes: '256' },
        }),
      },
    ],
  };
  const end = {
    ...{ id: 'func.return', label: 'return', namespace: '', outputsMetadata: [] },
    attrs: attrs({ operation: 'func.return', line: '4' }),
    incomingEdges: [edge('4', '0')],
  };
  const groupNodeAttributes = { '': { stage: 'shardform-propagate', mesh: 'x=2' } };
  expect(graphsOf(PRODUCT, 1)).toEqual({
    label: 'p.mlir',
    graphs: [{ id: 'main', nodes: [argument, product, end], groupNodeAttributes }],
  });
});

test('a node has the same id in each stage', () => {
  const ids = (stage: number) =>
    graphsOf(PRODUCT.replaceAll('8x4', '8x32'), stage).graphs[0]!.nodes.map(({ id, label }) => [id, label]);
  const given = [
    ['3', 'argument 0'],
    ['4', 'dot_general'],
  ];
  expect(ids(1)).toEqual([...given, ['func.return', 'return']]);
  expect(ids(4)).toEqual([...given, ['4+all_reduce', 'all_reduce'], ['func.return', 'return']]);
});

test('regions are namespaces, calls lead to the graph of the function', () => {
  const { graphs } = graphsOf(
    `func.func @main(%n: tensor<i32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %r:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.subtract %i, %one : tensor<i32>
    %b = func.call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return %next, %b : tensor<i32>, tensor<8xf32>
  }
  return %r#1 : tensor<8xf32>
}
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = stablehlo.tanh %x : tensor<8xf32>
  return %y : tensor<8xf32>
}`,
    0,
  );
  const described = ({ id, label, namespace, incomingEdges, subgraphIds = [] }: ModelExplorerNode) =>
    `${id} ${label} in '${namespace}' from ${incomingEdges.map(({ sourceNodeId, sourceNodeOutputId: output }) => `${sourceNodeId}.${output}`).join()} ${subgraphIds.join()}`.trimEnd();
  expect(graphs.map(({ id, nodes }) => [id, nodes.map(described)])).toEqual([
    [
      'main',
      [
        "2 argument 0 in 'arguments' from",
        "3 argument 1 in 'arguments' from",
        "5 argument 0 in 'while %r#0/cond' from 2.0",
        "6 argument 1 in 'while %r#0/cond' from 3.0",
        "9 constant in 'while %r#0/cond' from",
        "10 compare in 'while %r#0/cond' from 5.0,9.0",
        "stablehlo.return return in 'while %r#0/cond' from 10.0",
        "7 argument 0 in 'while %r#0/body' from 2.0",
        "8 argument 1 in 'while %r#0/body' from 3.0",
        "12 constant in 'while %r#0/body' from",
        "13 subtract in 'while %r#0/body' from 7.0,12.0",
        "14 call @f in 'while %r#0/body' from 8.0 f",
        "stablehlo.return@1 return in 'while %r#0/body' from 13.0,14.0",
        "4 while in '' from 2.0,3.0,10.0,13.0,14.0",
        "func.return return in '' from 4.1",
      ],
    ],
    [
      'f',
      ["18 argument 0 in 'arguments' from", "19 tanh in '' from 18.0", "func.return return in '' from 19.0"],
    ],
  ]);
});
