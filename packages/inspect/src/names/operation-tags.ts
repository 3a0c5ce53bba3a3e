import { ReshardOp, ShardingConstraintOp } from '@shardform/dialect-sdy';
import {
  CallSiteLoc,
  FusedLoc,
  IntegerAttr,
  i64,
  type Location,
  type ModuleOp,
  NameLoc,
  type Operation,
  type Value,
  BlockArgument,
} from '@shardform/ir-core';

/**
 * Gives every operation and argument of a module a unique location, so that its derivatives in a transformed copy of
 * the module can be identified: copies of an operation, including those made by inlining, keep its location. File
 * locations and names are kept.
 */
export function tagOperations(module: ModuleOp): void {
  let count = 0;
  const tagged = (location: Location): Location =>
    FusedLoc.get([location], IntegerAttr.get(BigInt(count++), i64));
  module.walk((op) => {
    if (op === module) return;
    op.location = tagged(op.location);
    for (const region of op.regions)
      for (const block of region.blocks)
        for (const argument of block.arguments) argument.location = tagged(argument.location);
  });
}

/** Finds the values of one version of a program in another one; both are copies of a module with tags. */
export class ValueCounterparts {
  readonly #operations = new Map<Location, Operation[]>();
  readonly #arguments = new Map<Location, BlockArgument[]>();

  constructor(module: ModuleOp) {
    module.walk((op) => {
      addTo(this.#operations, tagOf(op), op);
      for (const region of op.regions)
        for (const block of region.blocks)
          for (const argument of block.arguments)
            addTo(this.#arguments, calleeOf(argument.location), argument);
    }, 'pre');
  }

  /** All values derived from `value`, in program order: several if its function was inlined several times. */
  of(value: Value): readonly Value[] {
    if (value instanceof BlockArgument) return this.#arguments.get(calleeOf(value.location)) ?? [];
    const { definingOp } = value;
    if (definingOp === null) return [];
    const index = definingOp.results.findIndex((result) => result === value);
    return (this.#operations.get(tagOf(definingOp)) ?? [])
      .filter((op) => isSameKind(op, definingOp) && index < op.results.length)
      .map((op) => op.getResult(index));
  }
}

/** The location with a tag; why a reshard is there is a name around it. */
function tagOf(op: Operation): Location {
  let { location } = op;
  while (op instanceof ReshardOp && location instanceof NameLoc) location = location.child;
  return calleeOf(location);
}

/** The location of an operation in its function, where it was inlined at a call. */
function calleeOf(location: Location): Location {
  let own = location;
  while (own instanceof CallSiteLoc) own = own.callee;
  return own;
}

/**
 * Passes make `stablehlo.constant` an `sdy.constant`, a constraint a reshard, and a call a computation with the body of
 * what it calls.
 */
function isSameKind(a: Operation, b: Operation): boolean {
  const isConstraint = a instanceof ReshardOp && b instanceof ShardingConstraintOp;
  return isConstraint || operationKind(a) === operationKind(b);
}

/** Returns the name that dialects share for an operation; calls become computations with the body of the callee. */
export function operationKind({ name }: Operation): string {
  return name === 'func.call' || name === 'sdy.named_computation'
    ? 'call'
    : name.slice(name.indexOf('.') + 1);
}

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
