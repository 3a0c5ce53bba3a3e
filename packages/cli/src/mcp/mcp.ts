import { version } from '@shardform/ir-core';
import { defineCommand } from '../command/define-command.ts';
import { serveTools } from './server.ts';
import { mcpTools } from './tools.ts';

/** `shardform mcp`. */
export const mcp = defineCommand({
  name: 'mcp',
  description: `Serves agents by the Model Context Protocol on standard input and output. Tools: parse, verify, run_pipeline, explain,
simulate and picture; each takes a program as text and answers with text and with JSON.`,
  usage: ['[--load FILE.mjs]'],
  examples: ['shardform mcp'],
  flags: {},
  positionals: [0, 0],
  async run(_positionals, _flags, input) {
    await serveTools(mcpTools(input), version, process.stdin, process.stdout);
    return { stdout: '', stderr: '', exitCode: 0 };
  },
});
