import {
  type Attribute,
  cloneOp,
  type Context,
  ModuleOp,
  nestImplicitly,
  type Operation,
  runPasses,
} from '@shardform/ir-core';
import { hasOp, LegalAttributes } from './legal-version.ts';
import { opFamilies, vhloOps } from './ops.ts';
import { stablehloLegalizeToVhlo } from './stablehlo-legalize-to-vhlo.ts';
import { compareVersions, currentVersion, minimumVersion, type Version } from './version.ts';
import { formIn } from './vhlo-to-version.ts';

/** An operation that versions before one do not have, or not so. */
export interface VersionNeed {
  /** With the location that it has in the program. */
  readonly op: Operation;
  /** Such as `stablehlo.tan`, or the type or attribute that is new. */
  readonly feature: string;
  readonly since: Version;
}

/** Operations change with minor versions; the first major version ends with 0.20. */
const VERSIONS: readonly Version[] = [
  ...Array.from({ length: 12 }, (_, i) => ({ major: 0, minor: minimumVersion.minor + i, patch: 0 })),
  ...Array.from({ length: currentVersion.minor + 1 }, (_, minor) => ({ major: 1, minor, patch: 0 })),
];

/**
 * Returns what a StableHLO program has that the oldest version of portable artifacts has not, in the order of the program;
 * `null` for programs with operations of other dialects.
 */
export function versionNeeds(module: ModuleOp, context: Context): readonly VersionNeed[] | null {
  const copy = cloneOp(module);
  if (!(copy instanceof ModuleOp)) return null;
  const passes = nestImplicitly(copy.name, [
    stablehloLegalizeToVhlo.create({ 'allow-other-dialects': false }),
  ]);
  const { result } = context.diagnostics.capture(() => runPasses(copy, passes, context, { verify: false }));
  if (!result.succeeded) return null;
  const legal = VERSIONS.map((version) => new LegalAttributes(version));
  const needs: VersionNeed[] = [];
  copy.walk((op) => {
    const index = VERSIONS.findIndex((version, i) => formIn(op, version, legal[i]!) !== null);
    const [since, older] = [VERSIONS[index], VERSIONS[index - 1]];
    if (since !== undefined && older !== undefined) needs.push({ op, feature: featureOf(op, older), since });
  }, 'pre');
  return needs;
}

/** Returns the lowest version that has all of a program. */
export function lowestVersion(needs: readonly VersionNeed[]): Version {
  return needs.reduce<Version>(
    (lowest, { since }) => (compareVersions(since, lowest) > 0 ? since : lowest),
    minimumVersion,
  );
}

/** The operation that a version lacks, or the type or attribute. */
function featureOf(op: Operation, older: Version): string {
  const family = vhloOps.get(op.name)?.row.family ?? op.name;
  const name = `stablehlo.${family}`;
  if (opFamilies.get(family)?.some(({ row }) => hasOp(row, older)) !== true) return name;
  const legal = new LegalAttributes(older);
  const parts: (Attribute | null)[] = [
    ...op.operandValues().map(({ type }) => type),
    ...op.results.map(({ type }) => type),
    ...op.properties,
    ...(op.discardable?.values() ?? []),
  ];
  const illegal = parts.find((part): part is Attribute => part !== null && !legal.has(part));
  return illegal === undefined ? `this form of ${name}` : smallest(illegal, legal);
}

function smallest(attribute: Attribute, older: LegalAttributes): string {
  const part = attribute.subAttributes().find((own) => !older.has(own));
  if (part !== undefined) return smallest(part, older);
  const text = String(attribute)
    .replace(/^[!#]vhlo\.?<?/, '')
    .replace(/_v\d+\b/, '')
    .replace(/>$/, '');
  return `'${text}'`;
}
