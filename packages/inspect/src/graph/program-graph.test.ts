import { FuncOp, funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parsePartialModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { NamedValues } from '../names/named-values.ts';
import { modelExplorerGraphs } from './model-explorer.ts';
import { type ProgramGraph, programGraph } from './program-graph.ts';

const text = `func.func @f(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %sum = stablehlo.add %x, %one : tensor<4xf32>
  %if = "stablehlo.if"(%p) ({
    %twice = stablehlo.add %sum, %sum : tensor<4xf32>
    stablehlo.return %twice : tensor<4xf32>
  }, {
    stablehlo.return %sum : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %if : tensor<4xf32>
}`;

function graphOf(source: string): ProgramGraph {
  const names = new NamedValues();
  const { module } = parsePartialModule(
    source,
    new Context([funcDialect, stablehloDialect]),
    (name, values) => {
      names.add(name, values);
    },
  );
  const func = [...module.body].find((op) => op instanceof FuncOp);
  return programGraph(func!, names);
}

describe('the graph of a function', () => {
  const { nodes, edges } = graphOf(text);

  test('has its arguments and the operations of its body in the order of the program', () => {
    expect(nodes.map(({ label, results, inner }) => [label, results, inner])).toEqual([
      ['argument', ['%x'], 0],
      ['argument', ['%p'], 0],
      ['stablehlo.constant', ['%one'], 0],
      ['stablehlo.add', ['%sum'], 0],
      ['stablehlo.if', ['%if'], 3],
      ['func.return', [], 0],
    ]);
  });

  test('has an edge for each value that a node uses, in its regions too, once', () => {
    const labels = edges.map(({ from, to }) => `${nodes[from]!.label} -> ${nodes[to]!.label}`);
    expect(labels).toEqual([
      'argument -> stablehlo.add',
      'stablehlo.constant -> stablehlo.add',
      'argument -> stablehlo.if',
      'stablehlo.add -> stablehlo.if',
      'stablehlo.if -> func.return',
    ]);
  });
});

test('Model Explorer gets nodes with incoming edges and types', () => {
  const { graphs } = modelExplorerGraphs('f.mlir', new Map([['f', graphOf(text)]]));
  expect(graphs[0]!.nodes[3]).toEqual({
    id: 'f/3',
    label: 'stablehlo.add',
    namespace: '',
    attrs: [{ key: 'place', value: '-:3' }],
    incomingEdges: [
      { sourceNodeId: 'f/0', sourceNodeOutputId: '0', targetNodeInputId: '0' },
      { sourceNodeId: 'f/2', sourceNodeOutputId: '0', targetNodeInputId: '1' },
    ],
    outputsMetadata: [
      {
        id: '0',
        attrs: [
          { key: '__tensor_tag', value: '%sum' },
          { key: 'tensor_shape', value: 'tensor<4xf32>' },
        ],
      },
    ],
  });
});

test('Model Explorer gets the groups of operations', () => {
  const work = ['tanh', 'negate', 'exponential', 'sine', 'cosine', 'abs', 'sqrt', 'rsqrt'];
  const lines = [...work, ...work].map(
    (name, i) => `%${i} = stablehlo.${name} ${i === 0 ? '%x' : `%${i - 1}`} : tensor<4xf32>`,
  );
  const source = `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n${lines.join('\n')}\nreturn %15 : tensor<4xf32>\n}`;
  const { graphs } = modelExplorerGraphs('f.mlir', new Map([['f', graphOf(source)]]));
  expect(graphs[0]!.nodes.map(({ namespace }) => namespace)).toEqual([
    '',
    ...work.map(() => '2 equal parts/Part 1 of 2'),
    ...work.map(() => '2 equal parts/Part 2 of 2'),
    '',
  ]);
});
