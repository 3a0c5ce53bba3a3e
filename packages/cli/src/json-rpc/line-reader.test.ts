import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Message } from 'vscode-jsonrpc/node';
import { mcpProtocol, withOwnCancellations } from '../mcp/mcp-protocol.ts';
import { LineMessageReader } from './line-reader.ts';
import { MessageGate } from './message-gate.ts';
import { JsonMessageWriter, lineFraming } from './message-writer.ts';
import { OpenRequests } from './open-requests.ts';

/** The messages read from lines, and the immediate responses. */
async function exchange(...chunks: readonly string[]): Promise<{ read: Message[]; answered: unknown[] }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const read: Message[] = [];
  const ended = new Promise((resolve) => {
    const open = new OpenRequests();
    const gate = new MessageGate(new JsonMessageWriter(output, lineFraming, open), open, mcpProtocol);
    const reader = withOwnCancellations(new LineMessageReader(input, gate), open);
    reader.onClose(resolve);
    reader.listen((message) => void read.push(message));
  });
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await ended;
  const lines = String(output.read() ?? '').split('\n');
  return { read, answered: lines.filter((line) => line !== '').map((line): unknown => JSON.parse(line)) };
}

test('messages are lines, whatever the pieces they come in', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const text = JSON.stringify(message);
  const { read, answered } = await exchange(
    text.slice(0, 5),
    `${text.slice(5)}\n\n${text.replace('"id":1', '"id":2')}`,
    '\n',
  );
  expect(read).toEqual([message, { ...message, id: 2 }]);
  expect(answered).toEqual([]);
});

test('lines that are no message are answered, and reading goes on', async () => {
  const ping = '{"jsonrpc":"2.0","id":9,"method":"ping"}';
  const { read, answered } = await exchange(
    '{x\n[]\n"text"\n{"id":4}\n{"jsonrpc":"2.0","id":5,"method":7}\n',
    `{"jsonrpc":"2.0","id":6,"method":"ping","params":3}\n${ping}\n`,
  );
  expect(read).toEqual([JSON.parse(ping)]);
  const error = (id: number | null, code: number, message: unknown): unknown => ({
    jsonrpc: '2.0',
    id,
    error: { code, message },
  });
  expect(answered).toEqual([
    error(null, -32700, expect.stringContaining('this is no JSON')),
    error(null, -32600, 'a message is an object'),
    error(null, -32600, 'a message is an object'),
    error(4, -32600, "'jsonrpc' has to be '2.0'"),
    error(5, -32600, "'method' is no text"),
    error(6, -32602, "'params' is no object"),
  ]);
});

test('an id is free again when its request has been answered or cancelled', async () => {
  const ping = '{"jsonrpc":"2.0","id":"a","method":"ping"}';
  const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}';
  const { read, answered } = await exchange(`${ping}\n${ping}\n${cancel}\n${ping}\n`);
  expect(read).toHaveLength(3);
  const error = { code: -32600, message: 'a request with the id a is not answered yet' };
  expect(answered).toEqual([{ jsonrpc: '2.0', id: 'a', error }]);
});

test("the protocol's cancellation is the connection's", async () => {
  const { read } = await exchange(
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3,"reason":"x"}}\n',
  );
  expect(read).toEqual([{ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 3 } }]);
});
