import {
  eraseManualAxes,
  localType,
  ManualComputationOp,
  MeshTable,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { Operation, Type, Value } from '@shardform/ir-core';
import { wholeTensorType } from '@shardform/runtime-sim';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { shardingOf } from './mesh-holding.ts';

/** The types of the values of a stage, on all devices together and on one. */
export class DeviceTypes {
  readonly #study: Study;
  readonly #stage: Stage;
  readonly #meshes: MeshTable;

  constructor(study: Study, stage: Stage) {
    this.#study = study;
    this.#stage = stage;
    this.#meshes = new MeshTable(stage.module);
  }

  /**
   * The types of a value, and its sharding, which those of one device follow from. A value inside a manual computation is
   * that of one device as far as the manual axes go; its sharding divides it along the others.
   *
   * @returns `local` is `null` where shards differ, and without a sharding.
   */
  of(value: Value): {
    readonly whole: Type;
    readonly local: Type | null;
    readonly sharding: TensorShardingAttr | null;
  } {
    const { context, source } = this.#study;
    const stage = this.#stage;
    const id = stage.values.idOf(value);
    const global = stage === source ? stage : this.#study.globalStage(stage, id);
    const globalValue = global.values.find(id) ?? value;
    const sharding = shardingOf(globalValue, context);
    if (stage !== global) return { whole: globalValue.type, local: value.type, sharding };
    if (sharding === null) return { whole: value.type, local: null, sharding };
    if (stage.isLocal) return { whole: value.type, local: value.type, sharding };
    const free = withoutManualAxes(sharding, value);
    const mesh = this.#meshes.meshOf(free);
    const local = mesh === null ? null : localType(wholeTensorType(value.type), free, mesh);
    return { whole: value.type, local, sharding };
  }
}

/** The sharding of a value along the axes that no manual computation around it has divided it along. */
function withoutManualAxes(sharding: TensorShardingAttr, value: Value): TensorShardingAttr {
  let free = sharding;
  let op: Operation | null = value.parentBlock?.parentOp ?? null;
  for (; op !== null; op = op.parentOp)
    if (op instanceof ManualComputationOp) free = eraseManualAxes(free, op.manualAxes);
  return free;
}
