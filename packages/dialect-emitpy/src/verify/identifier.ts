import type { OpReport } from '@shardform/ir-core';

/** The words that are no names in Python. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** Returns false, and says why, for what is no name in Python. */
export function verifyIdentifier(name: string, report: OpReport): boolean {
  if (name === '') return report.opError('variable name must not be empty');
  if (KEYWORDS.has(name)) return report.opError('variable name must not be a keyword');
  if (!/^[A-Za-z_]/.test(name)) return report.opError("variable name must start with a letter or '_'");
  return (
    /^[A-Za-z0-9_]*$/.test(name) ||
    report.opError("variable name may only contain alphanumeric characters and '_'")
  );
}
