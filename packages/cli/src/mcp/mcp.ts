import { currentBudget, version } from '@shardform/ir-core';
import type { WorkerPort } from '@shardform/runtime-sim';
import { startCommandThread } from '../command-thread.ts';
import { defineCommand } from '../command/define-command.ts';
import { portPair } from '../json-rpc/port-pair.ts';
import { serveTools } from './server.ts';
import { toolThreadServer } from './tool-thread.ts';
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
    const serveThread = toolThreadServer(mcpTools(input));
    if (input.ownPort !== undefined) {
      serveThread(input.ownPort);
      return new Promise(() => undefined);
    }
    const { time } = currentBudget().limits;
    // In a process that can start none, calls are worked on here, one after the other.
    const start = (): WorkerPort => startCommandThread(input) ?? inProcess(serveThread);
    const threads = new ToolThreads(start, time === Infinity ? SECONDS : time);
    const { served = { input: process.stdin, output: process.stdout } } = input;
    await serveTools(mcpTools(input), version, served, threads);
    threads.close();
    return { stdout: '', stderr: '', exitCode: 0 };
  },
});

function inProcess(serveThread: (port: WorkerPort) => void): WorkerPort {
  const [near, far] = portPair();
  serveThread(far);
  return near;
}
