import {
  anyAttr,
  anyRegion,
  type AnyOpClass,
  anyType,
  type AttrConstraint,
  defineOp,
  type RegionConstraint,
  terminator,
  type TypeConstraint,
  type ValueSpec,
  variadic,
  variadicRegion,
} from '@shardform/ir-core';
import { communicationRows } from './communication-rows.ts';
import { elementwiseRows } from './elementwise-rows.ts';
import { parseFunction, printFunction } from './function-text.ts';
import type { OpRow } from './op-row.ts';
import { tensorRows } from './tensor-rows.ts';
import { versionText } from './version.ts';

/** All versions of all operations. */
export const opRows: readonly OpRow[] = [...elementwiseRows, ...communicationRows, ...tensorRows];

function values(names: readonly string[]): Record<string, TypeConstraint | ValueSpec> {
  return Object.fromEntries(
    names.map((name): [string, TypeConstraint | ValueSpec] =>
      name.endsWith('*') ? [name.slice(0, -1), variadic(anyType)] : [name, anyType],
    ),
  );
}

function regions(names: readonly string[]): Record<string, RegionConstraint> {
  return Object.fromEntries(
    names.map((name) =>
      name.endsWith('*') ? [name.slice(0, -1), variadicRegion(anyRegion)] : [name, anyRegion],
    ),
  );
}

function lifetime({ since, until }: OpRow): string {
  return until === null ? `since ${versionText(since)}` : `${versionText(since)} to ${versionText(until)}`;
}

function opClass(row: OpRow): AnyOpClass {
  const attrs = Object.fromEntries(
    [...row.attrs.keys()].map((name): [string, AttrConstraint] => [name, anyAttr]),
  );
  const Declared = defineOp(`vhlo.${row.mnemonic}`, {
    summary: `version ${row.mnemonic.slice(row.family.length + 2)} of ${row.family}, ${lifetime(row)}`,
    operands: values(row.operands),
    attrs,
    results: values(row.results),
    regions: regions(row.regions),
    traits: row.family === 'return' ? [terminator] : [],
    // Upstream declares neither: artifacts are converted, not optimized.
    effects: 'unknown',
    speculates: 'unknown',
  });
  if (row.family !== 'func') return Declared;
  return class FunctionOp extends Declared {
    static readonly parse = parseFunction;
    static readonly print = printFunction;
  };
}

/** A version of an operation with its class. */
export interface VhloOp {
  readonly row: OpRow;
  readonly opClass: AnyOpClass;
}

/** All operations by their full names, such as `vhlo.all_gather_v2`. */
export const vhloOps: ReadonlyMap<string, VhloOp> = /* @__PURE__ */ new Map(
  opRows.map((row) => [`vhlo.${row.mnemonic}`, { row, opClass: opClass(row) }]),
);

/** The versions of an operation, the oldest first. */
export const opFamilies: ReadonlyMap<string, readonly VhloOp[]> = /* @__PURE__ */ byFamily();

function byFamily(): Map<string, VhloOp[]> {
  const families = new Map<string, VhloOp[]>();
  for (const op of vhloOps.values()) {
    const family = families.get(op.row.family);
    if (family === undefined) families.set(op.row.family, [op]);
    else family.push(op);
  }
  return families;
}
