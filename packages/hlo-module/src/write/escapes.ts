const named: ReadonlyMap<number, string> = new Map([
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x22, '\\"'],
  [0x27, "\\'"],
  [0x5c, '\\\\'],
]);

/** Returns a text with the escapes of C; bytes outside of ASCII are octal. */
export function escapeText(text: string): string {
  if (/^[\x20\x21\x23-\x26\x28-\x5b\x5d-\x7e]*$/.test(text)) return text;
  let escaped = '';
  for (const byte of new TextEncoder().encode(text)) {
    escaped +=
      named.get(byte) ??
      (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`);
  }
  return escaped;
}

/** Returns a text in quotes. */
export function quotedText(text: string): string {
  return `"${escapeText(text)}"`;
}
