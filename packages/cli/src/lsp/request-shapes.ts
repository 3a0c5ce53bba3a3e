import type { Message } from 'vscode-jsonrpc/node';
import type { GateProtocol } from '../json-rpc/message-gate.ts';
import {
  flag,
  index,
  integer,
  list,
  nullable,
  optional,
  record,
  requestId,
  type Shape,
  text,
} from '../json-rpc/shape.ts';

const document = record({ uri: text });
const position = record({ line: index, character: index });
const range = record({ start: position, end: position });
const about = record({ textDocument: document });
const place = { textDocument: document, position };

/** Parameters of the methods that the server heeds. */
const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  [
    'initialize',
    record({
      processId: nullable(index),
      capabilities: optional(record({})),
      workspaceFolders: nullable(list(record({ uri: text }))),
    }),
  ],
  [
    'textDocument/didOpen',
    record({ textDocument: record({ uri: text, languageId: text, version: integer, text }) }),
  ],
  [
    'textDocument/didChange',
    record({
      textDocument: record({ uri: text, version: integer }),
      contentChanges: list(record({ text, range: optional(range) })),
    }),
  ],
  ['textDocument/didClose', about],
  ['textDocument/didSave', about],
  ['textDocument/willSave', about],
  ['textDocument/willSaveWaitUntil', about],
  ['textDocument/hover', record(place)],
  ['textDocument/definition', record(place)],
  ['textDocument/references', record({ ...place, context: record({ includeDeclaration: flag }) })],
  ['textDocument/prepareRename', record(place)],
  ['textDocument/rename', record({ ...place, newName: text })],
  ['textDocument/completion', record(place)],
  ['completionItem/resolve', record({ label: text })],
  ['textDocument/codeLens', about],
  ['textDocument/documentSymbol', about],
  ['textDocument/semanticTokens/full', about],
  ['textDocument/inlayHint', record({ textDocument: document, range })],
  ['textDocument/codeAction', record({ textDocument: document, range })],
  ['workspace/executeCommand', record({ command: text, arguments: optional(list(() => null)) })],
  ['$/cancelRequest', record({ id: requestId })],
  ['$/setTrace', record({ value: text })],
]);

/** `MessageType.Error` of the protocol. */
const ERROR = 1;

/** The Language Server Protocol, as far as the server heeds it. */
export const lspProtocol: GateProtocol = {
  paramsProblem: (method, params) => SHAPES.get(method)?.(params, 'params') ?? null,
  complaint: (message) =>
    // A notification, with the parameters of its method.
    ({
      jsonrpc: '2.0',
      method: 'window/logMessage',
      params: { type: ERROR, message: `not heeded: ${message}` },
    }) as Message,
};
