const ENCODER = new TextEncoder();
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// Bytes that are not UTF-8 stand in strings as lone surrogates, U+DC80 to U+DCFF, and become bytes again.
const BYTE_BASE = 0xdc00;
const HAS_LONE_BYTES = /[\uDC80-\uDCFF]/;

/** `String.fromCharCode` takes its arguments on the call stack. */
const UNITS_PER_CALL = 1 << 13;

/**
 * Decodes UTF-8. Strings of MLIR hold any bytes: those that are not UTF-8 are kept as lone surrogates, from which
 * {@link encodeText} makes the same bytes. A byte order mark is kept, too.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return STRICT.decode(bytes);
  } catch (error) {
    // Any other error is that of a text too long for a string.
    if (!(error instanceof TypeError)) throw error;
    return decodeBytewise(bytes);
  }
}

function decodeBytewise(bytes: Uint8Array): string {
  // A sequence has at least as many bytes as UTF-16 has units for it.
  const units = new Uint16Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    if (length === 0) {
      units[count++] = BYTE_BASE + bytes[at++]!;
      continue;
    }
    const code = codePoint(bytes, at, length);
    if (code < 0x10000) units[count++] = code;
    else {
      units[count++] = 0xd7c0 + (code >> 10);
      units[count++] = 0xdc00 + (code & 0x3ff);
    }
    at += length;
  }
  let text = '';
  for (let at = 0; at < count; at += UNITS_PER_CALL)
    text += String.fromCharCode(...units.subarray(at, Math.min(count, at + UNITS_PER_CALL)));
  return text;
}

/** The number of bytes of the character at `at`, or 0 when there is none (Unicode, table 3-7). */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  // No overlong forms, no surrogates, nothing beyond U+10FFFF.
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < least || second > most) return 0;
  for (let i = at + 2; i < at + length; i++) if (((bytes[i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** The character of a well-formed sequence. */
function codePoint(bytes: Uint8Array, at: number, length: number): number {
  if (length === 1) return bytes[at]!;
  let code = bytes[at]! & (0x7f >> length);
  for (let i = at + 1; i < at + length; i++) code = (code << 6) | (bytes[i]! & 0x3f);
  return code;
}

/** Returns the bytes of a text in UTF-8; lone surrogates that stand for single bytes become those bytes. */
export function encodeText(text: string): ArrayLike<number> & Iterable<number> {
  if (!HAS_LONE_BYTES.test(text)) return ENCODER.encode(text);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code >= BYTE_BASE + 0x80 && code <= BYTE_BASE + 0xff) bytes.push(code - BYTE_BASE);
    else bytes.push(...ENCODER.encode(character));
  }
  return bytes;
}
