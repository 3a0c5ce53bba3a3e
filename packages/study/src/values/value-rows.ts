import { PlacedTensorType } from '@shardform/dialect-dist';
import { MeshTensorType } from '@shardform/dialect-mpmd';
import { programMesh, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { CallOp, FuncOp } from '@shardform/dialect-func';
import { functionOf, operationKind } from '@shardform/inspect';
import {
  BlockArgument,
  ModuleOp,
  type Operation,
  RankedTensorType,
  type Type,
  type Value,
  oneLine,
} from '@shardform/ir-core';
import { type CountMeaning, ExecutionCounts, programEntries } from '@shardform/runtime-sim';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { DeviceTypes } from './device-types.ts';
import { isUndecided } from './mesh-holding.ts';
import { chipOfSharding, type ShardingChip } from './sharding-chip.ts';
import { tensorBytes } from './tensor-bytes.ts';
import { sourceId, type ValueId } from './value-id.ts';
import type { ValueIdentities } from './value-identities.ts';

/** A value of a program as a list of them tells it. */
export interface ValueRow {
  readonly id: ValueId;
  /** As commands refer to it, `%4` or `@f:%4`; of what passes made, as the text of the stage calls it. */
  readonly value: string;
  /** The name in the user's program. */
  readonly userName: string | null;
  /** The layer that it is in, by its name scopes or else by the program's structure; `null` for none. */
  readonly layer: string | null;
  readonly function: string | null;
  /** `stablehlo.add`; `null` for arguments of functions and of regions. */
  readonly operation: string | null;
  /**
   * The sizes with the type of elements, on all devices together: `8x4xf32`; another type as it is; `null` for a value that passes made
   * of shards, and that has no whole.
   */
  readonly type: string | null;
  /** The same on one device; `null` where shards differ. */
  readonly localType: string | null;
  /** `[{"x"}, {}]`, with what else it says; `null` where every device holds all of it, and for values that have no whole. */
  readonly sharding: string | null;
  readonly chip: ShardingChip | null;
  /** True inside a fragment, where shardings are found when its mesh is partitioned. */
  readonly isUndecided: boolean;
  /** Bytes on a device; `null` for values other than tensors of static sizes. */
  readonly bytes: number | null;
  /** How often it is computed when the program runs once. */
  readonly executions: number;
  readonly executionsMeaning: CountMeaning;
  /** Of the program's text. */
  readonly line: number | null;
}

/** The values of a version of a program, and those that it does not have. */
export interface ValueList {
  /** In the order of the program. */
  readonly rows: readonly ValueRow[];
  /** Number of values of the program as it was given that passes removed: equal ones, and what no result depends on. */
  readonly removed: number;
}

/** Lists the values of a stage. */
export function valueRows(study: Study, stage: Stage): ValueList {
  const { identities, names } = study;
  const { layerFor } = study;
  const types = new DeviceTypes(study, stage);
  const naming = study.naming(stage);
  const mesh = programMesh(stage.module) ?? programMesh(study.module);
  const counts = new ExecutionCounts(executedFunctions(stage.module));
  const rows = stage.values.all.map((value): ValueRow => {
    const id = stage.values.idOf(value);
    const source = identities.source.find(sourceId(id));
    const reference = source === null || id !== sourceId(id) ? null : names.reference(source);
    const userName = source === null ? null : names.userName(value, source);
    const { whole, local, sharding } = types.of(value);
    const isOpen = isUndecided(value, study.context);
    const held = sharding !== null || whole === null ? local : isOpen ? null : value.type;
    const count = counts.of(placeOf(value));
    return {
      id,
      value: reference ?? naming.operand(value),
      userName,
      layer: layerFor(source?.definingOp ?? null, source === null ? null : names.scopedName(source)),
      function: functionOf(value)?.symName.value ?? null,
      operation: operationName(value, source),
      type: whole === null ? null : sizesText(whole),
      localType: held === null ? null : sizesText(held),
      sharding: sharding === null ? null : shardingText(sharding, mesh?.[0] ?? null),
      chip: sharding === null ? null : chipOfSharding(sharding),
      isUndecided: isOpen,
      bytes: held === null ? null : tensorBytes(held),
      executions: count.times,
      executionsMeaning: count.meaning,
      line: (source === null ? null : study.lineOf(source)) ?? study.lineOfOperation(placeOf(value)),
    };
  });
  const present = new Set(stage.values.all.map((value) => sourceId(stage.values.idOf(value))));
  const removed = identities.source.all.filter(
    (value) => !present.has(identities.source.idOf(value)) && !isOfInlinedCall(value, present, identities),
  );
  return { rows, removed: removed.length };
}

/**
 * The result of a call that was inlined is a value of the function, which is listed, and an argument of the function is one of the
 * caller.
 */
function isOfInlinedCall(value: Value, present: ReadonlySet<ValueId>, { source }: ValueIdentities): boolean {
  const { definingOp } = value;
  if (value instanceof BlockArgument && value.parentBlock.parentOp instanceof FuncOp)
    return value.users().some(({ results }) => results.some((own) => present.has(source.idOf(own))));
  const callee = definingOp instanceof CallOp ? definingOp.calledFunction() : null;
  const returned = callee?.body.blocks.at(-1)?.lastOp?.operandValues() ?? [];
  return returned.some((value) => present.has(source.idOf(value)));
}

/** The functions with which a program begins, or those of the modules in it: a device's program has its functions in one. */
function executedFunctions(module: ModuleOp): readonly FuncOp[] {
  const own = programEntries(module);
  if (own.length > 0) return own;
  const found: FuncOp[] = [];
  module.walkOf(ModuleOp, (inner) => {
    if (inner !== module) found.push(...programEntries(inner));
  });
  return found;
}

/** The operation that makes a value, or the first one of the block whose argument it is. */
function placeOf(value: Value): Operation {
  if (!(value instanceof BlockArgument)) return value.definingOp!;
  // A block without operations is inside of one.
  return value.owner.firstOp ?? value.owner.parentOp!;
}

/** The name that the program as it was given has for an operation; passes have constants of their own. */
function operationName({ definingOp: op }: Value, source: Value | null): string | null {
  const given = source?.definingOp ?? null;
  if (op === null || given === null) return op?.name ?? null;
  return operationKind(given) === operationKind(op) ? given.name : op.name;
}

/**
 * `8x32xf32` for a tensor, `f32` for one without dimensions, `8xf32 on 1` for one that the program places on a device, others
 * as they are; without the attributes that tensors carry.
 */
export function sizesText(type: Type): string {
  if (type instanceof PlacedTensorType) return `${sizesText(type.tensor)} on ${type.device}`;
  if (type instanceof MeshTensorType) return `${sizesText(type.globalType)} on ${oneLine(type.meshName)}`;
  return type instanceof RankedTensorType
    ? [...type.shape.map((size) => (size < 0 ? '?' : String(size))), String(type.elementType)].join('x')
    : String(type);
}

/** The text of a sharding, without its mesh where that is the program's. */
function shardingText({ text, meshName }: TensorShardingAttr, programMeshName: string | null): string {
  const [, own] = /^<@(?:"(?:[^"\\]|\\.)*"|[^",]*), (.*)>$/s.exec(text) ?? [];
  return own !== undefined && meshName === programMeshName ? own : text;
}
