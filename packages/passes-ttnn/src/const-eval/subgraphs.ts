import {
  type Block,
  type Context,
  isInstance,
  memoryEffectsOf,
  type Operation,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr, LoadCachedOp } from '@shardform/dialect-ttcore';
import { nonCacheable } from '@shardform/dialect-ttir';
import { GetDeviceOp, layoutOf } from '@shardform/dialect-ttnn';
import { mapOrder } from './map-order.ts';

/** Operations that depend on each other and on what is the same at each run only. */
export interface Subgraph {
  readonly operations: Operation[];
  /** Loads of what was computed before. */
  readonly loads: LoadCachedOp[];
}

/** Marks a constant that may stay in L1. */
const L1_ALLOWED = 'ttnn.const_eval_allowed';

/** Operations that have to be done at each run. */
const NOT_CACHED: ReadonlySet<string> = new Set([
  'ttcore.composite',
  'ttnn.allocate_moe_compute_semaphore',
  'ttnn.create_global_semaphore',
  'ttnn.dropout',
  'ttnn.empty',
  'ttnn.generic',
  'ttnn.rand',
]);

/** The opened devices: each function opens them for itself. */
export const isShared = (op: Operation | null): boolean => op instanceof GetDeviceOp;

/** The arguments that are the same at each run. */
function constantArguments(func: FuncOp): Set<Value> {
  return new Set(
    func.entry.arguments.filter((_, i) => {
      const role = valueAttrs(func, 'arg_attrs', i).get('ttcore.argument_type');
      return role instanceof ArgumentTypeAttr && (role.value === 'parameter' || role.value === 'constant');
    }),
  );
}

/**
 * Returns true if an operation writes into a tensor: those that don't declare their effects write into their first
 * operand.
 */
function writesInto(user: Operation, value: Value, context: Context): boolean {
  const effects = memoryEffectsOf(user, context) ?? [];
  return effects.some(
    ({ kind, value: target }) => kind === 'write' && (target ?? user.getOperand(0)) === value,
  );
}

function isCandidate(op: Operation, context: Context): boolean {
  if (op.definition.isTerminator || op.regions.length > 0 || op.results.length === 0) return false;
  if (isShared(op) || op.hasTrait(nonCacheable) || NOT_CACHED.has(op.name)) return false;
  return !op.results.some((result) => result.users().some((user) => writesInto(user, result, context)));
}

function isInL1(op: Operation): boolean {
  return op.results.some(
    ({ type }) => isInstance(RankedTensorType, type) && layoutOf(type)?.bufferType === 'l1',
  );
}

/**
 * Returns the groups of connected constant operations of a function, in the order in which they become functions.
 *
 * @param refuse is told of operations whose results would fill the cores' memory for good.
 */
export function constantSubgraphs(
  func: FuncOp,
  context: Context,
  refuse: (op: Operation) => void,
): readonly Subgraph[] {
  const constants = constantArguments(func);
  const groupOf = new Map<Operation, Set<Operation>>();
  const { entry }: { readonly entry: Block } = func;
  for (const op of entry) {
    if (!isCandidate(op, context)) continue;
    const sources = op
      .operandValues()
      .filter((value) => !constants.has(value) && !isShared(value.definingOp));
    const isConstant = sources.every((value) => value.definingOp !== null && groupOf.has(value.definingOp));
    if (!isConstant && !(op instanceof LoadCachedOp)) continue;
    if (isInL1(op) && !op.hasAttr(L1_ALLOWED)) {
      refuse(op);
      continue;
    }
    const joined = new Set([op]);
    for (const value of sources)
      for (const member of groupOf.get(value.definingOp!) ?? []) joined.add(member);
    for (const member of joined) groupOf.set(member, joined);
  }
  // Groups count from their first operation.
  const groups = new Map<Set<Operation>, Subgraph>();
  for (const op of entry) {
    const group = groupOf.get(op);
    if (group === undefined) continue;
    const subgraph = groups.get(group) ?? { operations: [], loads: [] };
    groups.set(group, subgraph);
    if (op instanceof LoadCachedOp) subgraph.loads.push(op);
    else subgraph.operations.push(op);
  }
  const found = [...groups.values()];
  return mapOrder(found.length).map((i) => found[i]!);
}
