import { readFileSync } from 'node:fs';
import { extname, resolve, sep } from 'node:path';

/** A file as a server sends it. */
export interface ServedFile {
  readonly bytes: Uint8Array;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mlir': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Returns the file that an address means; `null` when the folder has none. @param path of the address, from its slash
 * on.
 */
export function fileOf(folder: string, path: string): ServedFile | null {
  let name: string;
  try {
    name = decodeURIComponent(path);
  } catch {
    return null;
  }
  const file = resolve(folder, `.${name.endsWith('/') ? `${name}index.html` : name}`);
  if (!file.startsWith(folder + sep)) return null;
  try {
    return { bytes: readFileSync(file), type: TYPES[extname(file)] ?? 'application/octet-stream' };
  } catch {
    return null;
  }
}
