import { Buffer } from 'node:buffer';

/**
 * The bytes of a text or buffer as a string with one character (0-255) a byte. FileCheck matches
 * bytes: `{{.}}` is one byte of a character, and columns count bytes.
 */
export function toByteString(data: Uint8Array | string): string {
  if (typeof data === 'string') return Buffer.from(data, 'utf8').toString('latin1');
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
}

/** The text that a byte string encodes in UTF-8. */
export function fromByteString(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The bytes of a tool's output. */
export function toBytes(data: Uint8Array | string): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
}
