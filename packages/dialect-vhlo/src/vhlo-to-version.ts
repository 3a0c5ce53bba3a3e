import {
  type Attribute,
  type Context,
  definePass,
  type Operation,
  stringOption,
  lookUp,
} from '@shardform/ir-core';
import { addStandards } from './attribute-plan.ts';
import { hasLegalParts, hasOp, keepsRules, LegalAttributes } from './legal-version.ts';
import { illegalOpMessage, PlannedOp } from './op-conversion.ts';
import { opFamilies, type VhloOp, vhloOps } from './ops.ts';
import {
  compareVersions,
  currentVersion,
  minimumVersion,
  parseVersion,
  type Version,
  versionText,
} from './version.ts';

/** StableHLO's `vhlo-to-version`. */
export const vhloToVersion = /* @__PURE__ */ definePass({
  name: 'vhlo-to-version',
  className: 'VhloToVersionPass',
  summary: 'Convert between versions of VHLO.',
  description:
    'Replaces operations by the versions of them that a version of VHLO has. An older version of an operation has to mean the same: what it lacks has to have its default value. Fails on operations, attributes and types that the version does not have, and leaves the program as it was.',
  options: { target: stringOption('The target version. Must be a version of the form #.#.# .') },
  anchor: 'builtin.module',
  dependentDialects: ['vhlo'],
  run(root, pass) {
    const version = targetVersion(pass.options.target, root, pass.context);
    if (version === null) {
      pass.fail();
      return;
    }
    const legal = new LegalAttributes(version);
    const plans: PlannedOp[] = [];
    const result = root.walk((op) => {
      const form = formIn(op, version, legal);
      if (form instanceof PlannedOp) plans.push(form);
      if (form !== null) return;
      pass.context.diagnostics.emitOn(op, 'error', illegalOpMessage(op));
      return 'interrupt';
    }, 'pre');
    if (result === 'interrupt') {
      const message = `failed to convert VHLO to v${versionText(version)}`;
      pass.context.diagnostics.emitOn(root, 'error', message);
      pass.fail();
      return;
    }
    for (const plan of plans) plan.apply((type) => type);
  },
});

/** The form of an operation in a version: itself, another version of the operation, or `null` where it can't be said. */
export function formIn(
  op: Operation,
  version: Version,
  legal: LegalAttributes,
): Operation | PlannedOp | null {
  const found = vhloOps.get(op.name);
  if (found === undefined) return op;
  if (!hasOp(found.row, version)) return planVersion(op, found, version, legal);
  return keepsRules(op, found.row, version) && hasLegalParts(op, legal) ? op : null;
}

/** The version that a text names, without its patch: operations change with minor versions only. */
function targetVersion(text: string, root: Operation, context: Context): Version | null {
  const fail = (message: string): null => {
    context.diagnostics.error(root.location, message);
    return null;
  };
  const form = 'Target version must be of the form `#.#.#`.';
  if (text === '') return fail(`No target version specified.\n${form}`);
  const version = parseVersion(text);
  if (version === null) return fail(`Invalid target version argument '${text}'\n${form}`);
  if (compareVersions(version, minimumVersion) < 0) {
    return fail(
      `target version ${versionText(version)} is less than minimum supported ${versionText(minimumVersion)}`,
    );
  }
  if (compareVersions(version, currentVersion) > 0) {
    return fail(
      `target version ${versionText(version)} is greater than current version ${versionText(currentVersion)}`,
    );
  }
  return { ...version, patch: 0 };
}

/** The operation as the version of it that `version` has; `null` when it can't be said in it. */
function planVersion(
  op: Operation,
  from: VhloOp,
  version: Version,
  legal: LegalAttributes,
): PlannedOp | null {
  const to = lookUp(opFamilies, from.row.family).find(({ row }) => hasOp(row, version));
  if (to === undefined || !isSayable(op, from, to)) return null;
  const planned = new PlannedOp(op, to.opClass);
  for (const name of from.row.attrs.keys()) {
    const attribute = op.getAttr(name);
    if (attribute !== null && to.row.attrs.has(name)) planned.setAttr(name, attribute);
  }
  planned.copyDiscardable();
  if (!addStandards(planned, to.row)) return null;
  const attr = (name: string): Attribute | null => planned.getProperty(name);
  const inherent = [...to.row.attrs.keys()].map(attr);
  const isLegal = keepsRules(op, to.row, version, attr) && hasLegalParts(op, legal, inherent);
  return isLegal ? planned : null;
}

/**
 * Returns true if a version can express an operation: attributes that go have their default, and the lists and regions
 * are as long as they can be.
 */
function isSayable(op: Operation, from: VhloOp, to: VhloOp): boolean {
  const isOlder = compareVersions(to.row.since, from.row.since) < 0;
  const losesNothing = [...from.row.attrs].every(([name, kind]) => {
    if (to.row.attrs.has(name) || !isOlder) return true;
    const attribute = op.getAttr(name);
    return attribute !== null && kind.isStandard?.(attribute, (other) => op.getAttr(other)) === true;
  });
  return (
    losesNothing &&
    fits(op.operands.length, to.row.operands) &&
    fits(op.results.length, to.row.results) &&
    fits(op.regions.length, to.row.regions)
  );
}

function fits(count: number, names: readonly string[]): boolean {
  return names.some((name) => name.endsWith('*')) || names.length === count;
}
