import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileOf, type ServedFile } from './static-files.ts';

/** A page that is served to this machine alone. */
export interface PlayServer {
  /** What a browser opens. */
  readonly address: string;
  close(): void;
}

/** Where the page finds the program. */
const PROGRAM = '/program';

/**
 * Serves the playground, with a program that it opens.
 *
 * @param port 0 for any that is free.
 * @param program its name and its bytes; `null` for what the page opens by itself.
 * @throws when the port is taken.
 */
export async function servePlayground(
  folder: string,
  port: number,
  program: { readonly name: string; readonly bytes: Uint8Array } | null,
): Promise<PlayServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const file: ServedFile | null =
      program !== null && pathname === PROGRAM
        ? { bytes: program.bytes, type: 'application/octet-stream' }
        : fileOf(folder, pathname);
    const status = !isRead ? 405 : file === null ? 404 : 200;
    response.writeHead(status, {
      'Content-Type': file?.type ?? 'text/plain',
      // Another program may be served here next time.
      'Cache-Control': 'no-cache',
    });
    response.end(status === 200 && request.method === 'GET' ? file?.bytes : undefined);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  // Of a server that listens on a port.
  const { port: taken } = server.address() as AddressInfo;
  const hash = program === null ? '' : `#file=${PROGRAM.slice(1)}&name=${encodeURIComponent(program.name)}`;
  return {
    address: `http://127.0.0.1:${taken}/${hash}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
