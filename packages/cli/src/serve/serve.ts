import { currentBudget, version } from '@shardform/ir-core';
import { defineCommand } from '../command/define-command.ts';
import { StudyMemory } from '../study-memory.ts';
import { serveByThreads } from '../mcp/serve-by-threads.ts';
import { threadProgress } from '../mcp/tool-thread.ts';
import { serveMethods } from './methods.ts';
import { serveClient } from './server.ts';

/** `shardform serve`. */
export const serve = defineCommand({
  name: 'serve',
  description: `Serves a program, such as the Python package, by JSON-RPC on standard input and output, one message a line. The methods are
the commands, their parameters the flags: {"method": "sim", "params": {"program": TEXT, "machine": "t3k"}}.`,
  usage: ['[--load FILE.mjs] [--limit-time SECONDS]'],
  examples: ['shardform serve'],
  flags: {},
  notes: `'initialize' answers with the version and all methods with their schemas. The result of a method is {"text", "data", "isError"}:
what the command prints, and its JSON. '$/cancelRequest' with the id of a request ends its work; '$/progress' tells how far
a request is. Files are read and written as the command does it: the client is trusted.`,
  positionals: [],
  async run(_positionals, _flags, input) {
    const { ownPort } = input;
    const progress = ownPort === undefined ? {} : { progress: threadProgress(ownPort) };
    const methods = await serveMethods({ ...input, ...progress, studies: new StudyMemory() });
    await serveByThreads(methods, input, currentBudget().limits.time, (streams, threads) =>
      serveClient(methods, version, streams, threads),
    );
    return { data: null };
  },
  text: () => '',
});
