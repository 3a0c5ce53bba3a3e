import type { OpReport } from '@shardform/ir-core';

/** Text, or `null` where an operand goes. */
export type FormatItem = string | null;

/**
 * Returns the parts of a format, in which `{}` stands for an operand and `{{` for a brace. Without operands it is text
 * as it stands. Returns why it is none.
 */
export function formatItems(
  format: string,
  operandCount: number,
): readonly FormatItem[] | { readonly problem: string } {
  if (operandCount === 0) return format === '' ? [] : [format];
  const items: FormatItem[] = [];
  for (let at = 0; at < format.length;) {
    const brace = format.indexOf('{', at);
    if (brace < 0) {
      items.push(format.slice(at));
      break;
    }
    if (brace > at) items.push(format.slice(at, brace));
    const next = format[brace + 1];
    if (next === undefined) return { problem: "expected '}' after unescaped '{' at end of string" };
    if (next !== '{' && next !== '}') return { problem: "expected '}' after unescaped '{'" };
    items.push(next === '}' ? null : '{');
    at = brace + 2;
  }
  return items;
}

/** Returns false, and says why, unless a format has a place for each operand. */
export function verifyFormat(format: string, operandCount: number, what: string, report: OpReport): boolean {
  const items = formatItems(format, operandCount);
  if ('problem' in items) return report.opError(items.problem);
  return (
    items.filter((item) => item === null).length === operandCount ||
    report.opError(`requires operands for each placeholder in the ${what} string`)
  );
}
