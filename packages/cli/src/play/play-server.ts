import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileOf, type ServedFile } from './static-files.ts';

/**
 * Headers that keep pages of other origins from reading or framing the page. A cross-origin isolated page may share
 * memory with its threads, by which it cancels their work.
 */
const ISOLATION = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** A server of a page for this host alone. */
export interface PlayServer {
  /** The URL for a browser. */
  readonly address: string;
  /** A URL that leads there once: other users of this host see the arguments of the process that opens it. */
  readonly opening: string;
  close(): void;
}

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
  // Pages of other sites can send requests to this server, but can't guess the program's path.
  const programPath = `/program-${randomUUID()}`;
  const hash =
    program === null ? '' : `#file=${programPath.slice(1)}&name=${encodeURIComponent(program.name)}`;
  const openingPath = `/open-${randomUUID()}`;
  let isOpened = false;
  const server = createServer((request, response) => {
    const { host, origin } = request.headers;
    const pathname = isOwnHost(host) && isOwnOrigin(origin, host) ? pathOf(request.url ?? '/') : null;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (pathname === openingPath && request.method === 'GET' && !isOpened) {
      isOpened = true;
      response.writeHead(302, { Location: `/${hash}`, 'Cache-Control': 'no-store', ...ISOLATION }).end();
      return;
    }
    const file: ServedFile | null =
      program !== null && pathname === programPath
        ? { bytes: program.bytes, type: 'application/octet-stream' }
        : pathname === null
          ? null
          : fileOf(folder, pathname);
    const status = pathname === null ? 400 : !isRead ? 405 : file === null ? 404 : 200;
    response.writeHead(status, {
      'Content-Type': file?.type ?? 'text/plain',
      // Another program may be served here next time.
      'Cache-Control': 'no-cache',
      ...ISOLATION,
    });
    response.end(status === 200 && request.method === 'GET' ? file?.bytes : undefined);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  // Of a server that listens on a port.
  const { port: taken } = server.address() as AddressInfo;
  const host = `http://127.0.0.1:${taken}`;
  return {
    address: `${host}/${hash}`,
    opening: `${host}${openingPath}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The path of a request; `null` for an address that is none, such as `//`. */
function pathOf(url: string): string | null {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : null;
}

/** Returns whether a request addresses this host by its own name, to prevent DNS rebinding. */
function isOwnHost(host: string | undefined): host is string {
  return host !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

/** Returns whether a request is same-origin, or was not made by a page. */
function isOwnOrigin(origin: string | undefined, host: string): boolean {
  return origin === undefined || origin === `http://${host}`;
}
