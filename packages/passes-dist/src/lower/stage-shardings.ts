import type { FuncOp } from '@shardform/dialect-func';
import {
  AxisRefAttr,
  DimensionShardingAttr,
  MeshAttr,
  MeshOp,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  type Context,
  lookUp,
  ModuleOp,
  type Operation,
  StringAttr,
  SymbolRefAttr,
  type Value,
} from '@shardform/ir-core';
import type { Layouting } from '../layout/analyze.ts';
import { placedTypeOf } from '../placed-type-of.ts';
import { layoutsFor, type SpreadOptions } from '../transform/spread.ts';

/** The axes of the mesh of a stage, in the order of the axes of layouts: replicas, and shards. */
export const STAGE_AXES = ['data', 'model'] as const;

/** The symbol of the mesh that all stages have. */
const MESH = 'mesh';

/** How the tensors of a program are split over the devices of a stage. */
export class StageShardings {
  readonly mesh: MeshAttr;
  readonly #layouting: Layouting;

  /** @throws StrategyError if sizes don't divide. */
  constructor(func: FuncOp, options: SpreadOptions, context: Context) {
    this.#layouting = layoutsFor(func, options, context);
    this.mesh = MeshAttr.of([
      [STAGE_AXES[0], options.data],
      [STAGE_AXES[1], options.horizontal],
    ]);
  }

  /** A partial sum is added up before it leaves its stage. */
  of(value: Value): TensorShardingAttr {
    const layouts = lookUp(this.#layouting.values, value);
    const dims = placedTypeOf(value).shape.map((_, dim) => {
      const axes = layouts.flatMap((layout, axis) =>
        layout === dim ? [AxisRefAttr.get(STAGE_AXES[axis]!)] : [],
      );
      return DimensionShardingAttr.get(axes, true);
    });
    return TensorShardingAttr.get(SymbolRefAttr.get(MESH), dims);
  }

  declareMesh(module: Operation | null): void {
    if (!(module instanceof ModuleOp)) return;
    const op = MeshOp.create({ symName: StringAttr.get(MESH), mesh: this.mesh }, [], {
      location: module.location,
    });
    module.body.prepend(op);
  }
}
