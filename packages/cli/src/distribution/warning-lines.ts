/** Returns warnings as lines on standard error. */
export function warningLines(warnings: readonly string[]): string {
  return warnings.map((warning) => `warning: ${warning}\n`).join('');
}
