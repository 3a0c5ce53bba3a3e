import { sharedInterrupt, version } from '@shardform/ir-core';
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { startCommandThread } from '../command-thread.ts';
import { defineCommand } from '../command/define-command.ts';
import { createContext } from '../context.ts';
import { PortReader, PortWriter } from './port-streams.ts';
import { requestBudget } from './request-budget.ts';
import { serve } from './server.ts';
import { supervise } from './supervise.ts';

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
  notes: `Answers are worked out in a thread: an edit stops those about what was before, and none takes longer than ten seconds, or
--limit-time.`,
  flags: { stdio: { description: 'accepted because editors say so: there is no other way' } },
  positionals: [0, 0],
  run(_positionals, _flags, input) {
    const { ownPort, interruptFlag: flag } = input;
    const budget = requestBudget(flag === undefined ? null : sharedInterrupt(flag));
    if (ownPort === undefined && input.program !== undefined && input.commandLine !== undefined) {
      const shared = new SharedArrayBuffer(4);
      return supervise(
        () => startCommandThread(input, shared)!,
        () => Atomics.store(new Int32Array(shared), 0, 1),
        budget.seconds + GRACE,
      );
    }
    const [reader, writer] =
      ownPort === undefined
        ? [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)]
        : [new PortReader(ownPort), new PortWriter(ownPort)];
    const connection = createConnection(ProposedFeatures.all, reader, writer);
    const lower = (): void => {
      if (flag !== undefined) Atomics.store(new Int32Array(flag), 0, 0);
    };
    serve(connection, () => createContext(input.extensions), version, budget, lower);
    // The connection ends the process when the editor says so or leaves.
    return new Promise(() => undefined);
  },
});
