import type { WorkerPort } from '@shardform/runtime-sim';
import { beforeEach, expect, test } from 'vitest';
import { type Rpc, Supervisor } from './supervisor.ts';

/** A thread that says what the test lets it say. */
class FakeThread implements WorkerPort {
  readonly received: Rpc[] = [];
  isClosed = false;
  say: (message: unknown) => void = () => undefined;
  fail: () => void = () => undefined;

  send(message: unknown): void {
    this.received.push(message as Rpc);
  }

  listen(receive: (message: unknown) => void, fail: () => void): void {
    this.say = receive;
    this.fail = fail;
  }

  close(): void {
    this.isClosed = true;
  }

  /** The messages it received, except for probes. */
  get told(): (string | undefined)[] {
    return this.received.map(({ method }) => method).filter((method) => method !== '$/probe');
  }
}

const uri = 'file:///a.mlir';
const other = 'file:///b.mlir';
let threads: FakeThread[];
let sent: Rpc[];
let interrupts: number;
let asked: number;
let gaveUp: number;
let now: number;
let supervisor: Supervisor;

beforeEach(() => {
  [threads, sent, interrupts, asked, gaveUp, now] = [[], [], 0, 0, 0, 0];
  const start = (): WorkerPort => {
    threads.push(new FakeThread());
    return threads.at(-1)!;
  };
  const interrupt = (): void => {
    interrupts++;
  };
  supervisor = new Supervisor(
    {
      ...{ start, interrupt, send: (message) => sent.push(message), now: () => now },
      ask: () => asked++,
      giveUp: () => gaveUp++,
    },
    10,
  );
  tell('initialize', { processId: 1 }, 0);
  for (const document of [uri, other])
    tell('textDocument/didOpen', {
      textDocument: { uri: document, languageId: 'mlir', version: 1, text: 'old' },
    });
  answerProbe();
  threads[0]!.say({ jsonrpc: '2.0', id: 0, result: {} });
  answerProbe();
  for (const document of [uri, other]) publish(document, 1);
  sent = [];
});

/** The thread has checked a document. */
function publish(document: string, version: number): void {
  const params = { uri: document, version, diagnostics: [] };
  threads.at(-1)!.say({ jsonrpc: '2.0', method: 'textDocument/publishDiagnostics', params });
}

function tell(method: string, params: unknown, id?: number): void {
  supervisor.receive({ jsonrpc: '2.0', method, params, ...(id === undefined ? {} : { id }) });
}

function answerProbe(): void {
  threads.at(-1)!.say({ jsonrpc: '2.0', id: 'shardform/probe', error: { code: -32601, message: 'no' } });
}

function change(version: number, text: string): void {
  tell('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
}

test('requests and answers are passed on', () => {
  tell('textDocument/hover', { textDocument: { uri } }, 1);
  threads[0]!.say({ jsonrpc: '2.0', id: 1, result: null });
  expect(threads[0]!.told.at(-1)).toBe('textDocument/hover');
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: null }]);
});

test('an edit stops a thread, also one that owes no answer: it may compute what nobody asked for', () => {
  change(2, 'idle');
  expect(interrupts).toBe(1);
  change(3, 'at work: the probe is not answered');
  expect(interrupts).toBe(2);
});

test('a request makes a thread put off what nobody waits for, and stops no answer', () => {
  const before = asked;
  tell('textDocument/hover', { textDocument: { uri } }, 1);
  expect(asked).toBe(before + 1);
  expect(interrupts).toBe(0);
});

test('a request that is cancelled is answered at once, and once', () => {
  tell('textDocument/hover', { textDocument: { uri } }, 1);
  tell('$/cancelRequest', { id: 1 });
  threads[0]!.say({ jsonrpc: '2.0', id: 1, result: null });
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32800, message: 'cancelled' } }]);
});

test('a thread that does not answer is replaced; the document that it was lost on waits for an edit', () => {
  tell('textDocument/hover', { textDocument: { uri } }, 1);
  now = 10_000;
  supervisor.check();
  expect(threads).toHaveLength(1);
  now = 10_001;
  supervisor.check();
  expect(threads[0]!.isClosed).toBe(true);
  const message = 'stopped after 10 s; --limit-time raises the limit';
  expect(sent).toMatchObject([
    { id: 1, error: { code: -32803, message } },
    { method: 'textDocument/publishDiagnostics', params: { uri, diagnostics: [{ message }] } },
  ]);
  expect(threads[1]!.told).toEqual(['initialize', 'initialized', 'textDocument/didOpen']);
  expect(threads[1]!.received.at(-1)!.params).toMatchObject({ textDocument: { uri: other } });
  change(2, 'new');
  expect(threads[1]!.received.findLast(({ method }) => method === 'textDocument/didOpen')!.params).toEqual({
    textDocument: { uri, languageId: 'mlir', version: 2, text: 'new' },
  });
});

test('a thread that ends because the editor has left is not replaced', () => {
  supervisor.close();
  threads[0]!.fail();
  expect(threads).toHaveLength(1);
});

test('requests about other documents are asked again of the thread that takes the place', () => {
  tell('textDocument/hover', { textDocument: { uri } }, 1);
  tell('textDocument/hover', { textDocument: { uri: other } }, 2);
  now = 10_001;
  supervisor.check();
  expect(sent.map(({ id, method }) => id ?? method)).toEqual([1, 'textDocument/publishDiagnostics']);
  expect(threads[1]!.told).toEqual([
    'initialize',
    'initialized',
    'textDocument/didOpen',
    'textDocument/hover',
  ]);
  threads[1]!.say({ jsonrpc: '2.0', id: 2, result: null });
  expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 2, result: null });
});

test('a thread that is lost on checking a document does not take requests about others with it', () => {
  change(2, 'slow');
  answerProbe();
  tell('textDocument/hover', { textDocument: { uri: other } }, 1);
  now = 10_001;
  supervisor.check();
  expect(sent).toMatchObject([{ method: 'textDocument/publishDiagnostics', params: { uri } }]);
  threads[1]!.say({ jsonrpc: '2.0', id: 1, result: null });
  expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 1, result: null });
});

test('each thread that is lost takes one document more, and then there is peace', () => {
  change(2, 'innocent');
  tell('textDocument/hover', { textDocument: { uri: other } }, 1);
  for (now = 10_001; now < 40_000; now += 10_001) supervisor.check();
  expect(threads).toHaveLength(3);
  expect(sent.at(-2)).toMatchObject({ id: 1, error: { code: -32803 } });
  expect(threads[2]!.told).toEqual(['initialize', 'initialized']);
});

test('a thread that ends is replaced', () => {
  threads[0]!.fail();
  expect(threads).toHaveLength(2);
  expect(threads[1]!.told).toEqual([
    'initialize',
    'initialized',
    'textDocument/didOpen',
    'textDocument/didOpen',
  ]);
  threads[1]!.say({ jsonrpc: '2.0', id: 'shardform/initialize', result: {} });
  expect(sent).toEqual([]);
});

test('a thread that ends before it says anything is not replaced again and again', () => {
  threads[0]!.fail();
  threads[1]!.fail();
  expect(threads).toHaveLength(2);
  expect(gaveUp).toBe(1);
});
