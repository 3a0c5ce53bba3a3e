import { groupOf } from '../definition/segments.ts';
import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import type { AnyOpClass } from '../definition/define-op.ts';
import type { Block } from '../ir/block.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { Value } from '../ir/value.ts';
import { OperationNumbers } from './operation-numbers.ts';
import type { ValueNaming } from './print-options.ts';

/** Receives the names that an operation suggests for its results or for the arguments of its regions. */
export type NameSuggestion = (value: Value, name: string) => void;

/** Counters of one scope; nested regions start from their parent's. */
interface Counters {
  value: number;
  argument: number;
  conflict: number;
}

/**
 * Names of all values and blocks below an operation, as MLIR's printer gives them: results are numbered in
 * program order for a whole region before the regions nested in it, which continue the count; names that
 * operations suggest are made unique within their scope.
 */
export class ValueNames implements ValueNaming {
  /** Numbers of operations whose only result has no other name: most operations, so that no text is kept of them. */
  readonly #numbers = new OperationNumbers();
  /** Other names with the percent sign; for results beyond the first of a group, of the group's first. */
  readonly #names = new Map<Value, string>();
  readonly #blocks = new Map<Block, string>();
  /** First result index of each group of operations whose results have several names. */
  readonly #groups = new Map<Operation, readonly number[]>();
  readonly #suggests: boolean;

  /** @param suggests whether operations may suggest names; the generic form has numbers only. */
  constructor(root: Operation, suggests: boolean) {
    this.#suggests = suggests;
    this.#nameRoot(root);
  }

  /** The name of a value as an operand: `%3`, `%3#1`. */
  operand(value: Value): string {
    return this.#nameOf(value) ?? '<<UNKNOWN SSA VALUE>>';
  }

  #nameOf(value: Value): string | undefined {
    const number = value.definingOp === null ? null : this.#numbers.get(value.definingOp);
    return number === null ? this.#names.get(value) : `%${number}`;
  }

  block(block: Block): string {
    return this.#blocks.get(block) ?? '^INVALIDBLOCK';
  }

  /** Returns the text before the equals sign: `%0`, `%0:2`, `%a, %b:2`. */
  results(op: Operation): string {
    if (op.resultCount === 1) return this.#nameOf(op.getResult())!;
    const starts = this.#groups.get(op) ?? [0];
    return starts
      .map((start, i) => {
        const count = (starts[i + 1] ?? op.resultCount) - start;
        const name = this.#nameOf(op.getResult(start))!.split('#')[0]!;
        return count === 1 ? name : `${name}:${count}`;
      })
      .join(', ');
  }

  #nameRoot(root: Operation): void {
    const counters: Counters = { value: 0, argument: 0, conflict: 0 };
    const used = new Set<string>();
    // The root's own results come first, as if it stood in a block of its own.
    this.#nameResults(root, counters, used);
    const work: { region: Region; counters: Counters; outer: readonly Set<string>[] }[] = [];
    // Without suggestions a number names one value of the whole text, as in MLIR's generic form.
    const inherited = (from: Counters): Counters => (this.#suggests ? { ...from } : from);
    for (const region of root.regions) work.push({ region, counters: inherited(counters), outer: [used] });
    while (work.length > 0) {
      const { region, counters: own, outer } = work.pop()!;
      const names = new Set<string>();
      const scopes = [...outer, names];
      const nested: Operation[] = [];
      this.#nameRegion(region, own, scopes, nested);
      for (const op of nested)
        for (const inner of op.regions) work.push({ region: inner, counters: inherited(own), outer: scopes });
    }
  }

  #nameRegion(region: Region, counters: Counters, scopes: readonly Set<string>[], nested: Operation[]): void {
    const parent = region.parent;
    if (this.#suggests)
      suggestedBy(parent)?.((value, name) => {
        if (value.definingOp === null && value.parentBlock?.parent === region)
          this.#set(value, unique(name, counters, scopes));
      });
    region.blocks.forEach((block, i) => this.#blocks.set(block, `^bb${i}`));
    region.blocks.forEach((block, i) => {
      for (const argument of block.arguments) {
        if (this.#names.has(argument)) continue;
        this.#set(
          argument,
          i === 0 ? unique(`arg${counters.argument++}`, counters, scopes) : String(counters.value++),
        );
      }
      this.#numbers.begin(block);
      for (let op = block.firstOp; op !== null; op = op.next) {
        checkInterruptAfter(STEPS_PER_OPERATION);
        if (op.resultCount > 0) this.#nameResults(op, counters, scopes);
        if (op.regions.length > 0) nested.push(op);
      }
    });
  }

  #nameResults(op: Operation, counters: Counters, scopes: readonly Set<string>[] | Set<string>): void {
    if (op.resultCount === 0) return;
    const chain = scopes instanceof Set ? [scopes] : scopes;
    if (!this.#suggests || !hasSuggestions(op)) {
      this.#setGroup(op, 0, op.resultCount, counters.value++);
      return;
    }
    const suggested = new Map<Value, string>();
    const suggest = suggestedBy(op);
    if (suggest === null) suggestDeclaredNames(op, suggested);
    else
      suggest((value, name) => {
        if (value.definingOp === op) suggested.set(value, name);
      });
    const starts: number[] = [0];
    for (const result of op.results) if (result.index > 0 && suggested.has(result)) starts.push(result.index);
    if (starts.length > 1) this.#groups.set(op, starts);
    starts.forEach((start, i) => {
      const end = starts[i + 1] ?? op.resultCount;
      const suggestion = suggested.get(op.getResult(start));
      const name = suggestion === undefined ? counters.value++ : unique(suggestion, counters, chain);
      this.#setGroup(op, start, end, name);
    });
  }

  /** Names the results from `start` to `end`, which share a name. */
  #setGroup(op: Operation, start: number, end: number, name: string | number): void {
    if (op.resultCount === 1 && typeof name === 'number' && this.#numbers.set(op, name)) return;
    for (let index = start; index < end; index++) {
      this.#set(op.getResult(index), end - start === 1 ? String(name) : `${name}#${index - start}`);
    }
  }

  #set(value: Value, name: string): void {
    this.#names.set(value, `%${name}`);
  }
}

type Suggest = (report: NameSuggestion) => void;

function suggestedBy(op: Operation): Suggest | null {
  // The constructor of an operation is an op class; unregistered ones have no suggestions.
  const { suggestNames } = op.constructor as unknown as AnyOpClass;
  return suggestNames === undefined ? null : (report) => suggestNames(op as never, report);
}

function hasSuggestions(op: Operation): boolean {
  return op.definition.results.length > 1 || suggestedBy(op) !== null;
}

// MLIR generates names from the declaration for operations that declare at least two results: each names the first of its
// values, if there are any.
function suggestDeclaredNames(op: Operation, suggested: Map<Value, string>): void {
  op.definition.results.forEach(({ name }, i) => {
    const [start, count] = groupOf(op, 'result', i);
    const result = op.results[start];
    if (count > 0 && result !== undefined) suggested.set(result, name);
  });
}

/** The name itself if it is free in all scopes around, else with the next number of the scope. */
function unique(suggestion: string, counters: Counters, scopes: readonly Set<string>[]): string {
  const base = sanitize(suggestion);
  const isTaken = (name: string): boolean => {
    for (let i = scopes.length - 1; i >= 0; i--) if (scopes[i]!.has(name)) return true;
    return false;
  };
  let name = base;
  while (isTaken(name)) name = `${base}_${counters.conflict++}`;
  scopes.at(-1)!.add(name);
  return name;
}

function sanitize(name: string): string {
  if (/^[A-Za-z_$.-][A-Za-z0-9_$.-]*$/.test(name)) return name;
  const start = /^[0-9]/.test(name) ? '_' : '';
  return (
    start +
    name.replace(/[^A-Za-z0-9_$.-]/g, (character) =>
      character === ' ' ? '_' : character.charCodeAt(0).toString(16).toUpperCase(),
    )
  );
}
