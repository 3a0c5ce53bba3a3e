import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { programArguments } from './program.ts';

// A process is started.
vi.setConfig({ testTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'play-'));
const program = 'func.func @f() { return }';
const sockets: Socket[] = [];
let server: ChildProcess;
let address: URL;
let programPath: string;

beforeAll(async () => {
  writeFileSync(join(folder, 'my step.mlir'), program);
  const args = [...(await programArguments()), 'play', 'my step.mlir', '--no-open'];
  server = spawn(process.execPath, args, { cwd: folder });
  const [line] = (await once(server.stdout!.setEncoding('utf8'), 'data')) as [string];
  address = new URL(line.trim());
  programPath = `/${/^#file=([^&]+)/.exec(address.hash)![1]!}`;
}, 180_000);
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true });
});
// Whatever was asked, the server goes on.
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  expect(await answer('/')).toEqual([200, '<!doctype html>']);
  expect(server.exitCode).toBeNull();
});

/** The status and the body of the answer to a request that no browser would make. */
function answer(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<[status: number, body: string]> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = address;
    const sent = request(
      { hostname, port, path, method, headers: { host: address.host, ...headers } },
      (got) => {
        let body = '';
        got.setEncoding('utf8').on('data', (text: string) => (body += text));
        got.on('end', () => resolve([got.statusCode!, body]));
      },
    );
    sent.on('error', reject).end();
  });
}

/** A connection over which something is sent that need not be a request. */
async function connection(text: string): Promise<Socket> {
  const socket = connect(Number(address.port), address.hostname);
  sockets.push(socket.on('error', () => undefined));
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

test('the program is at a path that nobody can guess', async () => {
  expect(programPath).toMatch(/^\/program-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(await answer(programPath)).toEqual([200, program]);
  expect(await answer('/program')).toEqual([404, '']);
  expect(await answer('/my%20step.mlir')).toEqual([404, '']);
});

test('a request for another host, or by another origin, is refused', async () => {
  expect(await answer(programPath, { host: 'evil.example' })).toEqual([400, '']);
  expect(await answer(programPath, { host: `127.0.0.1.evil.example:${address.port}` })).toEqual([400, '']);
  for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1', `https://${address.host}`])
    expect(await answer(programPath, { origin })).toEqual([400, '']);
  expect(await answer(programPath, { origin: `http://${address.host}` })).toEqual([200, program]);
});

test('addresses that are none, that leave the folder or are very long are refused', async () => {
  expect(await answer('//')).toEqual([400, '']);
  for (const path of ['/..%2f..%2fpackage.json', '/%00', '/%', `/${'a'.repeat(8000)}`])
    expect(await answer(path)).toEqual([404, '']);
  // The server may close the connection before all of the address has arrived.
  const reset = (error: NodeJS.ErrnoException): unknown => error.code;
  expect([[431, ''], 'ECONNRESET']).toContainEqual(await answer(`/${'a'.repeat(100_000)}`).catch(reset));
});

test('nothing but reading is allowed', async () => {
  expect(await answer(programPath, {}, 'HEAD')).toEqual([200, '']);
  for (const method of ['PUT', 'POST', 'DELETE', 'OPTIONS'])
    expect(await answer(programPath, {}, method)).toEqual([405, '']);
});

test('connections that say nothing, half of a request or no HTTP keep nobody from being answered', async () => {
  await Promise.all(Array.from({ length: 200 }, () => connection('')));
  await Promise.all(
    Array.from({ length: 200 }, () => connection(`GET / HTTP/1.1\r\nHost: ${address.host}\r\n`)),
  );
  const wrong = await connection('\0\0\0\r\n\r\n');
  const [text] = (await once(wrong.setEncoding('utf8'), 'data')) as [string];
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  const many = await Promise.all(Array.from({ length: 100 }, () => answer(programPath)));
  expect(many).toEqual(many.map(() => [200, program]));
});

test('a client that leaves in the middle of an answer is no fault', async () => {
  for (let i = 0; i < 20; i++) {
    const socket = await connection(
      `GET ${programPath} HTTP/1.1\r\nHost: ${address.host}\r\n\r\n`.repeat(50),
    );
    socket.resetAndDestroy();
  }
});
