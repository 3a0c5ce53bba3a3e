/** The wire type of a protocol buffer field, as far as formats are distinguished by it. */
export type FieldKind = 'number' | 'bytes' | 'fixed';

/**
 * Returns the fields of the outermost message of a protocol buffer by number; `null` when the bytes are no such
 * message.
 */
export function protobufFields(bytes: Uint8Array): ReadonlyMap<number, FieldKind> | null {
  const fields = new Map<number, FieldKind>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) return NaN;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return NaN;
  };
  while (at < bytes.length) {
    const key = varint();
    const [field, wire] = [Math.floor(key / 8), key % 8];
    if (!(field > 0) || field > 1000) return null;
    if (wire === 0) {
      if (Number.isNaN(varint())) return null;
      fields.set(field, 'number');
    } else if (wire === 2) {
      const length = varint();
      at += length;
      fields.set(field, 'bytes');
    } else if (wire === 1 || wire === 5) {
      at += wire === 1 ? 8 : 4;
      fields.set(field, 'fixed');
    } else return null;
    if (!(at <= bytes.length)) return null;
  }
  return fields.size === 0 ? null : fields;
}
