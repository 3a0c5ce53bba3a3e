import { version } from '@shardform/ir-core';
import { currentBudget } from '@shardform/ir-core';
import { startCommandThread } from '../command-thread.ts';
import { defineCommand } from '../command/define-command.ts';
import { serveTools } from './server.ts';
import { serveToolThread } from './tool-thread.ts';
import { ToolThreads } from './tool-threads.ts';
import { mcpTools } from './tools.ts';

/** Seconds that a call may take unless `--limit-time` says otherwise. */
const SECONDS = 120;

/** `shardform mcp`. */
export const mcp = defineCommand({
  name: 'mcp',
  description: `Serves agents by the Model Context Protocol on standard input and output. Tools: parse, verify, run_pipeline, explain,
simulate, cost, partition, compare and picture; each takes programs as text and answers with text and with JSON.`,
  usage: ['[--load FILE.mjs] [--limit-time SECONDS]'],
  examples: ['shardform mcp'],
  flags: {},
  notes: `Calls are worked on in threads: a call that is cancelled, or takes longer than two minutes or --limit-time, ends alone.`,
  positionals: [0, 0],
  async run(_positionals, _flags, input) {
    const tools = mcpTools(input);
    if (input.ownPort !== undefined) {
      serveToolThread(input.ownPort, tools);
      return new Promise(() => undefined);
    }
    const { time } = currentBudget().limits;
    const start = () => startCommandThread(input)!;
    // In a process that can start none, calls are answered one by one.
    const hasThreads = input.program !== undefined && input.commandLine !== undefined;
    const threads = hasThreads ? new ToolThreads(start, time === Infinity ? SECONDS : time) : null;
    await serveTools(tools, version, process.stdin, process.stdout, threads);
    threads?.close();
    return { stdout: '', stderr: '', exitCode: 0 };
  },
});
