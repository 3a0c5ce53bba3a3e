import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Message } from 'vscode-jsonrpc/node';
import { lspProtocol } from '../lsp/request-shapes.ts';
import { HeaderMessageReader } from './header-reader.ts';
import { MessageGate } from './message-gate.ts';
import { headerFraming, JsonMessageWriter } from './message-writer.ts';
import { OpenRequests } from './open-requests.ts';

const hover = (id: unknown, params: unknown): string =>
  headerFraming(JSON.stringify({ jsonrpc: '2.0', id, method: 'textDocument/hover', params }));
const right = { textDocument: { uri: 'é' }, position: { line: 0, character: 0 } };

/** The messages read from chunks, and the error responses. */
async function exchange(...chunks: readonly string[]): Promise<{ ids: unknown[]; errors: unknown[] }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const read: (Message & { readonly id?: unknown })[] = [];
  const ended = new Promise((resolve) => {
    const open = new OpenRequests();
    const gate = new MessageGate(
      new JsonMessageWriter(output, (json) => `${json}\n`, open),
      open,
      lspProtocol,
    );
    const reader = new HeaderMessageReader(input, gate);
    reader.onClose(resolve);
    reader.listen((message) => void read.push(message));
  });
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await ended;
  const lines = String(output.read() ?? '').split('\n');
  const errors = lines
    .filter((line) => line !== '')
    .map(
      (line) =>
        JSON.parse(line) as { id: unknown; error?: { code: number; message: string }; params?: unknown },
    )
    .map(({ id, error, params }) => (error === undefined ? params : [id, error.code, error.message]));
  return { ids: read.map(({ id }) => id), errors };
}

test('messages stand behind their lengths, whatever the pieces they come in', async () => {
  const bytes = `${hover(1, right)}content-length:2\r\nContent-Type: x\r\n\r\n[]${hover(2, right)}`;
  const pieces = [bytes.slice(0, 9), bytes.slice(9, 40), bytes.slice(40)];
  expect(await exchange(...pieces)).toEqual({
    ids: [1, 2],
    errors: [[null, -32600, 'a message is an object']],
  });
});

test.each([
  ['Content-Length: -1', "'Content-Length' is no number of bytes: -1"],
  ['Content-Length: 1e3', "'Content-Length' is no number of bytes: 1e3"],
  ['Content-Length:', "'Content-Length' is no number of bytes: "],
  ['Length: 3', "'Content-Length' is missing"],
])('%s is answered, and the next message is read', async (header, problem) => {
  const { ids, errors } = await exchange(`${header}\r\n\r\n${hover(1, right)}`);
  expect(ids).toEqual([1]);
  expect(errors).toEqual([[null, -32700, `the headers of a message can't be read: ${problem}`]]);
});

test('a message that is longer or shorter than its length says is answered, and reading goes on', async () => {
  const long = `Content-Length: 3\r\n\r\n{"a":1}${hover(1, right)}`;
  const short = `Content-Length: 12\r\n\r\n{}${hover(2, right)}${hover(3, right)}`;
  const { ids, errors } = await exchange(long, short);
  expect(ids).toEqual([1, 3]);
  expect(errors.map((error) => (error as unknown[])[1])).toEqual([-32700, -32700, -32700, -32700, -32700]);
});

test('a message of more bytes than are kept is not waited for', async () => {
  const { ids, errors } = await exchange(`Content-Length: 99999999999\r\n\r\n${hover(1, right)}`);
  expect(ids).toEqual([1]);
  expect(errors).toEqual([[null, -32600, expect.stringContaining('longer than 268435456 bytes')]]);
});

test('headers without an end are not kept', async () => {
  const { ids, errors } = await exchange('x'.repeat(70_000), `\r\n\r\n${hover(1, right)}`);
  expect(ids).toEqual([1]);
  expect(errors).toHaveLength(2);
});

test('parameters of the wrong kind are answered by name', async () => {
  const wrong = [[], { ...right, position: { line: -1, character: 0 } }, { position: right.position }];
  const { ids, errors } = await exchange(...wrong.map((params, i) => hover(i, params)));
  expect(ids).toEqual([]);
  expect(errors).toEqual([
    [0, -32602, "'params' is no object"],
    [1, -32602, "'params.position.line' is no integer of at least 0"],
    [2, -32602, "'params.textDocument' is missing"],
  ]);
});

test('a notification that is not heeded is told of, not answered', async () => {
  const change = { jsonrpc: '2.0', method: 'textDocument/didChange', params: {} };
  expect((await exchange(headerFraming(JSON.stringify(change)))).errors).toEqual([
    { type: 1, message: "not heeded: 'textDocument/didChange': 'params.textDocument' is missing" },
  ]);
});

test('ids are free of those of the server, and of requests that wait', async () => {
  const { ids, errors } = await exchange(hover('shardform/probe', right), hover(1, right).repeat(3));
  expect(ids).toEqual([1]);
  expect(errors).toEqual([
    ['shardform/probe', -32600, "ids that begin with 'shardform/' are those of the server"],
    [1, -32600, 'a request with the id 1 is not answered yet'],
    [1, -32600, 'a request with the id 1 is not answered yet'],
  ]);
});

test('what is nested so deep that following it takes a stack is refused', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const { ids, errors } = await exchange(
    hover(1, right),
    headerFraming(`{"jsonrpc":"2.0","id":2,"method":"x","params":{"deep":${deep}}}`),
  );
  expect(ids).toEqual([1]);
  expect(errors).toEqual([[2, -32600, 'lists and objects lie in each other deeper than 200 levels']]);
});
