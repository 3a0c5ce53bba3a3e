import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { codeOf } from './system-error.ts';

/** As many bytes as Node reads of a file. */
const MOST = 2 ** 31 - 1;
/** Devices such as `/dev/zero` have no end. */
const MOST_OF_DEVICE = 64 * 2 ** 20;
const CHUNK = 2 ** 16;
/** Milliseconds between polls of an empty pipe. */
const PERIOD = 10;

/** Options of {@link readWholeFile}. */
export interface ReadOptions {
  /** Refuses pipes and devices, which block a server, and a link that has replaced the file. */
  readonly isPlain?: boolean;
}

/**
 * Reads a file whole, in one state: a file that another program writes meanwhile is refused.
 *
 * @throws the system's error.
 */
export function readWholeFile(path: string, { isPlain = false }: ReadOptions = {}): Uint8Array {
  const guards = isPlain ? constants.O_NOFOLLOW | constants.O_NONBLOCK : 0;
  const descriptor = openSync(path, constants.O_RDONLY | guards);
  try {
    if (isPlain && !fstatSync(descriptor).isFile()) throw new Error('It is not a regular file');
    return readDescriptor(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads the rest of an open file, pipe, terminal or device. @throws the system's error. */
export function readDescriptor(descriptor: number): Uint8Array {
  const before = fstatSync(descriptor, { bigint: true });
  if (!before.isFile()) return readToEnd(descriptor, before.isCharacterDevice() ? MOST_OF_DEVICE : MOST);
  const bytes = readFileSync(descriptor);
  const after = fstatSync(descriptor, { bigint: true });
  if (after.size !== before.size || after.mtimeNs !== before.mtimeNs)
    throw new Error('It changed while it was read; run the command again when it is written');
  return bytes;
}

function readToEnd(descriptor: number, most: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const chunk = new Uint8Array(CHUNK);
    const read = readWhenReady(descriptor, chunk);
    if (read === 0) return Buffer.concat(chunks, length);
    chunks.push(chunk.subarray(0, read));
    length += read;
    if (length > most)
      throw new Error(`File too large: ${most === MOST ? '2 GiB' : '64 MiB of a device'} are read at most`);
  }
}

/** Another program may have made a pipe that does not wait: then this does. */
function readWhenReady(descriptor: number, into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, into);
    } catch (error) {
      const code = codeOf(error);
      // The end of a pipe of Windows.
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PERIOD);
    }
  }
}
