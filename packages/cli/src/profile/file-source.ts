import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '@shardform/profile-reader';

/** A file of which parts are read. */
export interface FileSource extends ByteSource {
  readonly close: () => void;
}

/** Opens a file to read parts of it. @throws the system's error, also for what is no regular file. */
export function fileSource(name: string, path: string): FileSource {
  const descriptor = openSync(path, 'r');
  const status = fstatSync(descriptor);
  if (!status.isFile()) {
    closeSync(descriptor);
    throw new Error('It is not a regular file');
  }
  return {
    ...{ name, size: status.size, close: () => closeSync(descriptor) },
    read(offset, length) {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length;) {
        const count = readSync(descriptor, bytes, at, length - at, offset + at);
        if (count === 0)
          throw new Error('It became shorter while it was read; run the command again when it is written');
        at += count;
      }
      return bytes;
    },
  };
}
