import type { ElementType } from '../model/shape.ts';
import { floatFormats } from '../literal/float-formats.ts';
import { doubleText, exponentText, narrowFloatText, singleText } from './float-text.ts';

/** Returns the text of the element of a number. */
type Reader = (index: number) => string;

type MakeReader = (view: DataView, isInArray: boolean) => Reader;

const integer =
  (bytes: 1 | 2 | 4, isSigned: boolean): MakeReader =>
  (view) => {
    const methods = {
      1: (at: number) => (isSigned ? view.getInt8(at) : view.getUint8(at)),
      2: (at: number) => (isSigned ? view.getInt16(at, true) : view.getUint16(at, true)),
      4: (at: number) => (isSigned ? view.getInt32(at, true) : view.getUint32(at, true)),
    };
    const read = methods[bytes];
    return (i) => `${read(i * bytes)}`;
  };

/** Elements of less than a byte are the low bits of one. */
const narrowInteger =
  (bits: number, isSigned: boolean): MakeReader =>
  (view) =>
  (i) => {
    const value = view.getUint8(i) & ((1 << bits) - 1);
    return `${isSigned && value >> (bits - 1) === 1 ? value - (1 << bits) : value}`;
  };

const complex =
  (part: MakeReader): MakeReader =>
  (view, isInArray) => {
    const read = part(view, isInArray);
    return (i) => `(${read(2 * i)}, ${read(2 * i + 1)})`;
  };

const f32: MakeReader = (view) => (i) => singleText(view.getUint32(4 * i, true));
const f64: MakeReader = (view) => (i) => doubleText(view.getBigUint64(8 * i, true));

const readers: ReadonlyMap<ElementType, MakeReader> = new Map<ElementType, MakeReader>([
  // Predicates are words alone and digits in arrays.
  [
    'pred',
    (view, isInArray) => (i) => {
      const isTrue = view.getUint8(i) !== 0;
      return isInArray ? (isTrue ? '1' : '0') : `${isTrue}`;
    },
  ],
  ...([1, 2, 4] as const).flatMap((bits): [ElementType, MakeReader][] => [
    [`s${bits}`, narrowInteger(bits, true)],
    [`u${bits}`, narrowInteger(bits, false)],
  ]),
  ['s8', integer(1, true)],
  ['u8', integer(1, false)],
  ['s16', integer(2, true)],
  ['u16', integer(2, false)],
  ['s32', integer(4, true)],
  ['u32', integer(4, false)],
  ['s64', (view) => (i) => `${view.getBigInt64(8 * i, true)}`],
  ['u64', (view) => (i) => `${view.getBigUint64(8 * i, true)}`],
  ...[...floatFormats].map(([type, format]): [ElementType, MakeReader] => [
    type,
    format.exponentBits + format.mantissaBits > 8
      ? (view) => (i) => narrowFloatText(view.getUint16(2 * i, true), format)
      : (view) => (i) => narrowFloatText(view.getUint8(i), format),
  ]),
  ['f8e8m0fnu', (view) => (i) => exponentText(view.getUint8(i))],
  ['f32', f32],
  ['f64', f64],
  ['c64', complex(f32)],
  ['c128', complex(f64)],
]);

/** Returns the function that writes the elements of little-endian bytes. */
export function elementReader(type: ElementType, bytes: Uint8Array, isInArray: boolean): Reader {
  const make = readers.get(type);
  if (make === undefined) throw new Error(`no text for elements of '${type}'`);
  return make(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), isInArray);
}
