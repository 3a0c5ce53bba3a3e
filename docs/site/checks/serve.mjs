import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves a folder as hosts of static pages do, below a path: `/a` is `a.html` or `a/index.html`. */
export async function serve(folder, base = '/') {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const own = path.startsWith(base) ? path.slice(base.length - 1) : '/none';
    const file = [own, `${own}.html`, join(own, 'index.html')]
      .map((name) => join(folder, name))
      .find((name) => name.startsWith(folder) && existsSync(name) && statSync(name).isFile());
    response.statusCode = file === undefined ? 404 : 200;
    response.setHeader('content-type', TYPES[extname(file ?? '.html')] ?? 'application/octet-stream');
    response.end(file === undefined ? 'not found' : readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}${base.replace(/\/$/, '')}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
