import type { Readable, Writable } from 'node:stream';
import { createMessageConnection, ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import { LineMessageReader, LineMessageWriter } from './line-streams.ts';
import { type Answer, argumentProblem, type Given, inputSchema, type McpTool } from './tool.ts';
import type { Cancellation, ToolThreads } from './tool-threads.ts';

/** Revisions of the protocol that are spoken, the newest first; they are the same in what is used here. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

const INSTRUCTIONS =
  'A compiler toolkit for distributed tensor programs: StableHLO with Shardy shardings as JAX prints it. Find where a sharding comes from with explain, see what lies where with picture, check with simulate that partitioning keeps the numbers.';

/**
 * Serves the Model Context Protocol (https://modelcontextprotocol.io) until the client leaves.
 *
 * @param version of the command.
 * @param threads where tools do their work; without them in this thread.
 */
export function serveTools(
  tools: readonly McpTool[],
  version: string,
  input: Readable,
  output: Writable,
  threads: ToolThreads | null = null,
): Promise<void> {
  const writer = new LineMessageWriter(output);
  const connection = createMessageConnection(new LineMessageReader(input, writer), writer);
  connection.onRequest('initialize', (parameters: unknown) => {
    threads?.warmUp();
    const { protocolVersion } = recordOf(parameters);
    return {
      protocolVersion: REVISIONS.find((revision) => revision === protocolVersion) ?? REVISIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'shardform', version },
      instructions: INSTRUCTIONS,
    };
  });
  connection.onRequest('ping', () => ({}));
  connection.onRequest('tools/list', () => ({ tools: tools.map(describe) }));
  connection.onRequest('tools/call', (parameters: unknown, cancellation: Cancellation) => {
    const { tool, given } = requestedCall(tools, recordOf(parameters));
    return answered(threads === null ? tool.run(given) : threads.call(tool.name, given, cancellation));
  });
  return new Promise((resolve) => {
    connection.onClose(resolve);
    connection.listen();
  });
}

function describe(tool: McpTool): object {
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: inputSchema(tool),
    outputSchema: tool.output,
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

function requestedCall(
  tools: readonly McpTool[],
  parameters: Given,
): { readonly tool: McpTool; readonly given: Given } {
  const tool = tools.find(({ name }) => name === parameters.name);
  if (tool === undefined)
    throw new ResponseError(ErrorCodes.InvalidParams, `unknown tool '${String(parameters.name)}'`);
  const { arguments: own = {} } = parameters;
  if (typeof own !== 'object' || own === null || Array.isArray(own))
    throw new ResponseError(ErrorCodes.InvalidParams, "'arguments' is no object");
  const given = recordOf(own);
  const problem = argumentProblem(tool, given);
  if (problem !== null) throw new ResponseError(ErrorCodes.InvalidParams, problem);
  return { tool, given };
}

async function answered(answer: Promise<Answer>): Promise<object> {
  const { text, data, isError } = await answer;
  const content = { type: 'text', text };
  // Structured content has to be what the tool's schema says, which errors are not.
  return isError
    ? { content: [content, { type: 'text', text: JSON.stringify(data) }], isError }
    : { content: [content], structuredContent: data, isError };
}

function recordOf(value: unknown): Given {
  return typeof value === 'object' && value !== null ? (value as Given) : {};
}
