import { isBytecode } from '@shardform/ir-core';

/**
 * The position in the table of a FlatBuffers file of the offset of the artifact (JAX, `serialization.fbs`, field 13).
 */
const ARTIFACT_ENTRY = 4 + 2 * 13;

/**
 * Returns the portable artifact in a file that JAX writes with `jax.export.export(f)(...).serialize()`: a table of
 * FlatBuffers of which one field holds the artifact. The bytes are a view of the file's.
 *
 * @returns `null` for other files.
 */
export function exportedArtifact(file: Uint8Array): Uint8Array | null {
  if (isBytecode(file)) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const number = (at: number, size: 2 | 4): number => {
    if (at < 0 || at + size > file.length) return 0;
    return size === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
  };
  const table = number(0, 4);
  // Entries are found through a second table, which usually stands before the first.
  const entries = table - (number(table, 4) | 0);
  if (number(entries, 2) < ARTIFACT_ENTRY + 2) return null;
  const offset = number(entries + ARTIFACT_ENTRY, 2);
  if (offset === 0) return null;
  const start = table + offset + number(table + offset, 4);
  const artifact = file.subarray(start + 4, start + 4 + number(start, 4));
  return isBytecode(artifact) ? artifact : null;
}
