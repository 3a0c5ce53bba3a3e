import { FuncOp, programEntry } from '@shardform/dialect-func';
import { DataFlowEdgeOp, NamedComputationOp } from '@shardform/dialect-sdy';
import { WhileOp } from '@shardform/dialect-stablehlo';
import {
  BlockArgument,
  ModuleOp,
  oneLine,
  type Operation,
  positionOf,
  StringAttr,
  type Value,
  ValueNames,
} from '@shardform/ir-core';
import { scopeOf, userNameOf } from './location-names.ts';
import { ValueCounterparts } from './operation-tags.ts';
import { briefName, nameText, operationTitle, originName, type ValueName } from './origin-text.ts';
import type { ValueOrigin } from './value-origin.ts';
import { ValueOrigins } from './value-origins.ts';

/** The values of a program by their names in its text and in the user's program. */
export class NamedValues {
  readonly #byName = new Map<string, Value[]>();
  readonly #names = new Map<Value, string>();
  readonly #file: string | null;
  #originals: ValueCounterparts | null = null;
  #origins: ValueOrigins | null = null;
  #entry: FuncOp | null = null;

  /** @param file of the text; its lines are no lines of the program that it was made from. */
  constructor(file: string | null = null) {
    this.#file = file;
  }

  /** Records a name; results of one operation share theirs. */
  add(name: string, values: readonly Value[]): void {
    values.forEach((value, i) => {
      const own = values.length === 1 ? name : `${name}#${i}`;
      this.#names.set(value, own);
      this.#addSpelling(own, value);
      if (i === 0 && own !== name) this.#addSpelling(name, value);
    });
  }

  #addSpelling(spelling: string, value: Value): void {
    const known = this.#byName.get(spelling);
    if (known === undefined) this.#byName.set(spelling, [value]);
    else known.push(value);
  }

  /** Gives the names of a value to the one that replaces it in the program. */
  replace(value: Value, by: Value): void {
    const name = this.#names.get(value);
    const known = name === undefined ? undefined : this.#byName.get(name);
    if (name === undefined || known === undefined) return;
    this.#names.delete(value);
    this.#names.set(by, name);
    known[known.indexOf(value)] = by;
  }

  /** Names the values of a program that was not read from text as its text would name them. */
  addPrinted(module: ModuleOp): void {
    const printed = new ValueNames(module, true);
    module.walk((op) => {
      if (op.results.length > 0) this.add(printed.operand(op.getResult()).replace(/#0$/, ''), op.results);
      for (const region of op.regions)
        for (const block of region.blocks)
          for (const argument of block.arguments) this.add(printed.operand(argument), [argument]);
    }, 'pre');
  }

  /** Lets copies of the values of a module with tags have the names of the originals; see {@link tagOperations}. */
  addCopiesOf(module: ModuleOp): void {
    this.#originals = new ValueCounterparts(module);
    this.#origins = this.#originsIn(module);
    this.#entry = programEntry(module);
  }

  /** The values of a name such as `%3`, in the order of the program, in all functions. */
  find(name: string): readonly Value[] {
    return this.#byName.get(name.startsWith('%') ? name : `%${name}`) ?? [];
  }

  /** Names that values have in the text. */
  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** The name of a value in the text, `%3`; `null` if it has none. */
  textName(value: Value): string | null {
    return this.#names.get(value) ?? null;
  }

  /** The value of the original program that another one was derived from; itself if it is one. */
  original(value: Value): Value {
    const { definingOp } = value;
    // Data flow edges are inserted by passes.
    if (definingOp instanceof DataFlowEdgeOp) return this.original(definingOp.input);
    if (this.#names.has(value)) return value;
    return this.#originals?.of(value)[0] ?? value;
  }

  /** The name of a value for users: its name as an argument, its name in the text, or a description. */
  describe(value: Value): string {
    const original = this.original(value);
    const isInside = isPassedOn(original) || this.#functionPrefix(original) !== '';
    const inside = isInside && userNameOf(original) === null ? this.userName(value) : null;
    if (inside !== null) return inside;
    const own = userNameOf(original) ?? this.#names.get(original) ?? null;
    if (own !== null) return `${this.#functionPrefix(original)}${oneLine(own)}`;
    if (original instanceof BlockArgument)
      return `argument ${original.index} of ${describeOp(original.owner.parentOp)}`;
    const { definingOp } = original;
    return definingOp === null ? 'a value' : `the result of ${describeOp(definingOp)}`;
  }

  /**
   * Returns the name by which commands refer to a value of the program as it was given: `%3`, `@f:%3`; `null` for
   * values that passes made.
   */
  reference(value: Value): string | null {
    const original = this.original(value);
    const name = this.textName(original);
    return name === null ? null : `${this.#functionPrefix(original)}${name}`;
  }

  /** The value that {@link reference} calls by a name; `null` for none. */
  referred(reference: string): Value | null {
    const name = reference.replace(/^@[^:]*:/, '');
    return this.find(name).find((value) => this.reference(value) === reference) ?? null;
  }

  /**
   * The name of a value in the user's program, seen through loops and calls; `null` where that says neither a name nor a line.
   *
   * @param source the value of the program as it was given that it is, or was derived from.
   */
  nameOf(value: Value, source: Value = this.original(value)): ValueName | null {
    const origin = this.#originOf(value, source);
    return origin === null ? null : originName(origin, this.#file);
  }

  /**
   * Returns the name of a value inside of a sentence: the path of an argument, whole or in parts, or the operation that computes it,
   * `mul (model.py:36)`, or its name in the text, `%3`; `null` for what passes made.
   */
  briefName(value: Value): string | null {
    const source = this.original(value);
    const origin = this.#originOf(value, source);
    const name = origin === null ? null : briefName(origin, this.#file);
    return name ?? this.textName(source);
  }

  /** Returns whether a value is an argument of the program, whole or in parts. */
  isArgument(value: Value): boolean {
    const source = this.original(value);
    if (this.#entry !== null && source.parentBlock?.parentOp === this.#entry && source.definingOp === null)
      return true;
    let origin = this.#originOf(value, source);
    while (origin?.kind === 'slice' || origin?.kind === 'element' || origin?.kind === 'converted')
      origin = origin.of;
    return origin?.kind === 'argument';
  }

  /**
   * Returns an operation for people, with its line in the user's program: `dot_general (model.py:14)`.
   *
   * @param source that of the program as it was given which it is, or was made from.
   */
  operationTitle(op: Operation, source: Operation): string {
    const origins = this.#origins;
    return operationTitle(
      source,
      origins?.callsAround(source, origins.pathAt(op.location)) ?? [],
      this.#file,
    );
  }

  /** The origin of a value in the user's program; `null` where its name in the text tells more. */
  #originOf(value: Value, source: Value): ValueOrigin | null {
    const module = this.#origins === null ? moduleAround(source) : null;
    if (module !== null) this.#origins = this.#originsIn(module);
    const path = this.#origins?.pathAt(value.definingOp?.location ?? value.location);
    const origin = this.#origins?.of(source, path) ?? null;
    // Where nothing has a name but in the text, names that people write there are theirs.
    const own = this.#names.get(source) ?? '';
    const isItself = origin?.kind === 'argument' && origin.name === own;
    return origin !== null && isOfText(origin) && (isItself || !NUMBERED.test(own)) ? null : origin;
  }

  /** The text of {@link nameOf}. */
  userName(value: Value, source: Value = this.original(value)): string | null {
    const name = this.nameOf(value, source);
    return name === null ? null : nameText(name);
  }

  /** The name of an argument, or the name scopes of an operation and its name as the program has them; `null` if unknown. */
  scopedName(value: Value): string | null {
    const original = this.original(value);
    return userNameOf(original) ?? (original.definingOp === null ? null : scopeOf(original.definingOp));
  }

  /**
   * Returns whether an operation belongs to a backward pass.
   *
   * @param source that of the program as it was given which it is, or was made from.
   */
  isBackward(op: Operation, source: Operation): boolean {
    return this.#origins?.isBackward(source, this.#origins.pathAt(op.location)) ?? false;
  }

  #originsIn(module: ModuleOp): ValueOrigins {
    return new ValueOrigins(module, { file: this.#file, nameOf: (value) => this.textName(value) });
  }

  /** `@f:` for values of other functions than the main one, which may have the same names. */
  #functionPrefix(value: Value): string {
    const func = this.#entry === null ? null : functionOf(value);
    return func === null || func === this.#entry ? '' : `@${oneLine(func.symName.value)}:`;
  }
}

/** Names that printers make. */
const NUMBERED = /^%(?:arg|iterArg)?_?\d*(?:_\d+)?(?:#\d+)?$/;

/** Returns whether an origin is told by the name of an argument in the text, or by no name. */
function isOfText(origin: ValueOrigin): boolean {
  if (origin.kind === 'argument') return !origin.isOfUser;
  if (origin.kind === 'either') return isOfText(origin.first);
  return origin.kind === 'counter' || (origin.kind !== 'computed' && isOfText(origin.of));
}

/** Returns whether a value is what a loop or a function hands on, which has no line of its own. */
function isPassedOn(value: Value): boolean {
  return value instanceof BlockArgument || value.definingOp instanceof WhileOp;
}

function moduleAround(value: Value): ModuleOp | null {
  let op: Operation | null = functionOf(value);
  while (op !== null && !(op instanceof ModuleOp)) op = op.parentOp;
  return op;
}

/** Returns the function around a value. */
export function functionOf(value: Value): FuncOp | null {
  let op: Operation | null = value.definingOp ?? value.parentBlock?.parentOp ?? null;
  while (op !== null && !(op instanceof FuncOp)) op = op.parentOp;
  return op;
}

/** Returns the calls that were replaced by the body around a value, the innermost first. */
export function callsAround(value: Value): NamedComputationOp[] {
  const calls: NamedComputationOp[] = [];
  let op: Operation | null = value.definingOp?.parentOp ?? value.parentBlock?.parentOp ?? null;
  for (; op !== null; op = op.parentOp) if (op instanceof NamedComputationOp) calls.push(op);
  return calls;
}

/** The name of the function whose body a computation has. */
function nameOf(op: NamedComputationOp): string {
  const name = op.getAttr('name');
  return name instanceof StringAttr ? oneLine(name.value) : '';
}

/** `stablehlo.add (step.mlir:7)`. */
export function describeOp(op: Operation | null): string {
  if (op === null) return 'nothing';
  if (op instanceof FuncOp) return `@${oneLine(op.symName.value)}`;
  if (op instanceof NamedComputationOp) return `the call of @${nameOf(op)}`;
  const place = locationOf(op);
  return place === null ? op.name : `${op.name} (${place})`;
}

/** `file:line` of an operation, or `null`. */
export function locationOf(op: Operation): string | null {
  const position = positionOf(op.location);
  return position === null ? null : `${oneLine(position.file)}:${position.line}`;
}
