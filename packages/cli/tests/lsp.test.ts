import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ApplyWorkspaceEditRequest,
  type ApplyWorkspaceEditParams,
  CodeLensRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExecuteCommandRequest,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PrepareRenameRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  RenameRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { programArguments } from './program.ts';

const uri = 'file:///program.mlir';
const text = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  %1 = stablehlo.tanh %a : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
`;

let server: ChildProcessWithoutNullStreams;
let client: ProtocolConnection;

beforeAll(async () => {
  server = spawn(process.execPath, [...(await programArguments()), 'lsp', '--stdio']);
  client = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  client.listen();
  const { capabilities, serverInfo } = await client.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    // The type wants it still.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    rootUri: null,
    capabilities: {},
  });
  expect(serverInfo?.name).toBe('shardform');
  expect(capabilities.hoverProvider).toBe(true);
  await client.sendNotification(InitializedNotification.type, {});
}, 180_000);

afterAll(() => {
  client.dispose();
  server.kill();
});

function nextDiagnostics(): Promise<PublishDiagnosticsParams> {
  return new Promise((resolve) => {
    const listener = client.onNotification(PublishDiagnosticsNotification.type, (published) => {
      listener.dispose();
      resolve(published);
    });
  });
}

test('an editor opens a document, changes it, asks about it, runs a pass and leaves', async () => {
  const first = nextDiagnostics();
  await client.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'mlir', version: 1, text },
  });
  expect((await first).diagnostics).toEqual([]);

  const range = { start: { line: 3, character: 25 }, end: { line: 3, character: 27 } };
  const second = nextDiagnostics();
  await client.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range, text: '%9' }],
  });
  const { diagnostics, version } = await second;
  expect(version).toBe(2);
  expect(diagnostics.map(({ message, range: at }) => [message, at])).toEqual([
    ['use of undeclared SSA value name', range],
  ]);

  const third = nextDiagnostics();
  await client.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 3 },
    contentChanges: [{ text }],
  });
  expect((await third).diagnostics).toEqual([]);

  const hover = await client.sendRequest(HoverRequest.type, {
    textDocument: { uri },
    position: { line: 3, character: 22 },
  });
  expect(hover?.contents).toEqual({
    kind: 'markdown',
    value: '```mlir\n%0: tensor<4xf32>\n```\n\nResult of `stablehlo.tanh`.',
  });

  const position = { line: 3, character: 22 };
  expect(await client.sendRequest(PrepareRenameRequest.type, { textDocument: { uri }, position })).toEqual({
    start: { line: 3, character: 21 },
    end: { line: 3, character: 23 },
  });
  const renaming = { textDocument: { uri }, position, newName: 'wave' };
  const renamed = await client.sendRequest(RenameRequest.type, renaming);
  expect(renamed?.changes?.[uri]?.map(({ newText }) => newText)).toEqual(['%wave', '%wave']);
  await expect(client.sendRequest(RenameRequest.type, { ...renaming, newName: '%1' })).rejects.toThrow(
    "'%1' is there already",
  );
  expect(await client.sendRequest(CodeLensRequest.type, { textDocument: { uri } })).toEqual([]);

  const edits: ApplyWorkspaceEditParams[] = [];
  client.onRequest(ApplyWorkspaceEditRequest.type, (edit) => {
    edits.push(edit);
    return { applied: true };
  });
  await client.sendRequest(ExecuteCommandRequest.type, {
    command: 'shardform.runPass',
    arguments: [uri, 'cse'],
  });
  expect(edits[0]?.edit.changes?.[uri]?.[0]?.newText).toContain('stablehlo.add %0, %0 : tensor<4xf32>');
  await expect(
    client.sendRequest(ExecuteCommandRequest.type, { command: 'shardform.runPass', arguments: [uri, 'cze'] }),
  ).rejects.toThrow("did you mean 'cse'?");

  const exit = once(server, 'exit');
  await client.sendRequest(ShutdownRequest.type);
  await client.sendNotification(ExitNotification.type);
  expect((await exit)[0]).toBe(0);
}, 30_000);
