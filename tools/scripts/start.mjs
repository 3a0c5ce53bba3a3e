// `npm start`: builds every package, then shows the demonstration of the command.
import { installIfNeeded, orExit, pnpm, run } from './pnpm.mjs';

installIfNeeded();
orExit(pnpm(['exec', 'nx', 'run-many', '-t', 'build'], { NX_DAEMON: 'false' }));
process.exit(run(process.execPath, ['packages/cli/bin/shardform.js', 'demo', ...process.argv.slice(2)]));
