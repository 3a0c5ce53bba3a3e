import type { Readable, Writable } from 'node:stream';
import { createMessageConnection, ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import { LineMessageReader, LineMessageWriter } from './line-streams.ts';
import { argumentProblem, type Given, inputSchema, type McpTool } from './tool.ts';

/** Revisions of the protocol that are spoken, the newest first; they are the same in what is used here. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

const INSTRUCTIONS =
  'A compiler toolkit for distributed tensor programs: StableHLO with Shardy shardings as JAX prints it. Find where a sharding comes from with explain, see what lies where with picture, check with simulate that partitioning keeps the numbers.';

/**
 * Serves the Model Context Protocol (https://modelcontextprotocol.io) until the client leaves.
 *
 * @param version of the command.
 */
export function serveTools(
  tools: readonly McpTool[],
  version: string,
  input: Readable,
  output: Writable,
): Promise<void> {
  const connection = createMessageConnection(new LineMessageReader(input), new LineMessageWriter(output));
  connection.onRequest('initialize', (parameters: unknown) => {
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
  connection.onRequest('tools/call', (parameters: unknown) => callTool(tools, recordOf(parameters)));
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

async function callTool(tools: readonly McpTool[], parameters: Given): Promise<object> {
  const tool = tools.find(({ name }) => name === parameters.name);
  if (tool === undefined)
    throw new ResponseError(ErrorCodes.InvalidParams, `unknown tool '${String(parameters.name)}'`);
  const given = recordOf(parameters.arguments);
  const problem = argumentProblem(tool, given);
  if (problem !== null) throw new ResponseError(ErrorCodes.InvalidParams, problem);
  const { text, data, isError } = await tool.run(given);
  const content = { type: 'text', text };
  // Structured content has to be what the tool's schema says, which errors are not.
  return isError
    ? { content: [content, { type: 'text', text: JSON.stringify(data) }], isError }
    : { content: [content], structuredContent: data, isError };
}

function recordOf(value: unknown): Given {
  return typeof value === 'object' && value !== null ? (value as Given) : {};
}
