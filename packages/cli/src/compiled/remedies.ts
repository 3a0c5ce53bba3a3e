import { type FuncOp, programEntry } from '@shardform/dialect-func';
import {
  DimensionShardingAttr,
  getSharding,
  localShape,
  MeshTable,
  ShardingConstraintOp,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { readHloText } from '@shardform/hlo-module';
import { argumentName, copyOf, deviceCount, locationOf, partition } from '@shardform/inspect';
import {
  elementByteWidth,
  type ModuleOp,
  type Operation,
  printOp,
  product,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { partitionSpec } from '@shardform/passes-planning';
import {
  type AttributedCollective,
  collectiveSums,
  compiledCollectives,
  givenSharding,
  listCollectives,
  moved,
  type ShardingMove,
  singleMoves,
  type Study,
} from '@shardform/study';
import { compileByXla } from '../engine/compile-on-xla.ts';
import type { XlaProcessOptions } from '../engine/xla-process.ts';

/** A change of the user's program with which the compiled program sends less. */
export interface Remedy {
  /** The change, in the user's terms. */
  readonly change: string;
  /** Bytes that each device sends in the compiled program with it. */
  readonly bytes: number;
  /** Bytes that each device holds of the changed value with it, and now. */
  readonly heldBytes: number;
  readonly heldBytesNow: number;
}

/** The outcome of trying changes. */
export interface TriedRemedies {
  /** Those that send less, the one that sends least first. */
  readonly remedies: readonly Remedy[];
  /** Number of changes that XLA compiled. */
  readonly compiled: number;
}

interface Candidate extends Omit<Remedy, 'bytes'> {
  readonly module: ModuleOp;
}

/** Shardings of arguments that are compiled: those that send least as they are partitioned here. */
const MOST_ARGUMENTS = 4;
/** Constraints of values that are compiled: those of the collectives that send most. */
const MOST_CONSTRAINTS = 3;
/** Operations of all programs that are partitioned to find them. */
const MOST_OPERATIONS = 8000;
/** The part of the bytes that a remedy sends at most. */
const WORTHWHILE = 0.99;

/**
 * Tries small changes of a program by compiling them: another sharding of an argument, and constraints of values that collectives move.
 *
 * @throws UsageError when Python or jax is missing.
 */
export async function tryRemedies(
  study: Study,
  collectives: readonly AttributedCollective[],
  options: XlaProcessOptions,
): Promise<TriedRemedies> {
  const now = collectiveSums(collectives).bytes;
  const candidates = now === 0 ? [] : [...constraints(study, collectives), ...argumentMoves(study)];
  const remedies: Remedy[] = [];
  for (const { module, ...remedy } of candidates) {
    const source = printOp(module, study.context);
    const { text } = await compileByXla(source, deviceCount(module), options);
    const { bytes } = collectiveSums(compiledCollectives(readHloText(text)));
    if (bytes < now * WORTHWHILE) remedies.push({ ...remedy, bytes });
  }
  remedies.sort((a, b) => a.bytes - b.bytes || a.heldBytes - b.heldBytes);
  return { remedies, compiled: candidates.length };
}

/** Values that are gathered keep the sharding that they are gathered to from where they are computed. */
function constraints(
  { module, names, context }: Study,
  collectives: readonly AttributedCollective[],
): Candidate[] {
  const candidates: Candidate[] = [];
  const tried = new Set<Value>();
  const bySize = collectives.toSorted((a, b) => b.bytes * b.executions - a.bytes * a.executions);
  for (const { moved: arrays, axes } of bySize)
    for (const { value: name, cause } of arrays) {
      const [value] = name === null || name.startsWith('@') ? [] : names.find(name);
      if (value?.definingOp == null || cause.kind === 'written' || tried.has(value)) continue;
      tried.add(value);
      const sharding = getSharding(value, context);
      const other = sharding === null ? null : without(sharding, axes);
      if (other === null || candidates.length === MOST_CONSTRAINTS) continue;
      const place = locationOf(value.definingOp) ?? name!;
      candidates.push({
        change: `with_sharding_constraint(${name!}, ${partitionSpec(other)}) at ${place}`,
        module: constrained(module, value, other),
        heldBytes: heldBytes(value.type, other, module),
        heldBytesNow: heldBytes(value.type, sharding, module),
      });
    }
  return candidates;
}

/** `null` for a sharding that has none of the axes. */
function without(sharding: TensorShardingAttr, axes: readonly string[]): TensorShardingAttr | null {
  const dims = sharding.dims.map((dim) => {
    const kept = dim.axes.filter(({ name }) => !axes.includes(name));
    return kept.length === dim.axes.length ? dim : DimensionShardingAttr.get(kept, true);
  });
  const isSame = dims.every((dim, d) => dim === sharding.dims[d]);
  return isSame ? null : TensorShardingAttr.get(sharding.meshOrRef, dims);
}

/** Returns a copy of a program in which a value of the main function is constrained. */
function constrained(module: ModuleOp, value: Value, sharding: TensorShardingAttr): ModuleOp {
  const { definingOp } = value;
  let [index, at] = [-1, 0];
  module.walk((op) => {
    if (op === definingOp) index = at;
    at++;
  }, 'pre');
  const copy = copyOf(module);
  at = 0;
  copy.walk((op) => {
    if (at++ !== index) return;
    const result = op.getResult(definingOp!.results.findIndex((own) => own === value));
    const constraint = ShardingConstraintOp.create({ input: result, sharding }, [result.type], {
      location: op.location,
    });
    result.replaceAllUsesWith(constraint.result);
    constraint.setOperand(0, result);
    constraint.moveAfter(op);
  }, 'pre');
  return copy;
}

/** The shardings of arguments with which the program sends least as it is partitioned here. */
function argumentMoves({ module, context }: Study): Candidate[] {
  const func = programEntry(module);
  if (func === null) return [];
  let operations = 0;
  module.walk(() => {
    operations++;
  });
  const moves = singleMoves(module, func).slice(0, Math.max(1, Math.floor(MOST_OPERATIONS / operations)));
  const priced = moves.flatMap((move) => {
    const other = moved(module, [move]);
    const { result } = context.diagnostics.capture(() => partition(other, context));
    if (result.collectives === null) return [];
    return [{ move, bytes: collectiveSums(listCollectives(result.collectives, context)).bytes }];
  });
  return priced
    .sort((a, b) => a.bytes - b.bytes)
    .slice(0, MOST_ARGUMENTS)
    .map(({ move }) => ({
      change: moveText(move, func),
      module: moved(module, [move]),
      heldBytes: heldOf(move.args, func, () => move.sharding),
      heldBytesNow: heldOf(move.args, func, (index) => givenSharding(func, 'arg_attrs', index)),
    }));
}

function heldOf(
  args: readonly number[],
  func: FuncOp,
  shardingOf: (index: number) => TensorShardingAttr | null,
): number {
  return args.reduce(
    (sum, index) => sum + heldBytes(func.functionType.inputs[index]!, shardingOf(index), func),
    0,
  );
}

/** Bytes of a tensor that each device holds. @param within whose meshes it is on. */
function heldBytes(type: Type, sharding: TensorShardingAttr | null, within: Operation): number {
  if (!(type instanceof RankedTensorType)) return 0;
  const mesh = sharding === null ? null : new MeshTable(within).meshOf(sharding);
  const shape = mesh === null ? type.shape : (localShape(type.shape, sharding!, mesh) ?? type.shape);
  return product(shape) * (elementByteWidth(type.elementType) ?? 0);
}

function moveText({ args, sharding }: ShardingMove, func: FuncOp): string {
  const [first] = args;
  const name = argumentName(func, first!) ?? `argument ${first!}`;
  const others = args.length === 1 ? '' : ` and ${args.length - 1} alike`;
  return `${name}${others} as ${partitionSpec(sharding)}`;
}
