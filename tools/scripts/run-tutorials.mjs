import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pnpm.mjs';

/**
 * Executes the commands of all tutorials as a shell does, each tutorial in a folder of its own, and looks for the lines that the
 * tutorials show. Returns how many there are.
 */
export function runTutorials({ folder, command, env }) {
  const tutorials = join(root, 'docs', 'tutorials');
  let count = 0;
  for (const page of readdirSync(tutorials).filter((name) => name.endsWith('.md'))) {
    const cwd = join(folder, page);
    mkdirSync(cwd);
    const text = readFileSync(join(tutorials, page), 'utf8');
    for (const [, block] of text.matchAll(/```console\n([^]*?)```/g)) {
      for (const part of block.split(/^\$ npx shardform /m).slice(1)) {
        const [line, ...shown] = part.trimEnd().split('\n');
        const { status, stdout, stderr } = spawnSync(`"${command}" ${line}`, {
          cwd,
          env,
          encoding: 'utf8',
          shell: true,
        });
        assert.equal(status, 0, `${page}: shardform ${line}\n${stderr}`);
        let at = 0;
        for (const wanted of shown.filter((own) => own !== '...' && own.trim() !== '')) {
          const found = stdout.indexOf(wanted, at);
          assert.notEqual(found, -1, `${page}: shardform ${line} does not print '${wanted}'\n${stdout}`);
          at = found + wanted.length;
        }
        count++;
      }
    }
  }
  return count;
}
