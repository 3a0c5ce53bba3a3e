import { resolve } from 'node:path';
import { currentBudget, version } from '@shardform/ir-core';
import type { WorkerPort } from '@shardform/runtime-sim';
import { startCommandThread } from '../command-thread.ts';
import { defineCommand } from '../command/define-command.ts';
import { portPair } from '../json-rpc/port-pair.ts';
import { serveTools } from './server.ts';
import { toolThreadServer } from './tool-thread.ts';
import { ToolThreads } from './tool-threads.ts';
import { mcpTools } from './tools.ts';

/** Default of `--limit-time`, in seconds per call. */
const SECONDS = 120;

/** `shardform mcp`. */
export const mcp = defineCommand({
  name: 'mcp',
  description: `Serves agents by the Model Context Protocol on standard input and output. Tools: parse, verify, run_pipeline, explain,
picture, partition, compare, simulate, cost, lower, simulate_strategy and search_strategies. Each takes programs as
text, or as files of --root, and answers with text and with JSON.`,
  usage: ['[--root FOLDER] [--load FILE.mjs] [--limit-time SECONDS]'],
  examples: ['shardform mcp', 'shardform mcp --root .'],
  flags: {
    root: { value: 'FOLDER', type: 'input', description: 'let tools read the files of this folder' },
  },
  notes: `Calls run in threads: a call that is cancelled, or takes longer than two minutes or --limit-time, doesn't affect others.`,
  positionals: [],
  async run(_positionals, { root }, input) {
    const tools = await mcpTools({ ...input, root: root === null ? null : resolve(input.cwd, root) });
    const serveThread = toolThreadServer(tools);
    if (input.ownPort !== undefined) {
      serveThread(input.ownPort);
      // The thread is ended from outside.
      return new Promise<never>(() => undefined);
    }
    const { time } = currentBudget().limits;
    // In a process that can start none, calls are worked on here, one after the other.
    const start = (): WorkerPort => startCommandThread(input) ?? inProcess(serveThread);
    const threads = new ToolThreads(start, time === Infinity ? SECONDS : time);
    const { served = { input: process.stdin, output: process.stdout } } = input;
    await serveTools(tools, version, served, threads);
    threads.close();
    return { data: null };
  },
  text: () => '',
});

function inProcess(serveThread: (port: WorkerPort) => void): WorkerPort {
  const [near, far] = portPair();
  serveThread(far);
  return near;
}
