import type { FuncOp } from '@shardform/dialect-func';
import {
  AxisRefAttr,
  DimensionShardingAttr,
  MeshAttr,
  MeshOp,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  ArrayAttr,
  Builder,
  cloneOp,
  type Context,
  DictionaryAttr,
  type Operation,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  lookUp,
  zip,
} from '@shardform/ir-core';
import type { Layouts } from '../layout/layout.ts';
import { STAGE_AXES } from '../lower/stage-shardings.ts';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { importTensors } from './import-tensors.ts';
import { layoutsFor, type SpreadOptions } from './spread.ts';

/**
 * Writes a strategy of replicas and shards on a function of tensors as shardings of its arguments on a mesh
 * `@mesh = <["data"=D, "model"=H]>`: batches are divided along `data`, weights along `model`, as `dist-spread`
 * divides them. Propagation and partitioning make the program of one device of it.
 *
 * @throws StrategyError when sizes don't divide, and when the module has a mesh already.
 */
export function shardArguments(func: FuncOp, options: SpreadOptions, context: Context): void {
  const module = func.parentOp!;
  if ([...func.parent!].some((op) => op instanceof MeshOp))
    throw new StrategyError('the module has a mesh already: its arguments may be divided by it');
  const layouts = argumentLayouts(func, options, context);
  const builder = new Builder(context);
  builder.location = module.location;
  builder.setInsertionPointToStart(func.parent!);
  const mesh = MeshAttr.of([
    [STAGE_AXES[0], options.data],
    [STAGE_AXES[1], options.horizontal],
  ]);
  builder.create(MeshOp, { symName: StringAttr.get('mesh'), mesh });
  const { inputs } = func.functionType;
  const given = func.argAttrs?.elements ?? inputs.map(() => DictionaryAttr.empty);
  func.argAttrs = ArrayAttr.get(
    zip(inputs, layouts).map(([type, layout], i) => {
      // The list of argument attributes has a dictionary for each.
      const own = given[i] as DictionaryAttr;
      if (!(type instanceof RankedTensorType)) return own;
      return own.with(SHARDING, TensorShardingAttr.get(SymbolRefAttr.get('mesh'), dimsOf(type.rank, layout)));
    }),
  );
}

/**
 * Returns the layouts of arguments on replicas and shards: found on a copy of the function that is placed on a device.
 */
function argumentLayouts(func: FuncOp, options: SpreadOptions, context: Context): Layouts[] {
  const builder = new Builder(context);
  builder.setInsertionPointAfter(func);
  const copy: Operation = builder.insert(cloneOp(func));
  // The copy of a function is a function; the imported one replaces it.
  let placed = copy as FuncOp;
  try {
    placed = importTensors(placed, 0, context);
    const { values } = layoutsFor(placed, options, context);
    return placed.body.entry.arguments.map((argument) => lookUp(values, argument));
  } finally {
    placed.erase();
  }
}

function dimsOf(rank: number, layouts: Layouts): DimensionShardingAttr[] {
  return Array.from({ length: rank }, (_, dim) => {
    const axes = layouts.flatMap((layout, axis) =>
      layout === dim ? [AxisRefAttr.get(STAGE_AXES[axis]!)] : [],
    );
    return DimensionShardingAttr.get(axes, true);
  });
}
