import { isCollectiveOp, ReshardOp } from '@shardform/dialect-sdy';
import { type Block, BlockArgument, type Operation } from '@shardform/ir-core';
import { scopeOf } from '../names/location-names.ts';
import { nameScopes } from '../names/name-scopes.ts';
import { findRepeats } from './repeats.ts';

/** An operation of a block, or several that belong together. */
export type GroupItem = Operation | OperationGroup;

/** Operations of a block that belong together. */
export class OperationGroup {
  /** A name scope, all copies of a part that repeats, one of these copies, or what is between. */
  readonly role: 'scope' | 'repeat' | 'copy' | 'part';
  readonly title: string;
  /** In an order in which each is behind all of its operands. */
  readonly items: readonly GroupItem[];
  /** Of a repeat, whether its copies communicate alike. */
  readonly isAlike: boolean;

  constructor(role: OperationGroup['role'], title: string, items: readonly GroupItem[], isAlike = true) {
    this.role = role;
    this.title = title;
    this.items = items;
    this.isAlike = isAlike;
  }

  /** All operations, those of groups inside of it as well. */
  *operations(): Generator<Operation> {
    for (const item of this.items)
      if (item instanceof OperationGroup) yield* item.operations();
      else yield item;
  }
}

/** A name scope of fewer operations is no group. */
const LEAST_SCOPE = 3;
/** What is left between repeats is a group from so many operations on. */
const LEAST_PART = 4;
/** The share of a layer that what is before it must exceed to be a part of its own. */
const LITTLE = 0.1;
/** A part is called by so many of its operations. */
const MOST_NAMED = 3;

/**
 * Groups the operations of a block: by their name scopes, and where these tell nothing, by parts that repeat, such as the
 * layers of a model. Constants are in the group of their first user.
 */
export function groupOperations(block: Block): readonly GroupItem[] {
  const users = firstUsers(block);
  const terminator = block.terminator;
  const body = [...block].filter((op) => !users.has(op) && op !== terminator);
  const attached = new Map<Operation, Operation[]>();
  const alone: Operation[] = [];
  for (const [op, user] of users) {
    if (user === null || user === terminator) alone.push(op);
    else attached.set(user, [...(attached.get(user) ?? []), op]);
  }
  const items = groupByScope(body, 0);
  const withConstants = (item: GroupItem): readonly GroupItem[] =>
    item instanceof OperationGroup
      ? [new OperationGroup(item.role, item.title, item.items.flatMap(withConstants), item.isAlike)]
      : [...(attached.get(item) ?? []), item];
  return [...alone, ...items.flatMap(withConstants), ...(terminator === null ? [] : [terminator])];
}

/** What is computed of constants only, with the first operation that uses it and does more; `null` for none. */
function firstUsers(block: Block): ReadonlyMap<Operation, Operation | null> {
  const users = new Map<Operation, Operation | null>();
  for (const op of block) {
    const sources = op.operandValues().map(({ definingOp }) => definingOp);
    const isConstant =
      op.regions.length === 0 &&
      op.results.length > 0 &&
      sources.every((source) => source !== null && users.has(source));
    if (isConstant) users.set(op, null);
  }
  const order = new Map<Operation, number>();
  for (const op of block) order.set(op, order.size);
  // Users come after what they use: backwards, theirs are known.
  for (const op of [...users.keys()].toReversed()) {
    let first: Operation | null = null;
    for (const result of op.results)
      for (const { owner } of result.uses()) {
        const direct = block.findAncestorOp(owner);
        const user = direct !== null && users.has(direct) ? users.get(direct)! : direct;
        if (user !== null && (first === null || order.get(user)! < order.get(first)!)) first = user;
      }
    users.set(op, first);
  }
  return users;
}

/** Groups operations by the name scope at a depth. */
function groupByScope(ops: readonly Operation[], depth: number): GroupItem[] {
  const runs: { readonly scope: string | null; readonly ops: Operation[] }[] = [];
  for (const op of ops) {
    const scope = scopesOf(op)[depth] ?? null;
    const last = runs.at(-1);
    if (last?.scope === scope) last.ops.push(op);
    else runs.push({ scope, ops: [op] });
  }
  if (runs.every(({ scope }) => scope === null)) return groupByRepeats(ops);
  const items = runs.flatMap(({ scope, ops: own }): GroupItem[] => {
    if (scope === null) return groupByRepeats(own);
    const inner = groupByScope(own, depth + 1);
    if (own.length < LEAST_SCOPE) return inner;
    const [only] = inner;
    return inner.length === 1 && only instanceof OperationGroup && only.role === 'scope'
      ? [new OperationGroup('scope', `${scope}/${only.title}`, only.items)]
      : [new OperationGroup('scope', scope, inner)];
  });
  return foldAlikeScopes(items);
}

function scopesOf(op: Operation): readonly string[] {
  const name = scopeOf(op);
  return name === null ? [] : nameScopes(name);
}

/** Puts neighbouring scopes that differ in their number only into one group. */
function foldAlikeScopes(items: readonly GroupItem[]): GroupItem[] {
  const folded: GroupItem[] = [];
  let run: OperationGroup[] = [];
  const close = (): void => {
    const [first] = run;
    if (run.length < 2 || first === undefined) folded.push(...run);
    else {
      const copies = run.map(({ title, items: own }) => new OperationGroup('copy', title, own));
      const alike = run.every((group) => isSameWork([...first.operations()], [...group.operations()]));
      folded.push(new OperationGroup('repeat', `${first.title} to ${run.at(-1)!.title}`, copies, alike));
    }
    run = [];
  };
  const pattern = ({ title }: OperationGroup): string => title.replace(/\d+/g, '#');
  for (const item of items) {
    const isScope = item instanceof OperationGroup && item.role === 'scope' && /\d/.test(item.title);
    if (!isScope || (run.length > 0 && pattern(run[0]!) !== pattern(item))) close();
    if (isScope) run.push(item);
    else folded.push(item);
  }
  close();
  return folded;
}

/** Groups operations by parts that repeat. */
function groupByRepeats(ops: readonly Operation[]): GroupItem[] {
  const compared = ops.flatMap((op, i) => (isMovement(op) ? [] : [i]));
  const numbers = new Map<string, number>();
  const sequence = compared.map((i) => {
    const key = workOf(ops[i]!);
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key)!;
  });
  const repeats = findRepeats(sequence);
  if (repeats.length === 0) return [...ops];
  const positions = new Map(ops.map((op, i) => [op, i]));
  const items: GroupItem[] = [];
  const layers = new Layers();
  let at = 0;
  for (const { start, period, count, slack } of repeats) {
    const cut = (offset: number): number[] =>
      Array.from({ length: count + 1 }, (_, i) => compared[start + offset + i * period] ?? ops.length);
    const cuts = Array.from({ length: slack + 1 }, (_, offset) => cut(offset));
    // Layers hand on the least.
    const [best] = cuts
      .map((own) => ({ own, crossing: crossings(ops, own, positions) }))
      .sort((a, b) => a.crossing - b.crossing);
    const bounds = best!.own;
    items.push(...partsOf(ops.slice(at, bounds[0]), layers));
    const parts = bounds.slice(1).map((to, i) => ops.slice(bounds[i], to));
    const titles = layers.titles(parts);
    const copies = parts.map((own, i) => new OperationGroup('copy', titles.copies[i]!, own));
    const isAlike = parts.every((own) => isSameWork(parts[0]!, own));
    items.push(new OperationGroup('repeat', titles.all, copies, isAlike));
    at = bounds.at(-1)!;
  }
  items.push(...partsOf(ops.slice(at), layers));
  return items;
}

/** Number of values that are handed from one part to the next. */
function crossings(
  ops: readonly Operation[],
  cuts: readonly number[],
  positions: ReadonlyMap<Operation, number>,
): number {
  let count = 0;
  for (const [i, from] of cuts.slice(0, -1).entries()) {
    const seen = new Set<Operation>();
    for (const op of ops.slice(from, cuts[i + 1]))
      for (const { definingOp } of op.operandValues()) {
        const position = definingOp === null ? undefined : positions.get(definingOp);
        if (position !== undefined && position < from) seen.add(definingOp!);
      }
    count += seen.size;
  }
  return count;
}

/** Numbers layers: repeated parts that use arguments which no other of them uses. */
class Layers {
  /** By argument, the number of the layer that uses it. */
  readonly #numbers = new Map<BlockArgument, number>();
  #hasBackward = false;

  /** The layer whose arguments an operation uses; `null` for none, or several. */
  numberOf(op: Operation): number | null {
    const used = new Set(argumentsOf(op).flatMap((value) => this.#numbers.get(value) ?? []));
    const [only] = used;
    return used.size === 1 && only !== undefined ? only : null;
  }

  /** Titles of parts that are not among repeats, by the layers whose arguments they use. */
  otherTitles(numbers: readonly number[]): readonly string[] {
    const isBackward = this.#hasBackward || (numbers.length > 1 && numbers[0]! > numbers.at(-1)!);
    return numbers.map((number) => `Layer ${number}, ${isBackward ? 'backward' : 'continued'}`);
  }

  titles(parts: readonly (readonly Operation[])[]): { readonly all: string; readonly copies: string[] } {
    const used = parts.map((ops) => new Set(ops.flatMap(argumentsOf)));
    const known = used.map((own) =>
      mostFrequent([...own].flatMap((value) => this.#numbers.get(value) ?? [])),
    );
    const last = parts.length - 1;
    if (known.every((number) => number !== null)) {
      const isBackward = known[0]! > known[last]!;
      this.#hasBackward ||= isBackward;
      const note = isBackward ? ', backward' : ', continued';
      const title = `Layers ${known[0]!} to ${known[last]!}${note}`;
      return { all: title, copies: known.map((number) => `Layer ${number}${note}`) };
    }
    const counts = new Map<BlockArgument, number>();
    for (const own of used) for (const value of own) counts.set(value, (counts.get(value) ?? 0) + 1);
    const owned = used.map((own) => [...own].filter((value) => counts.get(value) === 1));
    if (this.#numbers.size > 0 || owned.some((own) => own.length === 0))
      return {
        all: `${parts.length} equal parts`,
        copies: parts.map((_, i) => `Part ${i + 1} of ${parts.length}`),
      };
    for (const [number, values] of owned.entries())
      for (const value of values) this.#numbers.set(value, number);
    return { all: `Layers 0 to ${last}`, copies: parts.map((_, i) => `Layer ${i}`) };
  }
}

function argumentsOf(op: Operation): BlockArgument[] {
  return op.operandValues().filter((value): value is BlockArgument => value instanceof BlockArgument);
}

function mostFrequent(numbers: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Groups what is between repeats: by layers that are like no others, as the last one often is in the backward pass. */
function partsOf(ops: readonly Operation[], layers: Layers): GroupItem[] {
  const runs: { readonly number: number; readonly first: number; last: number }[] = [];
  for (const [i, op] of ops.entries()) {
    const number = layers.numberOf(op);
    if (number === null) continue;
    const run = runs.at(-1);
    if (run?.number === number) run.last = i;
    else runs.push({ number, first: i, last: i });
  }
  const numbers = runs.map(({ number }) => number);
  if (numbers.length === 0 || new Set(numbers).size < numbers.length) return partOf(ops, null);
  const cuts = runs.map(({ first }, i) => narrowest(ops, i === 0 ? 0 : runs[i - 1]!.last + 1, first));
  // Little that is before belongs to the layer.
  if (cuts[0]! < LITTLE * ((cuts[1] ?? ops.length) - cuts[0]!)) cuts[0] = 0;
  return [
    ...partOf(ops.slice(0, cuts[0]), null),
    ...layers.otherTitles(numbers).flatMap((title, i) => partOf(ops.slice(cuts[i], cuts[i + 1]), title)),
  ];
}

/** The position within bounds, both inclusive, before which the fewest values are computed that are used behind it. */
function narrowest(ops: readonly Operation[], from: number, to: number): number {
  const positions = new Map(ops.map((op, i) => [op, i]));
  const lastUses = new Map<Operation, number>();
  for (const [i, op] of ops.entries())
    for (const { definingOp } of op.operandValues()) if (definingOp !== null) lastUses.set(definingOp, i);
  const crossing = new Array<number>(ops.length + 1).fill(0);
  // What comes from before is needed from the beginning.
  for (const [op, last] of lastUses)
    for (let cut = (positions.get(op) ?? -1) + 1; cut <= last; cut++) crossing[cut]! += 1;
  let best = to;
  for (let cut = to; cut >= from; cut--) if (crossing[cut]! < crossing[best]!) best = cut;
  return best;
}

/** A group of operations, or these where they are few. @param title `null` for that of what they are. */
function partOf(ops: readonly Operation[], title: string | null): GroupItem[] {
  if (ops.length < LEAST_PART) return [...ops];
  const names = [...new Set(ops.map(shortName))];
  const listed = names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', …' : '');
  return [new OperationGroup('part', title ?? listed, ops)];
}

/** The name of an operation without that of its dialect. */
function shortName({ name }: Operation): string {
  return name.slice(name.indexOf('.') + 1);
}

/** Operations do the same if they have the same name and types. */
function workOf(op: Operation): string {
  return `${op.name} ${op.resultTypes().join()}`;
}

function isSameWork(a: readonly Operation[], b: readonly Operation[]): boolean {
  return a.length === b.length && a.every((op, i) => workOf(op) === workOf(b[i]!));
}

/** Returns whether an operation only changes which devices hold a value. */
function isMovement(op: Operation): boolean {
  return isCollectiveOp(op) || op instanceof ReshardOp;
}
