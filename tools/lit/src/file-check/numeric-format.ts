/** How a number is written in the input. */
export type NumberBase = 'unsigned' | 'signed' | 'hex-lower' | 'hex-upper';

/** The format of a numeric substitution: `%u`, `%d`, `%x`, `%X`, with `.precision` and `#` for `0x`. */
export interface NumericFormat {
  readonly base: NumberBase;
  /** The least number of digits; 0 for as many as it takes. */
  readonly precision: number;
  readonly alternate: boolean;
}

/** The default format of a numeric block without format and without typed operands. */
export const unsignedFormat: NumericFormat = { base: 'unsigned', precision: 0, alternate: false };

const letters = new Map<string, NumberBase>([
  ['u', 'unsigned'],
  ['d', 'signed'],
  ['x', 'hex-lower'],
  ['X', 'hex-upper'],
]);

/** The base that a conversion letter names. */
export function baseOfLetter(letter: string): NumberBase | undefined {
  return letters.get(letter);
}

/** The format as a conversion, such as `%x`; precision is left out. */
export function formatName({ base }: NumericFormat): string {
  for (const [letter, named] of letters) if (named === base) return `%${letter}`;
  return '';
}

/** Returns whether two formats accept the same numbers. */
export function sameFormat(left: NumericFormat, right: NumericFormat): boolean {
  return left.base === right.base && left.precision === right.precision && left.alternate === right.alternate;
}

/** A regular expression (the same in POSIX's and JavaScript's notation) for any number in this format. */
export function wildcard({ base, precision, alternate }: NumericFormat): string {
  const prefix = alternate ? '0x' : '';
  const digits = { unsigned: '0-9', signed: '0-9', 'hex-lower': '0-9a-f', 'hex-upper': '0-9A-F' }[base];
  const sign = base === 'signed' ? '-?' : '';
  if (precision === 0) return `${prefix}${sign}[${digits}]+`;
  return `${prefix}${sign}([${digits.replace('0', '1')}][${digits}]*)?[${digits}]{${precision}}`;
}

/** `value` written in this format; null when it has no such form (a negative number without a sign). */
export function formatNumber(value: bigint, { base, precision, alternate }: NumericFormat): string | null {
  if (value < 0n && base !== 'signed') return null;
  const isHex = base === 'hex-lower' || base === 'hex-upper';
  const magnitude = (value < 0n ? -value : value).toString(isHex ? 16 : 10);
  const digits = (base === 'hex-upper' ? magnitude.toUpperCase() : magnitude).padStart(precision, '0');
  return `${value < 0n ? '-' : ''}${alternate ? '0x' : ''}${digits}`;
}

/** The number that a match of {@link wildcard} writes. */
export function readNumber(text: string, { base, alternate }: NumericFormat): bigint {
  const digits = alternate ? text.slice(2) : text;
  if (base === 'hex-lower' || base === 'hex-upper') return BigInt(`0x${digits}`);
  return digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits);
}
