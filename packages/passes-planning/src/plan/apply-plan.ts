import { type FuncOp, setValueAttr } from '@shardform/dialect-func';
import { ManualComputationOp, type MeshAttr, setSharding, SHARDING } from '@shardform/dialect-sdy';
import { type Context, Operation, RankedTensorType, SymbolRefAttr, type Value } from '@shardform/ir-core';
import { complies } from '../problem/annotations.ts';
import { type DimSplits, shardingOf } from '../problem/dim-splits.ts';
import type { ShardingProblem, Tie } from '../problem/sharding-problem.ts';

/** Where a plan is written to. */
export interface PlannedMesh {
  /** The symbol of the mesh in the program. */
  readonly name: string;
  readonly mesh: MeshAttr;
}

/**
 * Writes the choices of a plan into its program: every tensor gets a closed sharding. Results that the program splits in
 * another way than they are made stay so.
 *
 * @param choices the number of the strategy by class.
 */
export function applyPlan(
  func: FuncOp,
  { graph, classes, classOf, annotations }: ShardingProblem,
  choices: readonly number[],
  { name, mesh }: PlannedMesh,
  ties: readonly Tie[],
  context: Context,
): void {
  const meshRef = SymbolRefAttr.get(name);
  const splitsBy = (item: Operation | Value): readonly DimSplits[] => {
    const number = classOf.get(item)!;
    return classes[number]!.strategies[choices[number]!]!.results;
  };
  const shard = (value: Value, splits: DimSplits): void => {
    if (value.type instanceof RankedTensorType && splits.length > 0)
      setSharding(value, shardingOf(splits, mesh, meshRef), context);
  };
  for (const item of graph.items.keys()) {
    if (item instanceof ManualComputationOp) continue;
    const splits = splitsBy(item);
    if (item instanceof Operation) for (const result of item.results) shard(result, splits[result.index]!);
    else shard(item, splits[0]!);
  }
  const tied = new Map(ties.map(({ result, argument }) => [result, argument]));
  for (const [index, origin] of graph.results.entries()) {
    if (origin === null) continue;
    const argument = tied.get(index);
    const wanted = annotations[index] ?? null;
    const splits =
      argument === undefined
        ? splitsBy(origin.item)[origin.result]!
        : splitsBy(func.entry.getArgument(argument))[0]!;
    const isKept = argument === undefined && wanted !== null && !complies(splits, wanted, mesh);
    if (splits.length > 0) {
      const sharding = isKept ? wanted : shardingOf(splits, mesh, meshRef);
      setValueAttr(func, 'res_attrs', index, SHARDING, sharding);
    }
  }
}
