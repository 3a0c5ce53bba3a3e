import {
  BlockArgument,
  CallSiteLoc,
  FusedLoc,
  type Location,
  type ModuleOp,
  NameLoc,
  type Operation,
  type Value,
} from '@shardform/ir-core';
import { CallOp } from '@shardform/dialect-func';
import { isAsyncStart, isFusionCall } from '@shardform/dialect-hlo';
import { collectiveName } from '@shardform/dialect-stablehlo';
import { isCollectiveOp, ReshardOp, ShardingConstraintOp } from '@shardform/dialect-sdy';
import { operationKind, tagOperations } from '@shardform/inspect';
import { manualOperand } from './per-device-region.ts';
import { isPaddedFrom, isShardOf } from './shard-type.ts';
import { isPartLocation } from '@shardform/passes-sharding';
import { InlinedResults } from './inlined-results.ts';
import { isDerived, sourceId, type ValueId } from './value-id.ts';

/** The values of one version of a program by their identities. */
export interface StageValues {
  /** The identity of a value of this version. */
  idOf(value: Value): ValueId;
  /** The value of an identity, or the one that a result of a call with it is since that was inlined; `null` if this version has none. */
  find(id: ValueId): Value | null;
  /** All values in the order of the program. */
  readonly all: readonly Value[];
  /** The identities of the results of calls that were inlined, by those of the values that they are. */
  readonly inlined: ReadonlyMap<ValueId, readonly ValueId[]>;
  /** Number of values that an operation of one kind derived from the same value as that of an identity; 0 for a value of the source. */
  derivedCount(id: ValueId): number;
}

/**
 * Identities of the values of a program. Its operations are tagged once; a later version of the module, made by passes
 * from a copy, is matched by these tags, which survive renumbering, inlining and conversion to other dialects.
 */
export class ValueIdentities {
  readonly #module: ModuleOp;
  #numbered: NumberedSource | null = null;
  #source: StageValues | null = null;
  #results: InlinedResults | null = null;

  /** @param module gets unique locations; nothing may change it. */
  constructor(module: ModuleOp) {
    tagOperations(module);
    this.#module = module;
  }

  /** The values of the program itself. */
  get source(): StageValues {
    return (this.#source ??= this.stage(this.#module));
  }

  /** Who only runs passes asks for no identity. */
  get #tags(): ReadonlyMap<Location, number> {
    return (this.#numbered ??= numberedSource(this.#module)).tags;
  }

  get #sources(): ReadonlyMap<number, Operation> {
    return (this.#numbered ??= numberedSource(this.#module)).operations;
  }

  /** Identifies the values of a version of the module. */
  stage(module: ModuleOp): StageValues {
    const values = new IdentifiedValues();
    const groups = new Map<number, Operation[]>();
    const order: Operation[] = [];
    module.walk((op) => {
      order.push(op);
      const tag = this.#tagOf(op.location);
      if (tag === null || op.results.length === 0) return;
      const known = groups.get(tag);
      if (known === undefined) groups.set(tag, [op]);
      else known.push(op);
    }, 'pre');
    const carriers = new Map<Operation, string>();
    for (const [tag, ops] of groups)
      for (const [copy, op] of this.#carriers(tag, ops).entries())
        carriers.set(op, copy === 0 ? '' : `~${copy}`);
    for (const op of order) {
      for (const argument of argumentsOf(op)) this.#identifyArgument(argument, values);
      if (op.results.length > 0) this.#identifyResults(op, carriers.get(op) ?? null, values);
    }
    if (module !== this.#module) this.#identifyInlined(values);
    return values;
  }

  /** The result of a call that was inlined is what the function returns. */
  #identifyInlined(values: IdentifiedValues): void {
    const results = (this.#results ??= new InlinedResults(this.#module));
    for (const call of results.calls)
      for (const [i, result] of call.results.entries()) {
        const id = this.source.idOf(result);
        if (values.find(id) !== null) continue;
        const value = results.find(call, i, {
          copiesOf: (own) => values.copiesOf(this.source.idOf(own)),
          isInlinedAt: ({ definingOp }, at) =>
            definingOp !== null && this.#callsOf(definingOp.location).has(this.#tagOf(at.location)),
        });
        if (value !== null) values.addInlined(value, id);
      }
  }

  /** The calls of the source that an operation was inlined at, the innermost first. */
  callsAt({ location }: Operation): readonly Operation[] {
    return [...this.#callsOf(location)].flatMap((tag) => {
      const call = tag === null ? undefined : this.#sources.get(tag);
      return call instanceof CallOp ? [call] : [];
    });
  }

  /** The tags of the calls that an operation was inlined at. */
  #callsOf(location: Location, found = new Set<number | null>()): ReadonlySet<number | null> {
    if (location instanceof CallSiteLoc) {
      found.add(this.#tagOf(location.caller));
      this.#callsOf(location.caller, found);
      this.#callsOf(location.callee, found);
    } else if (location instanceof NameLoc) this.#callsOf(location.child, found);
    else if (location instanceof FusedLoc && !this.#tags.has(location))
      for (const inner of location.locations) this.#callsOf(inner, found);
    return found;
  }

  /** The operation of the source that one of another version is, or was made from; `null` if unknown. */
  sourceOf(op: Operation): Operation | null {
    const tag = this.#tagOf(op.location);
    return tag === null ? null : (this.#sources.get(tag) ?? null);
  }

  /**
   * The operations of a version that compute the results of an operation of the source: copies of it, regions that passes put around
   * copies and that give the same results, or else the last operation that replaced it.
   */
  #carriers(tag: number, ops: readonly Operation[]): readonly Operation[] {
    const source = this.#sources.get(tag);
    if (source === undefined) return [];
    const regions = new Set(ops.filter((op) => op.regions.length > 0 && computesWhole(op, source)));
    const outermost = (op: Operation): Operation => (regions.size === 0 ? op : outermostOf(regions, op));
    const copies = ops.filter((op) => isCopy(op, source) && computesShards(op, source));
    if (copies.length > 0) return [...new Set(copies.map(outermost))];
    // A constraint becomes the movement that it asks for.
    const mayMove = source instanceof ShardingConstraintOp;
    const last = ops.findLast((op) => computesShards(op, source) && (mayMove || !isMovement(op)));
    return last === undefined ? [] : [outermost(last)];
  }

  /** An argument with the location of an operation belongs to a region that passes put around it, or made for it. */
  #identifyArgument(argument: BlockArgument, values: IdentifiedValues): void {
    const tag = this.#tagOf(argument.location);
    if (tag !== null && !this.#sources.has(tag)) values.add(argument, String(tag));
    else values.derive(argument, baseOfArgument(argument, values));
  }

  #identifyResults(op: Operation, copy: string | null, values: IdentifiedValues): void {
    const tag = this.#tagOf(op.location);
    const base = copy === null ? this.#baseOfDerived(op, tag, values) : '';
    const given = tag === null ? 0 : (this.#sources.get(tag)?.results.length ?? 0);
    for (const [i, result] of op.results.entries()) {
      if (copy === null) values.derive(result, this.#baseInCombined(op, i) ?? base);
      // Passes may give an operation further results.
      else if (i >= given) values.derive(result, resultId(tag!, 0, given));
      else values.add(result, `${resultId(tag!, i, given)}${copy}`);
    }
  }

  /** What moves a value belongs to the value; other operations to that of the source in whose place they are. */
  #baseOfDerived(op: Operation, tag: number | null, values: IdentifiedValues): ValueId {
    const [first] = op.operandValues();
    if (first !== undefined && (isMovement(op) || tag === null)) return sourceId(values.idOf(first));
    if (tag === null) return baseOf(op.parentOp, values);
    return resultId(tag, 0, this.#sources.get(tag)?.results.length ?? 1);
  }

  /** The result of one of several operations that were combined is that of its own; `null` for other results. */
  #baseInCombined({ location, results }: Operation, index: number): ValueId | null {
    if (results.length < 2 || !(location instanceof FusedLoc) || this.#tags.has(location)) return null;
    const own = location.locations.length === results.length ? location.locations[index] : undefined;
    const tag = own === undefined ? null : this.#tagOf(own);
    return tag === null ? null : resultId(tag, 0, this.#sources.get(tag)?.results.length ?? 1);
  }

  /** The tag of a location, or of the first one inside it that has one. */
  #tagOf(location: Location): number | null {
    const tag = this.#tags.get(location);
    if (tag !== undefined) return tag;
    if (location instanceof FusedLoc) {
      for (const inner of location.locations) {
        const found = this.#tagOf(inner);
        if (found !== null) return found;
      }
    } else if (location instanceof NameLoc) return this.#tagOf(location.child);
    else if (location instanceof CallSiteLoc) return this.#tagOf(location.callee);
    return null;
  }
}

/** The numbers of the operations and block arguments of the program, by their locations. */
interface NumberedSource {
  readonly tags: ReadonlyMap<Location, number>;
  readonly operations: ReadonlyMap<number, Operation>;
}

function numberedSource(module: ModuleOp): NumberedSource {
  const tags = new Map<Location, number>();
  const operations = new Map<number, Operation>();
  let count = 0;
  module.walk((op) => {
    operations.set(count, op);
    tags.set(op.location, count++);
    for (const argument of argumentsOf(op)) tags.set(argument.location, count++);
  }, 'pre');
  return { tags, operations };
}

class IdentifiedValues implements StageValues {
  readonly all: Value[] = [];
  readonly inlined = new Map<ValueId, ValueId[]>();
  readonly #ids = new Map<Value, ValueId>();
  readonly #values = new Map<ValueId, Value>();
  readonly #derived = new Map<ValueId, number>();

  idOf(value: Value): ValueId {
    return this.#ids.get(value) ?? '';
  }

  find(id: ValueId): Value | null {
    return this.#values.get(id) ?? null;
  }

  derivedCount(id: ValueId): number {
    return isDerived(id) ? (this.#derived.get(id.replace(/\.\d+$/, '')) ?? 0) : 0;
  }

  /** The values with an identity and its copies. */
  copiesOf(id: ValueId): readonly Value[] {
    const found: Value[] = [];
    let value = this.#values.get(id);
    for (let copy = 1; value !== undefined; copy++) {
      found.push(value);
      value = this.#values.get(`${id}~${copy}`);
    }
    return found;
  }

  /** Lets a value be found by the identity of the result of a call, too. */
  addInlined(value: Value, id: ValueId): void {
    const own = this.idOf(value);
    this.#values.set(id, value);
    this.inlined.set(own, [...(this.inlined.get(own) ?? []), id]);
  }

  /** Gives a value an identity, or that of a copy where another value has it already. */
  add(value: Value, id: ValueId): void {
    let own = id;
    for (let copy = 1; this.#values.has(own); copy++) own = `${sourceId(id)}~${copy}`;
    this.#ids.set(value, own);
    this.#values.set(own, value);
    this.all.push(value);
  }

  /** The identity has the kind of the operation: what stages derive from a value may be something else in each. */
  derive(value: Value, base: ValueId): void {
    const { definingOp } = value;
    const kind = `${base}+${definingOp === null ? 'argument' : operationKind(definingOp)}`;
    const count = (this.#derived.get(kind) ?? 0) + 1;
    this.#derived.set(kind, count);
    this.add(value, count === 1 ? kind : `${kind}.${count}`);
  }
}

/** The identity of a result of an operation of the source, which has so many. */
function resultId(tag: number, index: number, count: number): ValueId {
  return count > 1 ? `${tag}#${index}` : String(tag);
}

/** An argument of a manual computation, or of what begins early, is an operand of it; others, as those of reducers, are no value of the source. */
function baseOfArgument(argument: BlockArgument, values: IdentifiedValues): ValueId {
  const around = argument.owner.parentOp;
  const begun = isAsyncStart(around) ? (around.operandValues()[argument.index] ?? null) : null;
  const operand = begun ?? manualOperand(argument);
  return operand === null ? baseOf(argument.owner.parentOp, values) : sourceId(values.idOf(operand));
}

function baseOf(op: Operation | null, values: IdentifiedValues): ValueId {
  const [result] = op?.results ?? [];
  return result === undefined ? '' : sourceId(values.idOf(result));
}

const NO_ARGUMENTS: readonly BlockArgument[] = [];

function argumentsOf(op: Operation): readonly BlockArgument[] {
  if (op.regions.length === 0) return NO_ARGUMENTS;
  return op.regions.flatMap(({ blocks }) => [...blocks].flatMap((block) => [...block.arguments]));
}

/** Returns whether an operation only changes which devices hold a value. */
function isMovement(op: Operation): boolean {
  return isCollectiveOp(op) || op instanceof ReshardOp || collectiveName(op.name) !== null;
}

/** Returns whether an operation is the same as one of the source, or a kernel with its result, not a part of it that each device computes. */
function isCopy(op: Operation, source: Operation): boolean {
  const isSame = operationKind(op) === operationKind(source) || isFusionCall(op);
  return isSame && !isPartLocation(op.location);
}

/** Returns whether the results of an operation have the types of those of another one, or padded ones. */
function computesWhole({ results }: Operation, source: Operation): boolean {
  return source.results.every(({ type }, i) => {
    const own = results[i]?.type;
    return own === type || (own !== undefined && isPaddedFrom(own, type));
  });
}

/** Returns whether the results of an operation can be shards of those of another one, or all of them. */
function computesShards({ results }: Operation, source: Operation): boolean {
  return source.results.every(({ type }, i) => results[i] !== undefined && isShardOf(results[i].type, type));
}

/** The outermost of some operations around another one; that one itself where none is. */
function outermostOf(around: ReadonlySet<Operation>, op: Operation): Operation {
  let outermost = op;
  for (let outer = op.parentOp; outer !== null; outer = outer.parentOp)
    if (around.has(outer)) outermost = outer;
  return outermost;
}
