import { closestName } from '@shardform/ir-core';
import { createMessageConnection, ErrorCodes, Message, ResponseError } from 'vscode-jsonrpc/node';
import { LineMessageReader } from '../json-rpc/line-reader.ts';
import { type GateProtocol, MessageGate } from '../json-rpc/message-gate.ts';
import { isRecord } from '../json-rpc/message-problem.ts';
import { JsonMessageWriter, lineFraming } from '../json-rpc/message-writer.ts';
import { OpenRequests } from '../json-rpc/open-requests.ts';
import { record, requestId } from '../json-rpc/shape.ts';
import { type Answer, argumentProblem, type Given, inputSchema, type McpTool } from '../mcp/tool.ts';
import type { ToolThreads } from '../mcp/tool-threads.ts';
import type { ServedStreams } from '../tool-io.ts';

/** Changes when methods change their meaning. */
const PROTOCOL = 1;
/** That of the Language Server Protocol. */
const REQUEST_CANCELLED = -32800;

const cancelled = record({ id: requestId });

const protocol: GateProtocol = {
  paramsProblem: (method, params) => (method === '$/cancelRequest' ? cancelled(params, 'params') : null),
  complaint: () => null,
};

/**
 * Serves the methods until the client leaves.
 *
 * @param version of the command.
 * @param threads where methods do their work.
 */
export function serveClient(
  methods: readonly McpTool[],
  version: string,
  { input, output }: ServedStreams,
  threads: ToolThreads,
): Promise<void> {
  const open = new OpenRequests();
  const writer = new JsonMessageWriter(output, lineFraming, open);
  const reader = new LineMessageReader(input, new MessageGate(writer, open, protocol));
  const connection = createMessageConnection(reader, writer, undefined, {
    // A request that was not looked at yet is answered like one whose work is under way.
    cancelUndispatched: (message) =>
      Message.isRequest(message)
        ? { jsonrpc: '2.0', id: message.id, error: cancelledError(message.method).toJson() }
        : undefined,
  });
  connection.onRequest('initialize', () => {
    threads.warmUp();
    return { version, protocol: PROTOCOL, node: process.version, methods: methods.map(describe) };
  });
  connection.onRequest((name, given: unknown, cancellation) => {
    const method = methodNamed(name, methods);
    const parameters = parametersOf(method, given);
    return new Promise<Answer>((resolve, reject) => {
      cancellation.onCancellationRequested(() =>
        reject(new ResponseError(REQUEST_CANCELLED, `'${name}' was cancelled`)),
      );
      threads
        .call(method.name, parameters, cancellation, (progress) => {
          const told = { method: name, ...progress };
          connection.sendNotification('$/progress', told).catch(() => undefined);
        })
        .then(resolve, reject);
    });
  });
  return new Promise((resolve) => {
    connection.onClose(resolve);
    connection.listen();
  });
}

function cancelledError(method: string): ResponseError {
  return new ResponseError(REQUEST_CANCELLED, `'${method}' was cancelled`);
}

function describe(method: McpTool): object {
  const { name, description, output } = method;
  return { name, description, parameters: inputSchema(method), data: output };
}

function methodNamed(name: string, methods: readonly McpTool[]): McpTool {
  const method = methods.find((candidate) => candidate.name === name);
  if (method !== undefined) return method;
  const names = methods.map((candidate) => candidate.name);
  const close = closestName(name, names);
  const hint = close === null ? `there are ${names.join(', ')}` : `did you mean '${close}'?`;
  throw new ResponseError(ErrorCodes.MethodNotFound, `unknown method '${name}'; ${hint}`);
}

function parametersOf(method: McpTool, given: unknown): Given {
  const parameters = given ?? {};
  const problem = isRecord(parameters) ? argumentProblem(method, parameters) : 'the parameters are no object';
  // A record without a problem has what the method declares.
  if (problem === null) return parameters as Given;
  throw new ResponseError(ErrorCodes.InvalidParams, problem);
}
