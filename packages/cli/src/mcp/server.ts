import { createMessageConnection, ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import { LineMessageReader } from '../json-rpc/line-reader.ts';
import { MessageGate } from '../json-rpc/message-gate.ts';
import { isRecord } from '../json-rpc/message-problem.ts';
import { JsonMessageWriter, lineFraming } from '../json-rpc/message-writer.ts';
import { OpenRequests } from '../json-rpc/open-requests.ts';
import type { ServedStreams } from '../tool-io.ts';
import { mcpProtocol, withOwnCancellations } from './mcp-protocol.ts';
import { answered as answeredTo } from './command-tool.ts';
import { ProgramStore, uploadTool } from './program-store.ts';
import { type Answer, argumentProblem, type Given, type McpTool } from './tool.ts';
import { listedTool } from './tool-list.ts';
import type { Cancellation, ToolThreads } from './tool-threads.ts';

/** Supported protocol revisions, the newest first; they agree in the subset used here. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

const INSTRUCTIONS =
  "A compiler toolkit for distributed tensor programs: StableHLO with Shardy shardings as JAX prints it. Give a program as MLIR text, as a path in the server's --root, or as a handle of upload. Find where a sharding comes from with explain, see what lies where with picture, check with simulate that partitioning, or a shard_map beside its plain reference, keeps the numbers. Answers begin with a summary; structuredContent is the --json of the command, whose schema is in docs/reference/json.";

/**
 * Serves the Model Context Protocol (https://modelcontextprotocol.io) until the client leaves.
 *
 * @param version of the command.
 * @param threads where tools do their work.
 */
export function serveTools(
  tools: readonly McpTool[],
  version: string,
  { input, output }: ServedStreams,
  threads: ToolThreads,
): Promise<void> {
  const open = new OpenRequests();
  const writer = new JsonMessageWriter(output, lineFraming, open);
  const gate = new MessageGate(writer, open, mcpProtocol);
  const reader = withOwnCancellations(new LineMessageReader(input, gate), open);
  const connection = createMessageConnection(reader, writer);
  connection.onRequest('initialize', (parameters: unknown) => {
    threads.warmUp();
    const { protocolVersion } = recordOf(parameters);
    return {
      protocolVersion: REVISIONS.find((revision) => revision === protocolVersion) ?? REVISIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'shardform', version },
      instructions: INSTRUCTIONS,
    };
  });
  connection.onRequest('ping', () => ({}));
  // Threads have programs of their own, and calls end with their thread: uploads are kept here.
  const store = new ProgramStore();
  const upload = uploadTool(store);
  const all = [upload, ...tools];
  connection.onRequest('tools/list', () => ({ tools: all.map(listedTool) }));
  connection.onRequest('tools/call', (parameters: unknown, cancellation: Cancellation) => {
    const { tool, given } = requestedCall(all, recordOf(parameters));
    const answer = answeredTo(async () =>
      tool === upload ? tool.run(given) : threads.call(tool.name, store.resolved(tool, given), cancellation),
    );
    return answered(answer);
  });
  return new Promise((resolve) => {
    connection.onClose(resolve);
    connection.listen();
  });
}

function requestedCall(
  tools: readonly McpTool[],
  parameters: Given,
): { readonly tool: McpTool; readonly given: Given } {
  const tool = tools.find(({ name }) => name === parameters.name);
  if (tool === undefined)
    throw new ResponseError(
      ErrorCodes.InvalidParams,
      typeof parameters.name === 'string' ? `unknown tool '${parameters.name}'` : "'name' is no text",
    );
  const { arguments: own = {} } = parameters;
  if (!isRecord(own)) throw new ResponseError(ErrorCodes.InvalidParams, "'arguments' is no object");
  const problem = argumentProblem(tool, own);
  if (problem !== null) throw new ResponseError(ErrorCodes.InvalidParams, problem);
  return { tool, given: own };
}

async function answered(answer: Promise<Answer>): Promise<object> {
  const { text, data, isError } = await answer;
  const content = { type: 'text', text };
  // Errors have a schema of their own.
  return isError
    ? { content: [content, { type: 'text', text: JSON.stringify(data) }], isError }
    : { content: [content], structuredContent: data, isError };
}

function recordOf(value: unknown): Given {
  return isRecord(value) ? value : {};
}
