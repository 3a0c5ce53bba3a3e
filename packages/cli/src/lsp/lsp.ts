import { version } from '@shardform/ir-core';
import type { WorkerPort } from '@shardform/runtime-sim';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startCommandThread } from '../command-thread.ts';
import { defineCommand } from '../command/define-command.ts';
import { createContext } from '../context.ts';
import { portPair } from '../json-rpc/port-pair.ts';
import type { ToolInput } from '../tool-io.ts';
import { PortReader, PortWriter } from './port-streams.ts';
import { requestBudget } from './request-budget.ts';
import { serve } from './server.ts';
import { supervise } from './supervise.ts';
import { ThreadSignals } from './thread-signals.ts';

/** Seconds more that a thread gets to stop by itself. */
const GRACE = 2;

/** `shardform lsp`. */
export const lsp = defineCommand({
  name: 'lsp',
  description: `Serves an editor by the Language Server Protocol on standard input and output: problems while you type, types,
shardings and documentation, definitions and references, symbols, completion, what each device holds as inlay hints,
and passes as code actions.`,
  usage: ['[--stdio]'],
  examples: ['shardform lsp', 'shardform lsp --load ./my-dialect.mjs'],
  notes: `Requests are served by a thread: an edit cancels those on the previous version, and none takes longer than ten seconds, or
--limit-time. Of documents above 100 kB, shardings and costs are computed step by step between requests, which interrupt
them; hovers say so until they are known.`,
  flags: { stdio: { description: 'accepted for compatibility with editors; it is the only transport' } },
  positionals: [],
  async run(_positionals, _flags, input) {
    const { ownPort, served = { input: process.stdin, output: process.stdout } } = input;
    if (ownPort !== undefined) {
      serveEditor(ownPort, input.interruptFlag ?? new SharedArrayBuffer(4), input);
      // The thread is ended from outside.
      return new Promise<never>(() => undefined);
    }
    const flag = new SharedArrayBuffer(4);
    const start = (): WorkerPort => {
      const thread = startCommandThread(input, flag);
      if (thread !== null) return thread;
      // In a process that can start none, the answers are worked out here.
      const [near, far] = portPair();
      serveEditor(far, flag, input);
      return near;
    };
    const { exitCode, stderr } = await supervise(
      served,
      start,
      new ThreadSignals(flag),
      requestBudget(null).seconds + GRACE,
    );
    return { data: null, messages: stderr, exitCode };
  },
  text: () => '',
});

/** Serves an editor at the other end of a port. @param flag that of {@link ThreadSignals}. */
function serveEditor(port: WorkerPort, flag: SharedArrayBuffer, input: ToolInput): void {
  const reader = new PortReader(port);
  const connection = createConnection(ProposedFeatures.all, reader, new PortWriter(port));
  const signals = new ThreadSignals(flag);
  const budget = requestBudget(signals.edited);
  const end = serve(connection, () => createContext(input.extensions), version, budget, signals);
  reader.onClose(end);
}
