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
import { wholeValue } from './whole-value.ts';

/** The types of a value on devices. */
export interface TypesOnDevices {
  /** Of all shards together; `null` for a value that only devices have. */
  readonly whole: Type | null;
  /** Of one shard; `null` where shards differ, and for a global value without a sharding. */
  readonly local: Type | null;
  readonly sharding: TensorShardingAttr | null;
}

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
   */
  of(value: Value): TypesOnDevices {
    const { context } = this.#study;
    const stage = this.#stage;
    const found = wholeValue(this.#study, stage, value);
    const sharding = shardingOf(found?.value ?? value, context);
    if (found === null) return { whole: null, local: this.#localType(value, sharding), sharding: null };
    const whole = found.value.type;
    if (sharding === null) return { whole, local: found.stage === stage ? null : value.type, sharding };
    return { whole, local: this.#localType(found.stage === stage ? found.value : value, sharding), sharding };
  }

  /** The type of a value of the stage on one device; `null` where shards differ. */
  #localType(value: Value, sharding: TensorShardingAttr | null): Type | null {
    if (this.#stage.isLocal || sharding === null) return value.type;
    const free = withoutManualAxes(sharding, value);
    const mesh = this.#meshes.meshOf(free);
    return mesh === null ? null : localType(wholeTensorType(value.type), free, mesh);
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
