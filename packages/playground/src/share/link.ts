import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';

/** The content of a link. */
export interface Shared {
  /** The file of an example, instead of its text. */
  readonly example?: string;
  readonly name?: string;
  readonly text?: string;
  readonly steps: readonly string[];
  /** Positions of steps that are switched off. */
  readonly off?: readonly number[];
  /** The number of the shown step. */
  readonly step?: number;
  readonly view?: string;
  /** The identity of the selected value, which the same text gives again. */
  readonly selected?: string;
  readonly machine?: string;
}

/** Returns the fragment of the address: compressed, in URL-safe base64. */
export function encodeShared(shared: Shared): string {
  const bytes = deflateSync(strToU8(JSON.stringify(shared)), { level: 9 });
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @returns `null` for an invalid link. */
export function decodeShared(hash: string): Shared | null {
  try {
    const binary = atob(hash.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const shared: unknown = JSON.parse(strFromU8(inflated(bytes)));
    return isShared(shared) ? shared : null;
  } catch {
    return null;
  }
}

/** What a link holds at most: as large a program in a link could not be opened anyway. */
const MOST_BYTES = 32 * 2 ** 20;

/** Inflates piece by piece, as a link of a few KiB may claim to be gigabytes. @throws RangeError beyond the limit */
function inflated(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate((piece) => {
    pieces.push(piece);
    length += piece.length;
    if (length > MOST_BYTES) throw new RangeError('the link is too large');
  });
  const step = 1024;
  for (let at = 0; at < bytes.length; at += step)
    stream.push(bytes.subarray(at, at + step), at + step >= bytes.length);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Kinds of the fields that a link may have. */
const FIELDS: Readonly<Record<string, 'string' | 'number'>> = {
  example: 'string',
  name: 'string',
  text: 'string',
  step: 'number',
  view: 'string',
  selected: 'string',
  machine: 'string',
};

/** Returns whether a value is the content of a link. */
export function isShared(value: unknown): value is Shared {
  if (typeof value !== 'object' || value === null || !('steps' in value)) return false;
  if (!('text' in value || 'example' in value)) return false;
  const { steps } = value;
  const off: unknown = 'off' in value ? value.off : [];
  return (
    Object.entries(value).every(
      ([field, own]) => field === 'steps' || field === 'off' || typeof own === FIELDS[field],
    ) &&
    Array.isArray(steps) &&
    steps.every((step) => typeof step === 'string') &&
    Array.isArray(off) &&
    off.every((position) => typeof position === 'number')
  );
}
