import type { DataCallback, Message, MessageReader } from 'vscode-jsonrpc/node';
import type { GateProtocol } from '../json-rpc/message-gate.ts';
import type { OpenRequests } from '../json-rpc/open-requests.ts';
import { record, requestId, type Shape } from '../json-rpc/shape.ts';

const CANCELLED = 'notifications/cancelled';

const unknown: Shape = () => 'the method is none of the protocol';

/** The notifications of the connection itself are not in the protocol. */
const SHAPES: ReadonlyMap<string, Shape> = new Map([
  [CANCELLED, record({ requestId })],
  ['$/cancelRequest', unknown],
  ['$/progress', unknown],
  ['$/setTrace', unknown],
  ['$/logTrace', unknown],
]);

/**
 * The subset of the Model Context Protocol that the server implements; parameters of tools are validated when they are
 * called.
 */
export const mcpProtocol: GateProtocol = {
  paramsProblem: (method, params) => SHAPES.get(method)?.(params, 'params') ?? null,
  complaint: () => null,
};

/**
 * Returns a reader whose cancellations are the connection's.
 *
 * @param open requests that are cancelled get no answer.
 */
export function withOwnCancellations(reader: MessageReader, open: OpenRequests): MessageReader {
  const listen = (callback: DataCallback) => reader.listen((message) => callback(toOwn(message, open)));
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    listen,
    dispose: () => reader.dispose(),
  };
}

function toOwn(message: Message, open: OpenRequests): Message {
  // Requests and notifications have a method, responses have none.
  const { method, params } = message as Message & { readonly method?: string; readonly params?: unknown };
  if (method !== CANCELLED || 'id' in message) return message;
  // Its parameters have been validated.
  const { requestId: id } = params as { readonly requestId: string | number };
  open.end(id);
  // A notification of the language server's protocol.
  return { jsonrpc: '2.0', method: '$/cancelRequest', params: { id } } as Message;
}
