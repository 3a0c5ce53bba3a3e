import { resolve } from 'node:path';
import { currentBudget, version } from '@shardform/ir-core';
import { defineCommand } from '../command/define-command.ts';
import { StudyMemory } from '../study-memory.ts';
import { serveByThreads } from './serve-by-threads.ts';
import { serveTools } from './server.ts';
import { mcpTools } from './tools.ts';

/** Default of `--limit-time`, in seconds per call. */
const SECONDS = 120;

/** `shardform mcp`. */
export const mcp = defineCommand({
  name: 'mcp',
  description: `Serves agents by the Model Context Protocol on standard input and output. Tools: upload, parse, verify, run_pipeline,
study, explain, picture, partition, compare, cost, plan, simulate, lower, train_run, simulate_strategy, search_strategies and machines.
Each takes programs as text, as paths in --root, or as handles of upload, and answers with text, a summary first, and with JSON.`,
  usage: ['[--root FOLDER] [--load FILE.mjs] [--limit-time SECONDS]'],
  examples: ['shardform mcp', 'shardform mcp --root .'],
  flags: {
    root: { value: 'FOLDER', type: 'input', description: 'let tools read the files of this folder' },
  },
  notes: `The list of tools is short: help of the commands has all about their flags, and the reference the schemas of their JSON. Paths outside of --root
are refused, and without it all are. Calls run in threads: a call that is cancelled, or takes longer than two minutes or --limit-time, doesn't affect others.`,
  positionals: [],
  async run(_positionals, { root }, input) {
    const folder = root === null ? null : resolve(input.cwd, root);
    const tools = await mcpTools({ ...input, root: folder, studies: new StudyMemory() });
    const { time } = currentBudget().limits;
    await serveByThreads(tools, input, time === Infinity ? SECONDS : time, (streams, threads) =>
      serveTools(tools, version, streams, threads),
    );
    return { data: null };
  },
  text: () => '',
});
