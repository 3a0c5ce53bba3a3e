import { localType, ManualComputationOp } from '@shardform/dialect-sdy';
import { RankedTensorType, type Value } from '@shardform/ir-core';
import { wholeTensorType } from '@shardform/runtime-sim';
import type { CompiledProgram } from '../compiled/compiled-program.ts';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { shardingOf } from './mesh-holding.ts';
import { isPerDevice, manualOperand } from './per-device-region.ts';
import { isShardOf } from './shard-type.ts';
import { isDerived, sourceId } from './value-id.ts';

/** A value with the sizes of all devices together, and the stage that has it. */
export interface WholeValue {
  readonly value: Value;
  readonly stage: Stage;
}

/**
 * Finds the value of all devices together that a value of a stage is, or whose shards it is.
 *
 * @returns `null` for a value that passes made of shards, such as the borders of a neighbour: no stage has a whole of it.
 */
export function wholeValue(study: Study, stage: Stage, value: Value): WholeValue | null {
  const operand = insertedOperand(study, stage, value);
  if (operand !== null) return wholeValue(study, stage, operand);
  const id = stage.values.idOf(value);
  const global = study.globalStage(stage, id);
  const whole = global === stage ? value : (global.values.find(id) ?? value);
  // Passes that make further values of one of the source may number them otherwise than those before.
  if (isDerived(id) && !isOfElements(value, whole)) return null;
  if (stage.compiled !== undefined && !isHeldAs(stage.compiled, study, value, whole)) return null;
  return isOnlyOnDevices(study, global, whole) ? null : { value: whole, stage: global };
}

/** Returns whether a value can be the part of another one: of its element type, and nowhere larger. */
function isOfElements({ type }: Value, whole: Value): boolean {
  if (!(type instanceof RankedTensorType) || !(whole.type instanceof RankedTensorType)) return true;
  return type.elementType === whole.type.elementType && isShardOf(type, whole.type);
}

/** Returns whether what a device has in a compiled program is the part of a value that the prediction gives it: XLA may choose another. */
function isHeldAs({ notes: { mesh } }: CompiledProgram, study: Study, value: Value, whole: Value): boolean {
  const sharding = shardingOf(whole, study.context);
  if (sharding === null || mesh === null) return value.type === whole.type;
  return localType(wholeTensorType(whole.type), sharding, mesh) === value.type;
}

function isOnlyOnDevices({ source, identities }: Study, stage: Stage, value: Value): boolean {
  if (stage === source || source.isLocal) return false;
  const given = identities.source.find(sourceId(stage.values.idOf(value)));
  // A value of a manual computation that the program has is of one device to begin with.
  return (stage.isLocal || isPerDevice(value)) && (given === null || !isPerDevice(given));
}

/** The operand that an argument of an inserted manual computation is a shard of; `null` for other values. */
function insertedOperand({ identities }: Study, { values }: Stage, value: Value): Value | null {
  const operand = isDerived(values.idOf(value)) ? manualOperand(value) : null;
  const around = operand === null ? null : (value.parentBlock?.parentOp ?? null);
  return around === null || identities.sourceOf(around) instanceof ManualComputationOp ? null : operand;
}
