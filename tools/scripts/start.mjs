// `npm start`: builds the command, writes the demonstration's files and studies its JAX step.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { installIfNeeded, orExit, pnpm, root, run } from './pnpm.mjs';

const SHOWN = 'study';
const command = 'packages/cli/bin/shardform.js';

installIfNeeded();
orExit(pnpm(['exec', 'nx', 'run', '@shardform/cli:build'], { NX_DAEMON: 'false' }));
const told = execFileSync(process.execPath, [join(root, command), 'demo', ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
});
for (const [, line] of told.matchAll(/^npx shardform (.*)$/gm)) {
  const args = line.split(' ');
  if (args[0] !== SHOWN) continue;
  console.log(`\n$ shardform ${line}`);
  orExit(run(process.execPath, [command, ...args]));
}
console.log(`\n${told}`);
