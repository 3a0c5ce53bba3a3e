import type { PassCheck } from '../partition/partition-schema.ts';

/** Returns the report of executing a program after each pass. */
export function checksText(checks: readonly PassCheck[]): string {
  const count = (wanted: PassCheck['verdict']): number =>
    checks.filter(({ verdict }) => verdict === wanted).length;
  const lines = [
    `executed after ${count('equal') + count('different')} of ${checks.length} passes, the others changed nothing: ${count('different') === 0 ? 'the numbers stay the same' : 'NOT the same numbers'}`,
  ];
  for (const { pass, verdict, message } of checks) {
    if (message !== null)
      lines.push(`  after ${pass}: ${verdict === 'different' ? '' : 'not executable, '}${message}`);
  }
  return lines.join('\n');
}
