import { zipSync } from 'fflate';
import type { ArrayKind } from './array-kind.ts';
import type { NdArray } from './nd-array.ts';
import { NpyError, npyFileSize, readNpy, writeNpy } from './npy.ts';
import { zipEntries, ZipError } from './zip-entries.ts';

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
  for (const entry of unlessBroken('not an npz file: ', () => zipEntries(bytes))) {
    const name = entry.path.replace(/\.npy$/, '');
    const header = unlessBroken('', () => entry.peek(NPY_HEADER));
    const size = ofArray(name, () => npyFileSize(header, kindOf(name)));
    const content = unlessBroken('', () => entry.read(size));
    arrays.set(
      name,
      ofArray(name, () => readNpy(content, kindOf(name))),
    );
  }
  return arrays;
}

/** More than the header of any array of a sensible rank takes. */
const NPY_HEADER = 1 << 14;

/** @throws NpyError where the archive is broken. */
function unlessBroken<T>(prefix: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ZipError) throw new NpyError(`${prefix}${error.message}`);
    throw error;
  }
}

function ofArray<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof NpyError) throw new NpyError(`${name}: ${error.message}`);
    throw error;
  }
}
