import { type FuncOp, setValueAttr } from '@shardform/dialect-func';
import { MeshAttr, MeshOp, SHARDING } from '@shardform/dialect-sdy';
import { AddOp, AllReduceOp, PartitionIdOp } from '@shardform/dialect-stablehlo';
import { copyOf, partition } from '@shardform/inspect';
import {
  type Context,
  FunctionType,
  type ModuleOp,
  type Operation,
  RankedTensorType,
  runPasses,
  StringAttr,
  SymbolRefAttr,
  type Type,
  ui32,
} from '@shardform/ir-core';
import { partitionDefaults, synchronizeCollectives } from '@shardform/passes-sharding';
import { sumsBehindLoops } from './sums-behind-loops.ts';
import { inlinedCopy } from '../layouts/inlined-copy.ts';
import { programRoles } from '../layouts/program-roles.ts';
import { shardingOf, unsplit } from '../problem/dim-splits.ts';
import { PlanningError } from '../problem/planning-error.ts';
import { entryOf } from '../problem/program-function.ts';
import type { Tie } from '../problem/sharding-problem.ts';

/** The axis along which microbatches are parts of the batch. */
const AXIS = 'microbatch';

/** The symbol of the mesh of that axis, while a program is divided. */
const MESH = 'microbatches';

/** Partial sums are added up, and nothing is gathered to send less: a microbatch has no part of the others. */
const SUMMED = { ...partitionDefaults, partitioner: 'shardy' } as const;

/** A program on one of several microbatches, with all-reduces where it needs what all of them add up to. */
export interface MicrobatchText {
  readonly module: ModuleOp;
  readonly microbatches: number;
  /** Arguments of which a microbatch has a part, along the first dimension. */
  readonly data: ReadonlySet<number>;
  /** By result of which a microbatch makes a part, the dimension along which the parts follow each other. */
  readonly joined: ReadonlyMap<number, number>;
  /** The argument that is the number of the microbatch, if the program asks for it. */
  readonly number: number | null;
  /** Whether each part may have every so-many-th row of the batch, rather than rows that follow each other. */
  readonly mayStride: boolean;
}

/** Returns the size of a program's batch, whose divisors are the numbers of microbatches it may have; `null` for none. */
export function batchOf(module: ModuleOp, ties: readonly Tie[], context: Context): number | null {
  return programRoles(entryOf(inlinedCopy(module, context)), ties).batch;
}

/**
 * Divides the batch of a program without shardings into microbatches. That is what partitioning does along an axis that
 * splits the batch: an all-reduce stands where the microbatches are added up.
 *
 * @throws PlanningError where the program has no batch, or needs the whole of it in between.
 */
export function microbatchText(
  given: ModuleOp,
  microbatches: number,
  ties: readonly Tie[],
  context: Context,
): MicrobatchText {
  const module = inlinedCopy(given, context);
  const func = entryOf(module);
  const { data, batch } = programRoles(func, ties);
  if (batch === null) throw new PlanningError(null, 'the program has no argument that is a batch');
  for (const op of [...module.body]) if (op instanceof MeshOp) op.erase();
  splitBatch(module, func, data, microbatches);
  const { result: local, diagnostics } = context.diagnostics.capture(
    () => partition(module, context, {}, SUMMED).local,
  );
  if (local === null)
    throw new PlanningError(
      null,
      diagnostics[0]?.message ?? `the batch can't be divided into ${microbatches} parts`,
    );
  const own = entryOf(local);
  // Sums go behind loops, and so start elsewhere.
  runPasses(local, { anchor: 'builtin.module', elements: [synchronizeCollectives.create()] }, context);
  const joined = joinedDimensions(func, own);
  const number = numberArgument(own);
  sumsBehindLoops(own);
  refuseCommunication(own);
  const sizes = [...data].map((index) => rowsOf(func.functionType.inputs[index]));
  const parts = [...joined].map(([result, dim]) =>
    dim === 0 ? rowsOf(func.functionType.results[result]) : null,
  );
  return {
    ...{ module: local, microbatches, data, joined, number },
    mayStride: number === null && [...sizes, ...parts].every((size) => size === batch),
  };
}

function rowsOf(type: Type | undefined): number | null {
  return type instanceof RankedTensorType ? (type.shape[0] ?? null) : null;
}

/** Splits the arguments that are the batch; all others are whole, and results are as propagation leaves them. */
function splitBatch(module: ModuleOp, func: FuncOp, data: ReadonlySet<number>, microbatches: number): void {
  const mesh = MeshAttr.of([[AXIS, microbatches]]);
  module.body.prepend(
    MeshOp.create({ symName: StringAttr.get(MESH), mesh }, [], { location: module.location }),
  );
  for (const [index, type] of func.functionType.inputs.entries()) {
    if (!(type instanceof RankedTensorType)) continue;
    const splits = unsplit(type.rank).map((own, dim) => (dim === 0 && data.has(index) ? [0] : own));
    setValueAttr(func, 'arg_attrs', index, SHARDING, shardingOf(splits, mesh, SymbolRefAttr.get(MESH)));
  }
}

/** The dimensions along which the results of a microbatch are smaller than those of the whole batch. */
function joinedDimensions(whole: FuncOp, part: FuncOp): Map<number, number> {
  const joined = new Map<number, number>();
  for (const [index, type] of whole.functionType.results.entries()) {
    const own = part.functionType.results[index];
    if (!(type instanceof RankedTensorType) || !(own instanceof RankedTensorType)) continue;
    const dim = type.shape.findIndex((size, i) => size !== own.shape[i]);
    if (dim >= 0) joined.set(index, dim);
  }
  return joined;
}

/** Makes the number of the microbatch an argument, if something depends on it. */
function numberArgument(func: FuncOp): number | null {
  const found: PartitionIdOp[] = [];
  func.walkOf(PartitionIdOp, (op) => void found.push(op));
  if (found.length === 0) return null;
  const { inputs, results } = func.functionType;
  const argument = func.entry.addArgument(RankedTensorType.get([], ui32), func.location);
  func.functionType = FunctionType.get([...inputs, argument.type], results);
  for (const op of found) {
    op.replaceAllUsesWith([argument]);
    op.erase();
  }
  return argument.index;
}

/** What needs more of other microbatches than a sum can't be done one microbatch after the other. */
function refuseCommunication(func: FuncOp): void {
  func.walk((op) => {
    if (op instanceof AllReduceOp) {
      if (op.parent !== func.entry)
        throw new PlanningError(op, 'a loop adds up over the whole batch in each iteration');
      const [combiner] = op.computation.entry;
      if (!(combiner instanceof AddOp))
        throw new PlanningError(
          op,
          `'${combiner?.name ?? op.name}' is done over the whole batch, which is no sum`,
        );
    } else if (COMMUNICATION.has(op.name))
      throw new PlanningError(op, `the whole batch is needed in between, by '${nameOfUser(op)}'`);
  });
}

const COMMUNICATION: ReadonlySet<string> = new Set(
  ['all_gather', 'all_to_all', 'collective_permute', 'collective_broadcast', 'reduce_scatter'].map(
    (name) => `stablehlo.${name}`,
  ),
);

function nameOfUser(op: Operation): string {
  return op.results.flatMap((result) => result.users())[0]?.name ?? op.name;
}

/** Returns a copy of a program of microbatches on a mesh that it has no shardings for yet. */
export function onMesh({ module }: MicrobatchText, name: string, mesh: MeshAttr): ModuleOp {
  const copy = copyOf(module);
  for (const attribute of ['mhlo.num_partitions', 'mhlo.num_replicas']) copy.setAttr(attribute, null);
  copy.body.prepend(MeshOp.create({ symName: StringAttr.get(name), mesh }, [], { location: copy.location }));
  return copy;
}
