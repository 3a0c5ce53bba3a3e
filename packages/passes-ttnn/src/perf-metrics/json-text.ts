/** Values of the file: integers of any size, other numbers, and what holds them. */
export type Json = string | boolean | bigint | number | readonly Json[] | { readonly [key: string]: Json };

/**
 * Returns the text of a value as LLVM writes it: keys in order, two columns for each level, and numbers with 17 digits,
 * which tell all numbers of 64 bits apart.
 */
export function jsonText(value: Json, indent = ''): string {
  const inner = `${indent}  `;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return JSON.stringify(value);
  const entries = isList(value)
    ? value.map((element) => jsonText(element, inner))
    : Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, element]) => `${JSON.stringify(key)}: ${jsonText(element, inner)}`);
  const [open, close] = isList(value) ? '[]' : '{}';
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${inner}${entry}`).join(',\n')}\n${indent}${close}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** C's `%.17g`. */
function numberText(value: number): string {
  const [digits, exponent] = value.toPrecision(17).split('e');
  const short = digits!.includes('.') ? digits!.replace(/\.?0+$/, '') : digits!;
  if (exponent !== undefined) return `${short}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
  // JavaScript writes two zeros more before it turns to exponents.
  if (value === 0 || Math.abs(value) >= 1e-4) return short;
  const [small, power] = value.toExponential(16).split('e');
  return `${small!.replace(/\.?0+$/, '')}e-${power!.slice(1).padStart(2, '0')}`;
}
