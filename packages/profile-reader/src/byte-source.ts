/** Bytes with random access, of which only the parts that are asked for are in memory. */
export interface ByteSource {
  /** Names the file in errors. */
  readonly name: string;
  readonly size: number;
  /** Returns the bytes from an offset on: exactly `length`, both within the size. */
  read(offset: number, length: number): Uint8Array;
}

/** Returns a source of bytes that are in memory. */
export function bytesSource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
}
