import type { FuncOp } from '@shardform/dialect-func';
import { countInner, type Operation, type Value } from '@shardform/ir-core';
import type { NamedValues } from '../names/named-values.ts';
import { locationOf } from '../names/named-values.ts';
import { type GroupItem, groupOperations, OperationGroup } from './operation-groups.ts';

/** An operation of a function's body, or its arguments. */
export interface GraphNode {
  /** Unique in its graph; the same operation has the same one each time the graph is made. */
  readonly id: string;
  /** `stablehlo.add`; `argument` for an argument. */
  readonly label: string;
  /** The names of its results in the text. */
  readonly results: readonly string[];
  /** Types of its results. */
  readonly types: readonly string[];
  /** Number of operations in its regions. */
  readonly inner: number;
  /** `file:line`, or `null`. */
  readonly place: string | null;
  /** Titles of the groups that it is in, from the outermost, as {@link groupOperations} finds them. */
  readonly groups: readonly string[];
}

/** A use of a result by a node; regions' uses are their operation's. */
export interface GraphEdge {
  /** Positions in {@link ProgramGraph.nodes}. */
  readonly from: number;
  readonly to: number;
  /** Number of the result. */
  readonly result: number;
}

/** The data flow of a function: nodes in the order of the program, so that edges go forward. */
export interface ProgramGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Returns the data flow between the operations of a function's blocks. */
export function programGraph(func: FuncOp, names: NamedValues): ProgramGraph {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const producers = new Map<Value, { readonly node: number; readonly result: number }>();
  const add = (node: Omit<GraphNode, 'id' | 'results' | 'types'>, results: readonly Value[]): number => {
    const at = nodes.length;
    nodes.push({
      id: `${func.symName.value}/${at}`,
      ...node,
      results: results.map((value) => names.describe(value)),
      types: results.map(({ type }) => String(type)),
    });
    results.forEach((value, result) => producers.set(value, { node: at, result }));
    return at;
  };
  for (const block of func.body.blocks) {
    for (const argument of block.arguments)
      add({ label: 'argument', inner: 0, place: null, groups: [] }, [argument]);
    const groups = groupsOf(groupOperations(block));
    for (const op of block) {
      const own = { label: op.name, inner: countInner(op), place: locationOf(op) };
      const at = add({ ...own, groups: groups.get(op) ?? [] }, op.results);
      const seen = new Set<Value>();
      op.walk((user) => {
        for (const { value } of user.operands) {
          const producer = producers.get(value);
          if (producer === undefined || producer.node === at || seen.has(value)) continue;
          seen.add(value);
          edges.push({ from: producer.node, to: at, result: producer.result });
        }
      }, 'pre');
    }
  }
  return { nodes, edges };
}

/** The titles of the groups around each operation. */
function groupsOf(
  items: readonly GroupItem[],
  around: readonly string[] = [],
  found = new Map<Operation, readonly string[]>(),
): ReadonlyMap<Operation, readonly string[]> {
  for (const item of items)
    if (item instanceof OperationGroup) groupsOf(item.items, [...around, item.title], found);
    else found.set(item, around);
  return found;
}
