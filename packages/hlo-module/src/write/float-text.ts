import { decodeFloat, type FloatFormat } from '../literal/float-formats.ts';

/** Returns a number as C's `%.{digits}g` writes it. */
export function generalText(value: number, digits: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const rounded = roundedToEven(value, digits);
  const [mantissa = '', power = '0'] = rounded.split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= digits) {
    const sign = exponent < 0 ? '-' : '+';
    return `${withoutZeros(mantissa)}e${sign}${Math.abs(exponent).toString().padStart(2, '0')}`;
  }
  return withoutZeros(positional(mantissa, exponent));
}

/** Digits enough to tell the middle between two shorter numbers from numbers beside it. */
const MANY_DIGITS = 60;

/** Returns a number in scientific form; one in the middle between two of these digits gets the even last digit, as in C. */
function roundedToEven(value: number, digits: number): string {
  const [exact = '', power = '0'] = value.toExponential(MANY_DIGITS).split('e');
  const end = exact.indexOf('.') + digits;
  const isMiddle = /^50*$/.test(exact.slice(end));
  const isEven = /[02468]$/.test(exact.slice(0, end).replace(/\.$/, ''));
  return isMiddle && isEven ? `${exact.slice(0, end)}e${power}` : value.toExponential(digits - 1);
}

/** Returns `d.ddd` times a power of ten without an exponent. */
function positional(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const padded = digits.padEnd(exponent + 1, '0');
  return `${sign}${padded.slice(0, exponent + 1)}.${padded.slice(exponent + 1)}`;
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

/** Returns an infinity or a NaN, whose payload is written unless it is the quiet one. */
function specialText(isNegative: boolean, payload: bigint, quiet: bigint): string {
  const sign = isNegative ? '-' : '';
  if (payload === 0n) return `${sign}inf`;
  return payload === quiet ? `${sign}nan` : `${sign}nan(0x${payload.toString(16)})`;
}

/** Returns the text of a float of 32 bits. */
export function singleText(bits: number): string {
  const isNegative = bits >>> 31 === 1;
  const mantissa = bits & 0x7fffff;
  if (((bits >>> 23) & 0xff) === 0xff) return specialText(isNegative, BigInt(mantissa), 0x400000n);
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  const value = view.getFloat32(0);
  const short = generalText(value, 6);
  return Math.fround(Number(short)) === value ? short : generalText(value, 9);
}

/** Returns the text of a float of 64 bits. */
export function doubleText(bits: bigint): string {
  const mantissa = bits & 0xfffffffffffffn;
  if (((bits >> 52n) & 0x7ffn) === 0x7ffn) return specialText(bits >> 63n === 1n, mantissa, 1n << 51n);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  const value = view.getFloat64(0);
  const short = generalText(value, 15);
  return Number(short) === value ? short : generalText(value, 17);
}

/** Returns the text of a float of at most 16 bits, with the digits that tell all numbers of its format apart. */
export function narrowFloatText(bits: number, format: FloatFormat): string {
  const value = decodeFloat(bits, format);
  const { mantissaBits, exponentBits } = format;
  const isNegative = ((bits >> (mantissaBits + exponentBits)) & 1) === 1;
  if (Number.isNaN(value)) {
    const payload = bits & ((1 << mantissaBits) - 1);
    if (format.specials !== 'ieee') return isNegative ? '-nan' : 'nan';
    return specialText(isNegative, BigInt(payload), 1n << BigInt(mantissaBits - 1));
  }
  if (!Number.isFinite(value)) return specialText(isNegative, 0n, 0n);
  return generalText(value, 1 + Math.ceil((mantissaBits + 1) * Math.log10(2)));
}

/** Returns the text of a power of two of `f8e8m0fnu`. */
export function exponentText(bits: number): string {
  return bits === 0xff ? 'nan' : generalText(2 ** (bits - 127), 2);
}
