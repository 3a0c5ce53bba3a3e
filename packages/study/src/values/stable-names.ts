import { FuncOp } from '@shardform/dialect-func';
import { functionOf, type NamedValues } from '@shardform/inspect';
import {
  type Block,
  type ModuleOp,
  type Operation,
  type Value,
  type ValueNaming,
  lookUp,
} from '@shardform/ir-core';
import { isDerived, sourceId } from './value-id.ts';
import type { StageValues, ValueIdentities } from './value-identities.ts';

/**
 * Names of the values of one version of a program that are those of its source, so that a value has one name through all
 * stages: `%4` is `%4` wherever it is, `%v4.1` is the first value that passes derived from it, `%relu.0` is a value of
 * `@relu` that was inlined. The text under these names is valid.
 */
export class StableNames implements ValueNaming {
  readonly #names = new Map<Value, string>();
  readonly #blocks = new Map<Block, string>();

  /** @param names of the values of the source. */
  constructor(module: ModuleOp, values: StageValues, identities: ValueIdentities, names: NamedValues) {
    const wanted = new Map<Value, string>();
    for (const value of values.all) wanted.set(value, wantedName(value, values, identities, names));
    const used = new Map<FuncOp | null, Set<string>>();
    const take = (value: Value, name: string): void => {
      const func = functionOf(value);
      let taken = used.get(func);
      if (taken === undefined) used.set(func, (taken = new Set()));
      let own = name;
      for (let i = 1; taken.has(own); i++) own = `${name}_${i}`;
      taken.add(own);
      this.#names.set(value, own);
    };
    // Names of the source precede those that are made from them.
    const isOwn = (value: Value): boolean => !/[~+]/.test(values.idOf(value));
    for (const value of values.all)
      if (isOwn(value) && isFirstResult(value)) take(value, lookUp(wanted, value));
    for (const value of values.all)
      if (!isOwn(value) && isFirstResult(value)) take(value, lookUp(wanted, value));
    module.walk((op) => this.#nameBlocks(op), 'pre');
  }

  operand(value: Value): string {
    const { definingOp } = value;
    if (definingOp === null || definingOp.results.length === 1) return `%${this.#names.get(value) ?? '?'}`;
    return `%${this.#names.get(definingOp.getResult()) ?? '?'}#${definingOp.results.findIndex((result) => result === value)}`;
  }

  block(block: Block): string {
    return this.#blocks.get(block) ?? '^INVALIDBLOCK';
  }

  results(op: Operation): string {
    const name = `%${this.#names.get(op.getResult()) ?? '?'}`;
    return op.results.length === 1 ? name : `${name}:${op.results.length}`;
  }

  #nameBlocks(op: Operation): void {
    for (const region of op.regions)
      for (const [i, block] of [...region.blocks].entries()) this.#blocks.set(block, `^bb${i}`);
  }
}

/** Results of one operation share the name of the first. */
function isFirstResult(value: Value): boolean {
  return value.definingOp === null || value.definingOp.results[0] === value;
}

/** A name without the percent sign, not necessarily unique. */
function wantedName(
  value: Value,
  values: StageValues,
  identities: ValueIdentities,
  names: NamedValues,
): string {
  const id = values.idOf(value);
  const source = identities.source.find(sourceId(id));
  const text = source === null ? 'v' : (names.textName(source)?.slice(1).replace(/#\d+$/, '') ?? 'v');
  const prefix = source === null ? '' : inlinedFrom(source, value);
  const own = prefix + text;
  if (isDerived(id)) return `${letterFirst(own)}.${/\+(\d+)/.exec(id)![1]!}`;
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
