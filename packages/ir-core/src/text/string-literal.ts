const ENCODER = new TextEncoder();
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

// Bytes that are no UTF-8 stand in strings as lone surrogates, U+DC80 to U+DCFF, and become bytes again.
const BYTE_BASE = 0xdc00;
const HAS_LONE_BYTES = /[\uDC80-\uDCFF]/;

/** The value of a string token's text between the quotes, escapes replaced (bytes read as UTF-8). */
export function unescapeString(body: string): string {
  if (!body.includes('\\')) return body;
  const bytes: number[] = [];
  for (let i = 0; i < body.length; i++) {
    const character = body[i]!;
    if (character !== '\\') {
      const whole = String.fromCodePoint(body.codePointAt(i)!);
      bytes.push(...ENCODER.encode(whole));
      i += whole.length - 1;
      continue;
    }
    const next = body[++i]!;
    if (next === 'n') bytes.push(10);
    else if (next === 't') bytes.push(9);
    else if (next === '"' || next === '\\') bytes.push(next.charCodeAt(0));
    else bytes.push(Number.parseInt(next + body[++i]!, 16));
  }
  return decodeText(new Uint8Array(bytes));
}

/** `text` between quotes with the characters escaped that MLIR escapes. */
export function quoteString(text: string): string {
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  let out = '"';
  for (const byte of encodeText(text)) {
    if (byte === 92) out += '\\\\';
    else if (byte >= 32 && byte <= 126 && byte !== 34) out += String.fromCharCode(byte);
    else out += `\\${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return `${out}"`;
}

/** Bytes as text; those that are no UTF-8 are kept as lone surrogates. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return STRICT.decode(bytes);
  } catch {
    let text = '';
    for (let at = 0; at < bytes.length;) {
      const length = sequenceLength(bytes, at);
      if (length === 0) text += String.fromCharCode(BYTE_BASE + bytes[at++]!);
      else {
        text += STRICT.decode(bytes.subarray(at, at + length));
        at += length;
      }
    }
    return text;
  }
}

/** The number of bytes of the UTF-8 character at `at`, or 0 when there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    try {
      STRICT.decode(bytes.subarray(at, at + length));
      return length;
    } catch {
      // Longer sequences are tried.
    }
  }
  return 0;
}

/** The bytes of a text in UTF-8, lone surrogates that stand for single bytes included. */
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

/** Whether `text` is a bare identifier: it needs no quotes as a key or symbol. */
export function isBareIdentifier(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_$.]*$/.test(text);
}
