/** Returns warnings as lines. */
export function warningLines(warnings: readonly string[]): string {
  return warnings.map((warning) => `warning: ${warning}\n`).join('');
}
