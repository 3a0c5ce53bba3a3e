import { zipSync } from 'fflate';
import type { ArrayFilter } from './array-filter.ts';
import type { ArrayKind } from './array-kind.ts';
import type { NdArray } from './nd-array.ts';
import { NpyError, npyHeader, readNpy, writeNpy } from './npy.ts';
import { zipEntries, ZipError } from './zip-entries.ts';

/** Named arrays as a NumPy archive: an uncompressed zip of npy files, as `numpy.savez` writes it. */
export function writeNpz(arrays: ReadonlyMap<string, NdArray>): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  for (const [name, array] of arrays) files[`${name}.npy`] = writeNpy(array);
  // A fixed date, the earliest that zip can hold, makes equal arrays equal files.
  return zipSync(files, { level: 0, mtime: new Date(1980, 0, 1) });
}

/** {@link ArrayFilter} of a NumPy archive. */
export interface NpzFilter extends ArrayFilter {
  /** Returns the element kind of an array whose file leaves it open: see `readNpy`. */
  readonly kindOf?: (name: string) => ArrayKind | undefined;
}

/**
 * Arrays of a NumPy archive, compressed or not, by name in the archive's order. Only those that are wanted are unpacked.
 * @throws NpyError for a file that cannot be read, or has a name twice.
 */
export function readNpz(bytes: Uint8Array, filter: NpzFilter = {}): Map<string, NdArray> {
  const { kindOf, isWanted, check } = filter;
  const arrays = new Map<string, NdArray>();
  const names = new Set<string>();
  for (const entry of unlessBroken('not an npz file: ', () => zipEntries(bytes))) {
    const name = entry.path.replace(/\.npy$/, '');
    if (names.has(name)) throw new NpyError(`the archive has two arrays '${name}'`);
    names.add(name);
    if (isWanted?.(name) === false) continue;
    const kind = kindOf?.(name);
    const start = unlessBroken('', () => entry.peek(NPY_HEADER));
    const header = ofArray(name, () => npyHeader(start, kind));
    check?.(name, header);
    const content = unlessBroken('', () => entry.read(header.fileSize));
    arrays.set(
      name,
      ofArray(name, () => readNpy(content, kind)),
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
