import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { programArguments } from './program.ts';

// A process is started.
vi.setConfig({ testTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'mcp-limits-'));
let server: ChildProcess;

/** An answer of JSON-RPC. */
interface Answer {
  readonly id: number;
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly message: string };
}

const answers: Answer[] = [];
const waiting = new Map<number, (answer: Answer) => void>();

const small = 'func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }';
const endless = `func.func @main(%a: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%i = %a) : tensor<i32>
    cond { stablehlo.return %true : tensor<i1> }
    do { %n = stablehlo.add %i, %one : tensor<i32> stablehlo.return %n : tensor<i32> }
  return %0 : tensor<i32>
}`;
/** Each alias stands for ten of the one before. */
const laughs = [
  '#a0 = [0]',
  ...Array.from({ length: 20 }, (_, i) => `#a${i + 1} = [${Array(10).fill(`#a${i}`).join(', ')}]`),
  '"t.use"() {a = #a20} : () -> ()',
].join('\n');
const manyDevices = `sdy.mesh @mesh = <["x"=1000000000]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<8xf32> { return %a : tensor<8xf32> }`;

beforeAll(async () => {
  const args = [...(await programArguments()), 'mcp', '--limit-time=2'];
  server = spawn(process.execPath, args, { cwd: folder });
  createInterface(server.stdout!).on('line', (line) => {
    const answer = JSON.parse(line) as Answer;
    answers.push(answer);
    waiting.get(answer.id)?.(answer);
  });
  const clientInfo = { name: 'test', version: '1' };
  await ask(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
}, 180_000);
afterAll(async () => {
  const ended = once(server, 'exit');
  server.stdin!.end();
  expect(await ended).toEqual([0, null]);
  rmSync(folder, { recursive: true });
});

function tell(message: object): void {
  server.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function ask(id: number, method: string, params: object): Promise<Answer> {
  const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
  tell({ id, method, params });
  return answered;
}

function call(id: number, name: string, given: object): Promise<Answer> {
  return ask(id, 'tools/call', { name, arguments: given });
}

function textOf({ result }: Answer): string | undefined {
  return result?.content?.[0]?.text;
}

test('calls without end are stopped in time, and others are answered meanwhile', async () => {
  const calls = [1, 2, 3, 4].map((id) => call(id, 'simulate', { program: endless }));
  expect(await ask(5, 'ping', {})).toMatchObject({ result: {} });
  // All threads work: this one waits for its turn.
  const fifth = call(6, 'verify', { program: small });
  for (const answer of await Promise.all(calls)) {
    expect(answer.result?.isError).toBe(true);
    expect(textOf(answer)).toBe('stopped after 2 s; --limit-time raises the limit');
  }
  expect((await fifth).result?.isError).toBe(false);
});

test('a call that is cancelled is not answered, and the server goes on', async () => {
  void call(10, 'simulate', { program: endless });
  expect(await ask(11, 'ping', {})).toMatchObject({ result: {} });
  tell({ method: 'notifications/cancelled', params: { requestId: 10 } });
  expect((await call(12, 'simulate', { program: small })).result?.isError).toBe(false);
  // Time for the answer that must not come.
  expect((await call(13, 'simulate', { program: endless })).result?.isError).toBe(true);
  expect(answers.some(({ id }) => id === 10)).toBe(false);
});

test('programs that stand for more than they are get messages', async () => {
  const texts = [
    ['parse', laughs, /aliases stand for [\d,]+ characters, more than the 67,108,864 allowed/],
    ['simulate', manyDevices, /mesh @mesh has 1,000,000,000 devices, more than the 65,536 allowed/],
  ] as const;
  for (const [i, [tool, program, message]] of texts.entries()) {
    const answer = await call(20 + i, tool, { program });
    expect(answer.result?.isError).toBe(true);
    expect(textOf(answer)).toMatch(message);
  }
});

test('a value that looks like a flag is a value', async () => {
  const answer = await call(30, 'explain', { program: small, value: '-h' });
  expect(textOf(answer)).toMatch(/^the file has no value '-h'; it has %/);
});

test('a message that is none gets an error, and the server goes on', async () => {
  server.stdin!.write('{"jsonrpc": \n');
  expect((await call(40, 'verify', { program: small })).result?.isError).toBe(false);
  expect(answers.filter(({ error }) => error !== undefined)).toMatchObject([{ error: { code: -32700 } }]);
});
