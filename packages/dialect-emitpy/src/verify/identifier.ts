import { type OpReport, pythonNames } from '@shardform/ir-core';

/** Returns false, and says why, for what is no name in Python. */
export function verifyIdentifier(name: string, report: OpReport): boolean {
  if (name === '') return report.opError('variable name must not be empty');
  if (pythonNames.keywords.has(name)) return report.opError('variable name must not be a keyword');
  if (!/^[A-Za-z_]/.test(name)) return report.opError("variable name must start with a letter or '_'");
  return (
    /^[A-Za-z0-9_]*$/.test(name) ||
    report.opError("variable name may only contain alphanumeric characters and '_'")
  );
}
