import type { ProgramGraph } from './program-graph.ts';
import { zip } from '@shardform/ir-core';

/** A graph in the format that Model Explorer opens (google-ai-edge/model-explorer, "GraphCollection"). */
export interface ModelExplorerGraphs {
  readonly label: string;
  readonly graphs: readonly {
    readonly id: string;
    readonly nodes: readonly ModelExplorerNode[];
  }[];
}

interface ModelExplorerNode {
  readonly id: string;
  readonly label: string;
  readonly namespace: string;
  readonly attrs: readonly KeyValue[];
  readonly incomingEdges: readonly {
    readonly sourceNodeId: string;
    readonly sourceNodeOutputId: string;
    readonly targetNodeInputId: string;
  }[];
  readonly outputsMetadata: readonly { readonly id: string; readonly attrs: readonly KeyValue[] }[];
}

interface KeyValue {
  readonly key: string;
  readonly value: string;
}

/**
 * Returns the graphs of a program's functions for Model Explorer.
 *
 * @param graphs by the function's name.
 */
export function modelExplorerGraphs(
  label: string,
  graphs: ReadonlyMap<string, ProgramGraph>,
): ModelExplorerGraphs {
  return {
    label,
    graphs: [...graphs].map(([id, graph]) => ({ id, nodes: nodesOf(graph) })),
  };
}

function nodesOf({ nodes, edges }: ProgramGraph): ModelExplorerNode[] {
  const incoming = nodes.map((): ModelExplorerNode['incomingEdges'][number][] => []);
  for (const { from, to, result } of edges) {
    incoming[to]!.push({
      sourceNodeId: nodes[from]!.id,
      sourceNodeOutputId: String(result),
      targetNodeInputId: String(incoming[to]!.length),
    });
  }
  return nodes.map(({ id, label, place, groups, results, types }, i) => ({
    id,
    label,
    // Parts of the path are nodes that are opened.
    namespace: groups.map((title) => title.replaceAll('/', '.')).join('/'),
    attrs: place === null ? [] : [{ key: 'place', value: place }],
    incomingEdges: incoming[i]!,
    outputsMetadata: zip(types, results).map(([type, ownResult], result) => ({
      id: String(result),
      attrs: [
        { key: '__tensor_tag', value: ownResult },
        { key: 'tensor_shape', value: type },
      ],
    })),
  }));
}
