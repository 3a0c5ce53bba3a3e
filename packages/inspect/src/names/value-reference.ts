import { FuncOp, programEntry } from '@shardform/dialect-func';
import { closestName, type ModuleOp, type Operation, type Value, oneLine } from '@shardform/ir-core';
import { argumentName, resultName, scopeOf } from './location-names.ts';
import { isPathEnd, namePath } from './name-path.ts';
import { functionOf, type NamedValues } from './named-values.ts';

/** A reference that means no value, or too many. */
export class ValueReferenceError extends Error {
  override readonly name = 'ValueReferenceError';
}

/** As many candidates are listed in a message. */
const MOST_LISTED = 6;

/**
 * Returns the values that a person means. These are understood, in this order:
 * - `%3`, `3`: the value of the text, of the entry function unless another one is named, or only another one has it;
 * - `@f:%3`: that of a certain function;
 * - a name in the user's program: `p['w']`, `result['loss']`, or an end of one, `w`, `layers.0.w`;
 * - `argument 2`, `result 0` of the function, `2` for the former where the text has no `%2`;
 * - an operation's name scopes or an end of them: `block0/dot_general`.
 *
 * @returns one value, or several of one name in the regions of a function.
 * @throws ValueReferenceError
 */
export function resolveValue(
  reference: string,
  functionName: string | null,
  module: ModuleOp,
  names: NamedValues,
): readonly Value[] {
  const qualified = /^@"?([^:"]+)"?:(.+)$/.exec(reference);
  const wanted = qualified?.[1] ?? functionName?.replace(/^@/, '') ?? null;
  const text = qualified?.[2] ?? reference;
  const functions = definedFunctions(module);
  const entry =
    wanted === null
      ? programEntry(module)
      : (functions.find((func) => func.symName.value === wanted) ?? null);
  if (wanted !== null && entry === null) throw new ValueReferenceError(unknownFunction(wanted, functions));
  const all = names.find(text);
  const own = all.filter((value) => functionOf(value) === entry);
  const found =
    own.length > 0 ? own : (ownValues(text, entry, names) ?? otherValues(text, all, entry, wanted));
  if (found !== null) return found;
  throw new ValueReferenceError(
    unknownValue(reference, text, wanted === null ? functions : [entry!], wanted, names),
  );
}

/** Returns the functions of a module that have bodies. */
export function definedFunctions(module: ModuleOp): FuncOp[] {
  return [...module.body].filter((op: Operation): op is FuncOp => op instanceof FuncOp && !op.isDeclaration);
}

/** Values of other functions than the entry, where none is named; `null` when there is none. */
function otherValues(
  text: string,
  all: readonly Value[],
  entry: FuncOp | null,
  wanted: string | null,
): readonly Value[] | null {
  if (wanted !== null || all.length === 0) return null;
  const others = [...new Set(all.map((value) => functionOf(value)))];
  if (others.length === 1) return all;
  const places = others.slice(0, MOST_LISTED).map((func) => `@${oneLine(func?.symName.value ?? '')}:${text}`);
  throw new ValueReferenceError(
    entry === null
      ? `'${text}' may be any of ${places.join(', ')}`
      : `@${entry.symName.value} has no value '${text}', but other functions have: ${places.join(', ')}`,
  );
}

/** Values by their names in the user's program; `null` if there is none. */
function ownValues(text: string, entry: FuncOp | null, names: NamedValues): readonly Value[] | null {
  if (entry === null) return null;
  const signature = signatureNames(entry);
  const results = returned(entry);
  if (text === 'result' && results.length === 1) return results;
  // A number that no value has is that of an argument.
  const numbered = /^(argument|arg|result|res|)[ _]?(\d+)$/.exec(text);
  const path = namePath(text);
  // However it is spelled: p['w'], p.w.
  const exact =
    signature.find(({ name }) => name === text) ??
    signature.find(({ name }) => namePath(name).join() === path.join());
  if (exact !== undefined) return [exact.value];
  if (numbered !== null) {
    const kind = numbered[1]!.startsWith('res') ? 'result' : 'argument';
    const values = kind === 'argument' ? entry.entry.arguments : results;
    const value = values[Number(numbered[2])];
    if (value !== undefined) return [value];
  }
  return (
    only(
      text,
      signature.filter(({ name }) => isPathEnd(path, namePath(name))),
    ) ??
    only(
      text,
      scopeNames(entry, names).filter(({ name }) => isPathEnd(path, namePath(name))),
    )
  );
}

/** @throws ValueReferenceError when several values are meant. */
function only(text: string, found: readonly NamedValue[]): readonly Value[] | null {
  const values = new Set(found.map(({ value }) => value));
  if (values.size <= 1) return values.size === 0 ? null : [...values];
  const listed = found
    .slice(0, MOST_LISTED)
    .map(({ name, note }) => (note === undefined ? name : `${note} (${name})`));
  const more = found.length > MOST_LISTED ? `, ... (${found.length} in all)` : '';
  throw new ValueReferenceError(`'${text}' may be any of ${listed.join(', ')}${more}`);
}

interface NamedValue {
  readonly name: string;
  readonly value: Value;
  /** A remark that distinguishes it from others of the name. */
  readonly note?: string;
}

function signatureNames(func: FuncOp): NamedValue[] {
  const results = returned(func);
  return [
    ...func.entry.arguments.map((value, i) => ({ name: argumentName(func, i), value })),
    ...results.map((value, i) => ({ name: resultName(func, i), value })),
  ].flatMap(({ name, value }) => (name === null ? [] : [{ name, value }]));
}

function scopeNames(func: FuncOp, names: NamedValues): NamedValue[] {
  const found: NamedValue[] = [];
  func.walk((op) => {
    const name = op === func || op.results.length !== 1 ? null : scopeOf(op);
    const note = name === null ? null : names.textName(op.getResult());
    if (name !== null && note !== null) found.push({ name, value: op.getResult(), note });
  }, 'pre');
  return found;
}

/** Returns the operands of a function's return. */
export function returned(func: FuncOp): readonly Value[] {
  return func.isDeclaration ? [] : (func.body.blocks.at(-1)?.lastOp?.operandValues() ?? []);
}

function unknownFunction(name: string, functions: readonly FuncOp[]): string {
  const known = functions.map((func) => func.symName.value);
  const close = closestName(name, known);
  if (known.length === 0) return `the file has no function '@${name}': it has none with a body`;
  return `the file has no function '@${name}'; ${close === null ? `it has @${known.slice(0, MOST_LISTED).join(', @')}` : `did you mean '@${close}'?`}`;
}

function unknownValue(
  reference: string,
  text: string,
  functions: readonly FuncOp[],
  wanted: string | null,
  names: NamedValues,
): string {
  const own = functions.flatMap((func) => signatureNames(func).map(({ name }) => name));
  // Those that the user gave come first: few people know the others.
  const known = [...new Set([...own, ...names.names])];
  const close = closestName(text, known);
  const hint = close === null ? `it has ${listed(known)}` : `did you mean '${close}'?`;
  const place = wanted === null ? '' : ` in @${wanted}`;
  return `the file has no value '${reference}'${place}${known.length === 0 ? '' : `; ${hint}`}`;
}

/** The first of some names, and how many more there are. */
function listed(names: readonly string[]): string {
  const rest = names.length - MOST_LISTED;
  return names.slice(0, MOST_LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
