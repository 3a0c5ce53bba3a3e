import { PlacedTensorType } from '@shardform/dialect-dist';
import { FuncOp } from '@shardform/dialect-func';
import { functionOf } from '@shardform/inspect';
import { BlockArgument, type Value } from '@shardform/ir-core';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { DeviceTypes } from './device-types.ts';
import { isUndecided, meshHolding } from './mesh-holding.ts';
import { tensorBytes } from './tensor-bytes.ts';
import { chipOf, chipOfSharding, type ShardingChip } from './sharding-chip.ts';
import { isDerived, sourceId, type ValueId } from './value-id.ts';
import { wholeValue } from './whole-value.ts';

/** A value and its name in a stage. */
export interface NamedValueRef {
  readonly id: ValueId;
  /** As the text of the stage calls it: `%4`. */
  readonly name: string;
}

/** A use of a value. */
export interface ValueUse {
  /** The first result of the operation; `null` if it has none. */
  readonly result: NamedValueRef | null;
  readonly operation: string;
  readonly line: number | null;
}

/** What there is to know about a value of a stage at once. */
export interface ValueCard extends NamedValueRef {
  /** The name in the user's program, or `null`. */
  readonly userName: string | null;
  /** The value of the source that passes derived it from; `null` for values of the source. */
  readonly derivedFrom: NamedValueRef | null;
  readonly function: string | null;
  /** The type of all shards together; `null` for a value that passes made of shards, and that has no whole. */
  readonly type: string | null;
  /** The type on one device; `null` where shards differ or nothing is known. */
  readonly localType: string | null;
  /** Bytes of all shards together, and of one; `null` for values other than tensors of static sizes. */
  readonly bytes: number | null;
  readonly localBytes: number | null;
  readonly chip: ShardingChip | null;
  /** The device that the program places it on; `null` for values that no type places. */
  readonly device: string | null;
  /** The mesh of an MPMD program whose devices hold it; `null` for values of other programs. */
  readonly mesh: string | null;
  /** True inside a fragment, where shardings are found when its mesh is partitioned. */
  readonly isUndecided: boolean;
  /** The operation that computes it; `null` for an argument. */
  readonly operation: string | null;
  /** What the operation does, in a few words. */
  readonly summary: string | null;
  /** The number of an argument; `null` for others. */
  readonly argument: number | null;
  /** The line of the program's text where it is defined. */
  readonly line: number | null;
  readonly operands: readonly NamedValueRef[];
  readonly uses: readonly ValueUse[];
}

/** More uses are counted, not listed. */
const MOST_USES = 20;

/** Describes a value of a stage; `null` if the stage has no such value. */
export function valueCard(study: Study, stage: Stage, id: ValueId): ValueCard | null {
  const value = stage.values.find(id);
  if (value === null) return null;
  const naming = study.naming(stage);
  const ref = (of: Value): NamedValueRef => ({ id: stage.values.idOf(of), name: naming.operand(of) });
  const source = study.identities.source.find(sourceId(id));
  const { whole, local, sharding } = new DeviceTypes(study, stage).of(value);
  const { definingOp } = value;
  const holding = meshHolding(value);
  const isArgument = value instanceof BlockArgument && value.owner.parentOp instanceof FuncOp;
  return {
    // The result of a call that was inlined is asked for by its own identity.
    ...ref(value),
    id,
    userName: source === null ? null : study.names.userName(value, source),
    derivedFrom:
      source === null || !isDerived(id)
        ? null
        : { id: sourceId(id), name: study.names.textName(source) ?? '' },
    function: functionOf(value)?.symName.value ?? null,
    type: whole === null ? null : String(whole),
    localType: local === null ? null : String(local),
    bytes: whole === null ? null : tensorBytes(whole),
    localBytes: local === null ? null : tensorBytes(local),
    chip: sharding === null ? null : chipOfSharding(sharding),
    device: value.type instanceof PlacedTensorType ? String(value.type.device) : null,
    mesh: holding?.mesh ?? null,
    isUndecided: isUndecided(value, study.context),
    operation: definingOp?.name ?? null,
    summary: definingOp?.definition.spec.summary ?? null,
    argument: isArgument ? value.index : null,
    line: source === null ? null : study.lineOf(source),
    operands: (definingOp?.operandValues() ?? []).map(ref),
    uses: [...value.uses()].slice(0, MOST_USES).map(({ owner }) => ({
      result: owner.results[0] === undefined ? null : ref(owner.results[0]),
      operation: owner.name,
      line: study.lineOfOperation(owner),
    })),
  };
}

/** Returns the sharding of a value at a stage; where its sizes are those of one device, that of the stage before they were. */
export function chipAt(study: Study, stage: Stage, id: ValueId): ShardingChip | null {
  const value = stage.values.find(id);
  const whole = value === null ? null : wholeValue(study, stage, value);
  return whole === null ? null : chipOf(whole.value, study.context);
}
