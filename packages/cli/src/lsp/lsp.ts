import { version } from '@shardform/ir-core';
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { defineCommand } from '../command/define-command.ts';
import { createContext } from '../context.ts';
import { serve } from './server.ts';

/** `shardform lsp`. */
export const lsp = defineCommand({
  name: 'lsp',
  description: `Serves an editor by the Language Server Protocol on standard input and output: problems while you type, types,
shardings and documentation, definitions and references, symbols, completion, what each device holds as inlay hints,
and passes as code actions.`,
  usage: ['[--stdio]'],
  examples: ['shardform lsp', 'shardform lsp --load ./my-dialect.mjs'],
  flags: { stdio: { description: 'accepted because editors say so: there is no other way' } },
  positionals: [0, 0],
  run(_positionals, _flags, input) {
    const connection = createConnection(
      ProposedFeatures.all,
      new StreamMessageReader(process.stdin),
      new StreamMessageWriter(process.stdout),
    );
    serve(connection, () => createContext(input.extensions), version);
    // The connection ends the process when the editor says so or leaves.
    return new Promise(() => undefined);
  },
});
