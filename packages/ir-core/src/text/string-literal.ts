import { decodeText, encodeText } from './utf8.ts';

/** Returns the value of a string token's text between the quotes, escapes replaced (bytes read as UTF-8). */
export function unescapeString(body: string): string {
  if (!body.includes('\\')) return body;
  const bytes: number[] = [];
  for (let i = 0; i < body.length; i++) {
    const character = body[i]!;
    if (character !== '\\') {
      const whole = String.fromCodePoint(body.codePointAt(i)!);
      bytes.push(...encodeText(whole));
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

/** Returns true if `text` is a bare identifier: it needs no quotes as a key or symbol. */
export function isBareIdentifier(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_$.]*$/.test(text);
}
