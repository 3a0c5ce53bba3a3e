import { closestName } from '@shardform/ir-core';
import { defineCommand } from '../command/define-command.ts';
import { commands } from '../commands.ts';
import { UsageError } from '../tool-io.ts';
import { offeredCommands } from './command-flags.ts';
import { completionScript, shells } from './shell-scripts.ts';

/** `shardform completion`. */
export const completion = defineCommand({
  name: 'completion',
  description: 'Prints a script that makes a shell complete the names of commands, flags and passes.',
  usage: ['bash|zsh|fish'],
  examples: [
    'source <(shardform completion bash)  # in ~/.bashrc',
    'source <(shardform completion zsh)   # in ~/.zshrc, after compinit',
    'shardform completion fish > ~/.config/fish/completions/shardform.fish',
  ],
  flags: {},
  positionals: [{ name: 'SHELL', description: 'a shell: bash, zsh or fish' }],
  async run([given]) {
    const shell = shells.find((name) => name === given);
    if (shell === undefined) {
      const close = closestName(given!, shells);
      throw new UsageError(
        `unknown shell '${given!}'; ${close === null ? 'expected bash, zsh or fish' : `did you mean '${close}'?`}`,
      );
    }
    return { data: completionScript(shell, await offeredCommands(commands)) };
  },
  text: (script) => script,
});
