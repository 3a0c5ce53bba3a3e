import { type FuncOp, programEntry, ReturnOp } from '@shardform/dialect-func';
import {
  CALL_COUNTER,
  FragmentCallOp,
  FragmentOp,
  MpmdCallOp,
  MpmdNamedComputationOp,
  meshTensorTypeOf,
  topologyOf,
  TransferOp,
} from '@shardform/dialect-mpmd';
import {
  cloneOp,
  type Context,
  IntegerAttr,
  type ModuleOp,
  type Operation,
  type OpPipeline,
  runPasses,
} from '@shardform/ir-core';
import { lowerToFragmentCalls } from '../export/lower-to-fragment-calls.ts';
import { propagationPasses } from '../pipelines/propagation-pipeline.ts';
import { MeshDevices } from './mesh-devices.ts';

/** What a pipeline schedule knows of a fragment. */
export interface FragmentRole {
  readonly stage: number | null;
  readonly microbatch: number | null;
}

/** A program whose entry only calls fragments and transfers tensors, all of them with their shardings. */
export interface MeshProgram {
  /** The same with its fragments in place, as far as it was given with fragments. */
  readonly propagated: ModuleOp;
  readonly module: ModuleOp;
  readonly entry: FuncOp;
  readonly devices: MeshDevices;
  /** The stage and microbatch of a call of a fragment, as far as they are known. */
  readonly roleOf: (call: FragmentCallOp) => FragmentRole;
}

/** Returns the function that an MPMD program starts with; `null` for other programs. */
export function mpmdEntry(module: ModuleOp): FuncOp | null {
  const entry = programEntry(module);
  return entry === null || entry.isDeclaration || topologyOf(entry) === null ? null : entry;
}

/**
 * Returns a copy of an MPMD program whose fragments are functions. Shardings are propagated if no type has one. `null`
 * if that can't be done; the reasons are in the context's diagnostics.
 */
export function meshProgramOf(given: ModuleOp, context: Context): MeshProgram | null {
  const module = cloneOp(given);
  const entry = mpmdEntry(module);
  const topology = entry === null ? null : topologyOf(entry);
  if (entry === null || topology === null) return null;
  if (!isOnMeshes(entry, context)) return null;
  const fragments = (): FragmentOp[] => [...entry.body.entry].filter((op) => op instanceof FragmentOp);
  if (fragments().length > 0 && !hasShardings(entry)) {
    const pipeline: OpPipeline = { anchor: 'builtin.module', elements: propagationPasses() };
    if (!runPasses(module, pipeline, context).succeeded || !isOnMeshes(entry, context)) return null;
  }
  const roles = fragments().map(roleOfFragment);
  const propagated = roles.length > 0 ? cloneOp(module) : module;
  if (roles.length > 0) {
    const pipeline: OpPipeline = { anchor: 'builtin.module', elements: [lowerToFragmentCalls.create()] };
    if (!runPasses(module, pipeline, context).succeeded) return null;
  }
  // Each fragment became a call, in place.
  const calls = [...entry.body.entry].filter((op) => op instanceof FragmentCallOp);
  const known = new Map(calls.map((call, i) => [call, roles[i] ?? null]));
  const devices = new MeshDevices(topology);
  const named = rolesByName(calls);
  return {
    ...{ propagated, module, entry, devices },
    roleOf: (call) => known.get(call) ?? named.get(call) ?? { stage: null, microbatch: null },
  };
}

function roleOfFragment(fragment: FragmentOp): FragmentRole {
  const counter = fragment.getAttr(CALL_COUNTER);
  return { stage: fragment.stage, microbatch: counter instanceof IntegerAttr ? counter.number : null };
}

/** The stages and microbatches that an exported program tells in the names of functions: `p0_stage1_fwd_calls0to2.step`. */
function rolesByName(calls: readonly FragmentCallOp[]): ReadonlyMap<FragmentCallOp, FragmentRole> {
  const executions = new Map<string, number>();
  const roles = new Map<FragmentCallOp, FragmentRole>();
  for (const call of calls) {
    const name = call.callee.root;
    const [, stage] = /^p\d+_stage(\d+)/.exec(name) ?? [];
    const [, one, from, direction] = /_call(?:(\d+)|s(\d+)(to|from)\d+)(?:\.|$)/.exec(name) ?? [];
    const before = executions.get(name) ?? 0;
    executions.set(name, before + 1);
    const first = one ?? from;
    const microbatch = first === undefined ? null : Number(first) + (direction === 'from' ? -before : before);
    roles.set(call, { stage: stage === undefined ? null : Number(stage), microbatch });
  }
  return roles;
}

/** Returns whether the types of an MPMD program's tensors have shardings: they were propagated. */
export function hasShardings(entry: FuncOp): boolean {
  const values = [...entry.body.entry.arguments, ...[...entry.body.entry].flatMap(({ results }) => results)];
  return values.some((value) => (meshTensorTypeOf(value)?.sharding ?? null) !== null);
}

/** Reports operations that no mesh executes. */
function isOnMeshes(entry: FuncOp, { diagnostics }: Context): boolean {
  const strays = [...entry.body.entry].filter((op) => !isExecutable(op));
  const unassigned = strays.find((op) => op instanceof MpmdNamedComputationOp || op instanceof MpmdCallOp);
  const stray = unassigned ?? strays[0];
  if (stray !== undefined) {
    const what =
      unassigned === undefined
        ? `'${stray.name}' is in no fragment, so no mesh executes it`
        : `'${stray.name}' is on no mesh yet`;
    diagnostics.error(
      stray.location,
      `${what}; 'shardform opt --mpmd-import-pipeline=name-to-mesh-assignment=NAME@MESH/STAGE,...' puts a program on meshes`,
    );
    return false;
  }
  const { inputs, results } = entry.functionType;
  const other = [...inputs, ...results].find((type) => meshTensorTypeOf({ type }) === null);
  if (other === undefined) return true;
  diagnostics.error(
    entry.location,
    `'${String(other)}' in the signature of @${entry.symName.value} is no tensor on a mesh: devices exchange nothing else`,
  );
  return false;
}

function isExecutable(op: Operation): boolean {
  const isKnown =
    op instanceof FragmentOp ||
    op instanceof FragmentCallOp ||
    op instanceof TransferOp ||
    op instanceof ReturnOp;
  return isKnown && [...op.operandValues(), ...op.results].every((value) => meshTensorTypeOf(value) !== null);
}
