import { spawnSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { runTool } from '../run-tool.ts';

// Processes are started.
vi.setConfig({ testTimeout: 30_000 });

async function script(shell: string): Promise<string> {
  const { stdout } = await runTool('shardform', ['completion', shell], { stdin: new Uint8Array(), cwd: '.' });
  return String(stdout);
}

const hasBash = spawnSync('bash', ['-c', 'complete']).status === 0;

/** The completions of bash after some words, the last of which is incomplete. */
async function offered(...words: readonly string[]): Promise<string[]> {
  const { stdout } = spawnSync(
    'bash',
    [
      '-c',
      `${await script('bash')}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shardform; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'x',
      ...words,
    ],
    { encoding: 'utf8' },
  );
  return stdout.split('\n').filter((word) => word !== '');
}

test.runIf(hasBash)('bash completes commands, flags and passes', async () => {
  expect(await offered('shardform', 'ex')).toEqual(['explain', 'export']);
  expect(await offered('shardform', 'show', '--s')).toEqual(['--svg', '--sort']);
  expect(await offered('shardform', 'opt', '-sdy-propagation')).toEqual(['-sdy-propagation-pipeline']);
  expect(await offered('shardform', 'new', '--l')).toEqual(['--load']);
  expect(await offered('shardform', 'dist', 'se')).toEqual(['search']);
});

test('zsh and fish get descriptions', async () => {
  expect(await script('zsh')).toContain("'--svg:write a drawing there instead, - for standard output'");
  expect(await script('fish')).toContain(
    "complete -c shardform -n '__fish_seen_subcommand_from show' -l svg -r -d 'write a drawing there instead, - for standard output'",
  );
});
