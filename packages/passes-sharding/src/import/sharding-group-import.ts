import { ManualComputationOp, ShardingGroupOp } from '@shardform/dialect-sdy';
import {
  type Context,
  definePass,
  i64Attr,
  type ModuleOp,
  type Operation,
  type Region,
  type Value,
  lookUp,
} from '@shardform/ir-core';

/**
 * Merges groups that share a tensor, renumbers groups from 0, and removes duplicate members. The order of groups is
 * upstream's: the order in which their representatives first occur.
 *
 * @returns false after an error was reported.
 */
export function importShardingGroups(module: ModuleOp, { diagnostics }: Context): boolean {
  const groupsByTensor = new Map<Value, ShardingGroupOp[]>();
  module.walkOf(ShardingGroupOp, (op) => {
    const ops = groupsByTensor.get(op.input);
    if (ops === undefined) groupsByTensor.set(op.input, [op]);
    else ops.push(op);
  });
  if (groupsByTensor.size === 0) return true;
  const fail = (op: Operation, message: string): boolean => {
    diagnostics.error(op.location, message);
    return false;
  };
  if (!checkGroups(module, fail)) return false;
  const groups = new DisjointGroups();
  for (const ops of groupsByTensor.values()) for (const op of ops) groups.join(idOf(ops[0]!), idOf(op));
  const numbers = new Map(groups.representatives().map((id, number) => [id, number]));
  for (const ops of groupsByTensor.values()) {
    const seen = new Set<number>();
    for (const op of ops) {
      const number = lookUp(numbers, groups.find(idOf(op)));
      if (seen.has(number)) op.erase();
      else op.groupId = i64Attr(number);
      seen.add(number);
    }
  }
  return true;
}

/** Members of a group have one shape, and no manual computation lies between them. */
function checkGroups(module: ModuleOp, fail: (op: Operation, message: string) => boolean): boolean {
  const firstByGroup = new Map<bigint, ShardingGroupOp>();
  const outcome = module.walkOf(ShardingGroupOp, (op) => {
    const id = idOf(op);
    const first = firstByGroup.get(id);
    if (first === undefined) {
      firstByGroup.set(id, op);
      return 'advance';
    }
    if (manualRegionAround(first) !== manualRegionAround(op)) {
      fail(op, `ShardingGroupOps values cannot cross ManualComputationOp boundaries for groupId: ${id}`);
      return 'interrupt';
    }
    const [a, b] = [first.input.type.shape, op.input.type.shape];
    if (a.length !== b.length || a.some((size, dim) => size !== b[dim])) {
      fail(op, `ShardingGroupOps values must have the same shape for groupId: ${id}`);
      return 'interrupt';
    }
    return 'advance';
  });
  return outcome !== 'interrupt';
}

function idOf(op: ShardingGroupOp): bigint {
  return op.groupId.value;
}

function manualRegionAround(op: Operation): Region | null {
  for (let at = op.parentRegion; at !== null; at = at.parent.parentRegion) {
    if (at.parent instanceof ManualComputationOp) return at;
  }
  return null;
}

/** Disjoint sets of group numbers. The first number of a tensor represents its set. */
class DisjointGroups {
  readonly #parents = new Map<bigint, bigint>();

  find(id: bigint): bigint {
    const parent = this.#parents.get(id);
    if (parent === undefined) {
      this.#parents.set(id, id);
      return id;
    }
    if (parent === id) return id;
    const root = this.find(parent);
    this.#parents.set(id, root);
    return root;
  }

  /** Merges two sets; the representative of `a` represents both. */
  join(a: bigint, b: bigint): void {
    const root = this.find(a);
    this.#parents.set(this.find(b), root);
  }

  /** The representatives of the sets, in the order in which they were added. */
  representatives(): bigint[] {
    return [...this.#parents.keys()].filter((id) => this.find(id) === id);
  }
}

/** `sdy-sharding-group-import`. */
export const shardingGroupImport = /* @__PURE__ */ definePass({
  name: 'sdy-sharding-group-import',
  className: 'ShardingGroupImportPass',
  summary: 'Canonicalization and validation pass for sharding groups.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run(module, pass) {
    if (!importShardingGroups(module, pass.context)) pass.fail();
  },
});
