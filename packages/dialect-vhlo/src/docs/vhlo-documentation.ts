import {
  Context,
  type DialectDocumentation,
  type Extension,
  type ModuleOp,
  nestImplicitly,
  type OpDocumentation,
  parseModule,
  type PassInstance,
  printOp,
  runPasses,
} from '@shardform/ir-core';
import type { OpRow } from '../op-row.ts';
import { opFamilies, type VhloOp } from '../ops.ts';
import { stablehloLegalizeToVhlo } from '../stablehlo-legalize-to-vhlo.ts';
import { versionText } from '../version.ts';
import { vhloToVersion } from '../vhlo-to-version.ts';

/** The operations of func that have a form in VHLO. */
const functions: ReadonlyMap<string, string> = new Map([
  ['call', 'func.call'],
  ['func', 'func.func'],
]);

/** Programs in place of examples that other dialects are part of. */
const ownPrograms: ReadonlyMap<string, string> = new Map([
  [
    'func',
    `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}`,
  ],
]);

/** Attributes that only one of two versions has. */
function differences(row: OpRow, previous: OpRow): string {
  const names = (of: OpRow, without: OpRow): string =>
    [...of.attrs.keys()]
      .filter((name) => !without.attrs.has(name))
      .map((name) => `\`${name}\``)
      .join(', ');
  const added = names(row, previous);
  return added === '' ? '' : ` Against the version before it has the attributes ${added}.`;
}

function descriptionOf({ row }: VhloOp, previous: VhloOp | undefined): string {
  const { family, since, until, mnemonic } = row;
  const counterpart = functions.get(family) ?? `stablehlo.${family}`;
  const version = mnemonic.slice(family.length + 2);
  const span = until === null ? '' : ` to ${versionText(until)}`;
  const change = previous === undefined ? '' : differences(row, previous.row);
  return `The form of \`${counterpart}\` in portable artifacts, whose description says what it computes: version ${version}, in VHLO from
${versionText(since)}${span}.${change} Every attribute is written out, with VHLO's own attributes and types, which never change.
\`stablehlo-legalize-to-vhlo\` makes the newest version and \`vhlo-to-version\` older ones; programs aren't written in it by hand.`;
}

/** The text of a program after passes, or `null` if one of them fails. */
function converted(text: string, passes: readonly PassInstance[], context: Context): string | null {
  const { result } = context.diagnostics.capture(() => {
    const module: ModuleOp | null = parseModule(text, context);
    const run = module !== null && runPasses(module, nestImplicitly(module.name, passes), context).succeeded;
    return run ? printOp(module, context).trim() : null;
  });
  return result;
}

/** A program with one version of an operation, made of the example of StableHLO's. */
function exampleOf({ row }: VhloOp, text: string, context: Context): string {
  const legalize = stablehloLegalizeToVhlo.create();
  const passes =
    row.until === null ? [legalize] : [legalize, vhloToVersion.create({ target: versionText(row.until) })];
  const example = converted(text, passes, context);
  if (example === null) throw new Error(`no example of 'vhlo.${row.mnemonic}'`);
  return example;
}

/**
 * Returns the documentation of VHLO's operations: that of StableHLO's, converted.
 *
 * @param dialects VHLO, StableHLO and func.
 * @param sources the documentation of StableHLO's and func's operations by their whole names.
 */
export function vhloDocumentation(
  dialects: readonly Extension[],
  sources: ReadonlyMap<string, OpDocumentation>,
): DialectDocumentation {
  const context = new Context(dialects);
  const entries = [...opFamilies].flatMap(([family, versions]) => {
    const source = sources.get(functions.get(family) ?? `stablehlo.${family}`);
    if (source === undefined) return [];
    return versions.map((op, i): [string, OpDocumentation] => [
      op.row.mnemonic,
      {
        description: descriptionOf(op, versions[i - 1]),
        example: exampleOf(op, ownPrograms.get(family) ?? source.example, context),
      },
    ]);
  });
  return Object.fromEntries(entries);
}
