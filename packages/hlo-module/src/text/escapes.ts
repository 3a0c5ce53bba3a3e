const simple: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Returns a text without its escapes, those of C. Octal and hexadecimal ones are bytes of UTF-8. */
export function unescapeText(escaped: string): string {
  const parts: string[] = [];
  let bytes: number[] = [];
  const flush = () => {
    if (bytes.length > 0) parts.push(new TextDecoder().decode(Uint8Array.from(bytes)));
    bytes = [];
  };
  let at = 0;
  while (at < escaped.length) {
    const backslash = escaped.indexOf('\\', at);
    if (backslash < 0) break;
    if (backslash > at) {
      flush();
      parts.push(escaped.slice(at, backslash));
    }
    at = backslash + 1;
    const number = /^(?:[0-3]?[0-7]{1,2}|[xX][0-9a-fA-F]{1,2})/.exec(escaped.slice(at, at + 3))?.[0];
    if (number !== undefined) {
      bytes.push(/^[xX]/.test(number) ? Number.parseInt(number.slice(1), 16) : Number.parseInt(number, 8));
      at += number.length;
      continue;
    }
    flush();
    const char = escaped[at++] ?? '';
    parts.push(simple[char] ?? char);
  }
  flush();
  parts.push(escaped.slice(at));
  return parts.join('');
}
