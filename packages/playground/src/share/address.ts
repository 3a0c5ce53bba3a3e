import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';
import { open, source, steps } from '../state.ts';
import { openFile } from './files.ts';

/** The content of a link. */
interface Shared {
  readonly text: string;
  readonly steps: readonly string[];
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

function isShared(value: unknown): value is Shared {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('steps' in value)) return false;
  const { text, steps } = value;
  return typeof text === 'string' && Array.isArray(steps) && steps.every((step) => typeof step === 'string');
}

/** Opens what the address of the page holds or names, if anything: `#file=PATH&name=NAME` is a file beside the page. */
export function restoreFromAddress(): void {
  const hash = document.location.hash.slice(1);
  const named = hash.startsWith('file=') ? new URLSearchParams(hash) : null;
  if (named !== null) {
    void openNamed(named.get('file')!, named.get('name'));
    return;
  }
  const shared = decodeShared(hash);
  if (shared !== null) open(shared.text, shared.steps);
}

/** A missing or invalid program leaves the page unchanged. */
async function openNamed(path: string, name: string | null): Promise<void> {
  const address = new URL(path, document.location.href);
  if (address.origin !== document.location.origin) return;
  const response = await fetch(address, { cache: 'no-store' });
  if (response.ok) await openFile(new File([await response.blob()], name ?? path));
}

/** Puts the program into the address of the page and gives the whole address. */
export function shareAddress(): string {
  const address = new URL(document.location.href);
  address.hash = encodeShared({ text: source.value, steps: steps.value });
  history.replaceState(null, '', address);
  return address.href;
}
