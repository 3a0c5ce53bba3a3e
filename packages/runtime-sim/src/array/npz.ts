import { unzipSync, zipSync } from 'fflate';
import type { ArrayKind } from './array-kind.ts';
import type { NdArray } from './nd-array.ts';
import { NpyError, readNpy, writeNpy } from './npy.ts';

/** Named arrays as a NumPy archive: an uncompressed zip of npy files, as `numpy.savez` writes it. */
export function writeNpz(arrays: ReadonlyMap<string, NdArray>): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  for (const [name, array] of arrays) files[`${name}.npy`] = writeNpy(array);
  // A fixed date, the earliest that zip can hold, makes equal arrays equal files.
  return zipSync(files, { level: 0, mtime: new Date(1980, 0, 1) });
}

/**
 * Arrays of a NumPy archive, compressed or not, by name in the archive's order.
 * `kindOf` gives the element kind of arrays whose file leaves it open: see `readNpy`.
 * @throws NpyError for a file that cannot be read.
 */
export function readNpz(
  bytes: Uint8Array,
  kindOf: (name: string) => ArrayKind | undefined = () => undefined,
): Map<string, NdArray> {
  const arrays = new Map<string, NdArray>();
  for (const [path, content] of Object.entries(unzip(bytes))) {
    const name = path.replace(/\.npy$/, '');
    try {
      arrays.set(name, readNpy(content, kindOf(name)));
    } catch (error) {
      if (error instanceof NpyError) throw new NpyError(`${name}: ${error.message}`);
      throw error;
    }
  }
  return arrays;
}

function unzip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes);
  } catch (error) {
    throw new NpyError(`not an npz file: ${error instanceof Error ? error.message : String(error)}`);
  }
}
