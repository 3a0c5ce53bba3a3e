/** Values of hexadecimal digits by character; 255 for other characters. */
const DIGITS = new Uint8Array(256).fill(255);
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16);
  DIGITS[text.charCodeAt(0)] = digit;
  DIGITS[text.toUpperCase().charCodeAt(0)] = digit;
}

/** Bytes of `0x` and pairs of hexadecimal digits; `null` for other text. */
export function decodeHex(text: string): Uint8Array | null {
  if (!text.startsWith('0x') || text.length % 2 !== 0) return null;
  const bytes = new Uint8Array(text.length / 2 - 1);
  for (let i = 0, at = 2; i < bytes.length; i++, at += 2) {
    const high = DIGITS[text.charCodeAt(at)] ?? 255;
    const low = DIGITS[text.charCodeAt(at + 1)] ?? 255;
    if (high === 255 || low === 255) return null;
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}
