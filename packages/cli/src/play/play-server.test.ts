import { request } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlayServer, servePlayground } from './play-server.ts';
import { fileOf } from './static-files.ts';

const root = mkdtempSync(join(tmpdir(), 'shardform-play-'));
const page = join(root, 'page');
let server: PlayServer;

beforeAll(async () => {
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<!doctype html>');
  writeFileSync(join(page, 'assets', 'a b.js'), 'export {};');
  writeFileSync(join(root, 'secret'), 'nobody gets it');
  const bytes = new TextEncoder().encode('func.func @f() { return }');
  server = await servePlayground(page, 0, { name: 'my step.mlir', bytes });
});

afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

function get(path: string, method = 'GET'): Promise<Response> {
  return fetch(new URL(path, server.address), { method });
}

test('serves the page and what belongs to it', async () => {
  const response = await get('/');
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/html; charset=utf-8',
    '<!doctype html>',
  ]);
  expect((await get('/assets/a%20b.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('isolates the page from other origins', async () => {
  const { headers } = await get('/');
  const names = ['opener-policy', 'embedder-policy', 'resource-policy'];
  expect(names.map((name) => headers.get(`cross-origin-${name}`))).toEqual([
    'same-origin',
    'require-corp',
    'same-origin',
  ]);
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
});

test('serves the program, whose place and name are in the address', async () => {
  const [, path] = /^http:\/\/127\.0\.0\.1:\d+\/#file=(program-[0-9a-f-]{36})&name=my%20step\.mlir$/.exec(
    server.address,
  )!;
  expect(await (await get(`/${path!}`)).text()).toBe('func.func @f() { return }');
  expect((await get('/program')).status).toBe(404);
});

test('serves nothing else', async () => {
  expect((await get('/missing.js')).status).toBe(404);
  expect((await get('/%2e%2e%2fsecret')).status).toBe(404);
  expect((await get('/%')).status).toBe(404);
  expect((await get('/', 'POST')).status).toBe(405);
  expect(fileOf(page, '/../secret')).toBeNull();
});

/** The status that a request gets whose first lines are written by hand. */
function statusOf(path: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(server.address, { path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });
}

test('answers any request, and none that means another host', async () => {
  expect(await statusOf('//', '127.0.0.1')).toBe(400);
  expect(await statusOf('/', 'evil.example')).toBe(400);
  expect(await statusOf('/', 'localhost:1234')).toBe(200);
});

test('is reached over the loopback device only', async () => {
  const { port } = new URL(server.address);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  // Linux has loopback addresses that differ.
  if (process.platform === 'linux') others.push('127.0.0.2');
  for (const host of others) {
    const reached = new Promise((resolve) => {
      const socket = connect(Number(port), host, () => resolve('connected'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    expect([host, await reached]).toEqual([host, 'ECONNREFUSED']);
  }
});

test('tells of a port that is taken', async () => {
  const { port } = new URL(server.address);
  await expect(servePlayground(page, Number(port), null)).rejects.toThrow('EADDRINUSE');
});

test('the address that a browser is started with leads to the program once', async () => {
  const open = (): Promise<Response> => fetch(server.opening, { redirect: 'manual' });
  const first = await open();
  const { origin } = new URL(server.address);
  expect([first.status, `${origin}${first.headers.get('location')!}`]).toEqual([302, server.address]);
  expect((await open()).status).toBe(404);
  expect(server.opening).not.toContain(/program-[0-9a-f-]{36}/.exec(server.address)![0]);
});
