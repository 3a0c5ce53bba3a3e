import {
  booleanOption,
  cloneOp,
  definePass,
  type Operation,
  RankedTensorType,
  runPasses,
  stringOption,
  SymbolRefAttr,
} from '@shardform/ir-core';
import { FuncOp, setValueAttr } from '@shardform/dialect-func';
import {
  AxisRefAttr,
  DimensionShardingAttr,
  type MeshAxisAttr,
  meshOps,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { type ArgumentSplit, communicationCost, memoryBenefit } from '../auto-sharding-cost.ts';
import { definedFunctions } from '../functions.ts';
import { passesAfterAutoSharding } from '../passes-after-auto-sharding.ts';

/** Searching more splits than this would take too long. */
const MOST_SPLITS = 2 ** 20;

/**
 * Tries all ways to split arguments along the first mesh axis of more than one device, each argument along one dimension
 * or not at all, runs the rest of the pipeline on a copy, and keeps the way whose communication costs least compared
 * with the memory that it saves.
 */
export const autoSharding = definePass({
  name: 'auto-sharding',
  className: 'AutoShardingPass',
  summary: 'search how to split arguments',
  dependentDialects: ['sdy', 'stablehlo'],
  options: {
    'dump-variants': booleanOption('write each variant to a file; passes write no files here'),
    'dump-dir': stringOption('where to write variants to'),
  },
  run(module, pass) {
    const { diagnostics } = pass.context;
    const [mesh] = meshOps(module);
    const axis = mesh?.mesh.axes.find(({ size }) => size > 1);
    const [func] = definedFunctions(module);
    if (mesh === undefined || axis === undefined || func === undefined) {
      diagnostics.warning(module.location, 'AutoSharding: no mesh or no shardable axes found, skipping');
      return;
    }
    const splits = argumentSplits(func);
    if (splits === null) {
      diagnostics.warning(module.location, 'AutoSharding: no configs enumerated, skipping');
      return;
    }
    const rest = { anchor: 'builtin.module', elements: passesAfterAutoSharding() };
    let best: { readonly split: ArgumentSplit; readonly cost: number } | null = null;
    for (const split of splits) {
      const copy = cloneOp(module);
      dropArgumentMarks(copy);
      annotate(definedFunctions(copy)[0]!, split, mesh.symName.value, axis);
      const run = diagnostics.capture(() => runPasses(copy, rest, pass.context));
      if (!run.result.succeeded) continue;
      const cost = communicationCost(copy, func) - memoryBenefit(split, func, axis.size);
      if (best === null || cost < best.cost) best = { split, cost };
    }
    if (best === null) {
      pass.opError(module, 'can not be lowered with any split of its arguments along one axis');
      return;
    }
    annotate(func, best.split, mesh.symName.value, axis);
  },
});

/** All combinations, made when asked for; the first argument changes fastest. `null` when an argument is no tensor. */
function argumentSplits(func: FuncOp): Iterable<ArgumentSplit> | null {
  const ranks: number[] = [];
  for (const type of func.functionType.inputs) {
    if (!(type instanceof RankedTensorType)) return null;
    ranks.push(type.rank);
  }
  const total = ranks.reduce((product, rank) => product * (rank + 1), 1);
  return splitsOf(ranks, Math.min(total, MOST_SPLITS));
}

/** The first `count` combinations. */
function* splitsOf(ranks: readonly number[], count: number): Generator<ArgumentSplit> {
  for (let number = 0; number < count; number++) {
    let rest = number;
    yield ranks.map((rank) => {
      const choice = rest % (rank + 1);
      rest = Math.floor(rest / (rank + 1));
      return choice === rank ? null : choice;
    });
  }
}

function annotate(func: FuncOp, split: ArgumentSplit, mesh: string, axis: MeshAxisAttr): void {
  func.functionType.inputs.forEach((type, i) => {
    const rank = type instanceof RankedTensorType ? type.rank : 0;
    const dims = Array.from({ length: rank }, (_, d) =>
      DimensionShardingAttr.get(split[i] === d ? [AxisRefAttr.get(axis.name)] : [], false),
    );
    setValueAttr(func, 'arg_attrs', i, SHARDING, TensorShardingAttr.get(SymbolRefAttr.get(mesh), dims));
  });
}

/** Calls that only mark arguments would keep shardings from propagating. */
function dropArgumentMarks(module: Operation): void {
  const marks: CustomCallOp[] = [];
  module.walkOf(CustomCallOp, (op) => {
    if (op.callTargetName.value === 'tt.mark_argument' && op.operands.length === 1) marks.push(op);
  });
  for (const op of marks) {
    if (op.results.length !== 1 || op.getResult().type !== op.getOperand(0).type) continue;
    op.getResult().replaceAllUsesWith(op.getOperand(0));
    op.erase();
  }
}
