import { FuncOp } from '@shardform/dialect-func';
import { functionOf, type NamedValues } from '@shardform/inspect';
import { type Block, type ModuleOp, type Operation, type Value, type ValueNaming } from '@shardform/ir-core';
import { isDerived, sourceId } from './value-id.ts';
import type { StageValues, ValueIdentities } from './value-identities.ts';

/**
 * Names of the values of one version of a program that are those of its source, so that a value has one name through all
 * stages: `%4` is `%4` wherever it is, `%v4.1` is the first value that passes derived from it, `%relu.0` is a value of
 * `@relu` that was inlined. The text under these names is valid.
 */
export class StableNames implements ValueNaming {
  readonly #names = new Map<Value, string>();
  /** Of operations with several results, the names before the equals sign: `%a, %b:2`. */
  readonly #results = new Map<Operation, string>();
  readonly #blocks = new Map<Block, string>();
  readonly #used = new Map<FuncOp | null, UsedNames>();

  /** @param names of the values of the source. */
  constructor(module: ModuleOp, values: StageValues, identities: ValueIdentities, names: NamedValues) {
    const wanted = (value: Value): string => wantedName(value, values, identities, names);
    // Names of the source precede those that are made from them.
    for (const isOwn of [true, false])
      for (const value of values.all) {
        if (/[~+]/.test(values.idOf(value)) === isOwn) continue;
        if (value.definingOp === null) this.#names.set(value, `%${this.#take(value, wanted(value))}`);
        else if (value.definingOp.results[0] === value) this.#nameResults(value.definingOp, wanted);
      }
    module.walk((op) => this.#nameBlocks(op), 'pre');
  }

  operand(value: Value): string {
    return this.#names.get(value) ?? '%?';
  }

  block(block: Block): string {
    return this.#blocks.get(block) ?? '^INVALIDBLOCK';
  }

  results(op: Operation): string {
    return this.#results.get(op) ?? this.operand(op.results[0]!);
  }

  /** Results whose names differ by their number only share a name, as in the text of the source. */
  #nameResults(op: Operation, wanted: (value: Value) => string): void {
    const groups: { readonly name: string; readonly members: Value[] }[] = [];
    for (const result of op.results) {
      const [name] = wanted(result).split('#');
      const last = groups.at(-1);
      if (last !== undefined && last.name === name) last.members.push(result);
      else groups.push({ name: name!, members: [result] });
    }
    const texts = groups.map(({ name, members }) => {
      const own = `%${this.#take(members[0]!, name)}`;
      for (const [i, member] of members.entries())
        this.#names.set(member, members.length === 1 ? own : `${own}#${i}`);
      return members.length === 1 ? own : `${own}:${members.length}`;
    });
    if (op.results.length > 1) this.#results.set(op, texts.join(', '));
  }

  /** The name itself if it is free in the function, else with the next number. */
  #take(value: Value, name: string): string {
    const func = functionOf(value);
    let used = this.#used.get(func);
    if (used === undefined) this.#used.set(func, (used = { names: new Set(), next: new Map() }));
    let own = name;
    // What is derived from one value is numbered in the order of the program; smaller numbers stay taken.
    let i = used.next.get(name) ?? 1;
    if (i > 1) own = numbered(name, i - 1);
    for (; used.names.has(own); i++) own = numbered(name, i);
    used.next.set(name, i);
    used.names.add(own);
    return own;
  }

  #nameBlocks(op: Operation): void {
    for (const region of op.regions)
      for (const [i, block] of [...region.blocks].entries()) this.#blocks.set(block, `^bb${i}`);
  }
}

/** The names of values of a function. */
interface UsedNames {
  readonly names: Set<string>;
  /** By wanted name, the number to try next. */
  readonly next: Map<string, number>;
}

/** A name after some number of others that are wanted alike. */
function numbered(name: string, others: number): string {
  return /\.\d+$/.test(name) ? name.replace(/\d+$/, String(others + 1)) : `${letterFirst(name)}_${others}`;
}

/** A name without the percent sign, not necessarily unique; `a#1` for a result that shares its name. */
function wantedName(
  value: Value,
  values: StageValues,
  identities: ValueIdentities,
  names: NamedValues,
): string {
  const id = values.idOf(value);
  const source = identities.source.find(sourceId(id));
  const text = source === null ? 'v' : (names.textName(source)?.slice(1) ?? 'v');
  const prefix = source === null ? '' : inlinedFrom(source, value);
  const own = prefix + text;
  if (isDerived(id)) return `${letterFirst(own.replace('#', '_'))}.1`;
  return id.includes('~') ? letterFirst(own) : own;
}

/** The name of the function that a value was inlined from, `relu.`; empty for values of the function that they are in. */
function inlinedFrom(source: Value, value: Value): string {
  const from = functionOf(source);
  const to = functionOf(value);
  if (from === null || to === null || from.symName.value === to.symName.value) return '';
  return `${from.symName.value.replace(/[^\w$.-]/g, '_').replace(/^(?=\d)/, '_')}.`;
}

/** A name of digits only is a number and can't be followed by anything. */
function letterFirst(name: string): string {
  return /^\d/.test(name) ? `v${name}` : name;
}
