// Tests the Python package as a user gets it: builds the wheel, installs it into an empty environment, and runs its tests.
// Needs what `npm run build` makes, Python 3.11 or newer, and PyPI or pip's cache. The environment is kept in temp/.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pnpm.mjs';

const MOST_BYTES = 3.7e6;
const client = join(root, 'clients', 'python');
const work = join(root, 'temp', 'python');
const isWindows = process.platform === 'win32';
const python = join(work, 'venv', isWindows ? 'Scripts' : 'bin', isWindows ? 'python.exe' : 'python');

const found = ['python3.13', 'python3.12', 'python3.11', 'python3', 'python'].find(
  (name) =>
    spawnSync(name, ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))']).status === 0,
);
if (found === undefined) {
  console.error('there is no Python 3.11 or newer with venv: the Python package is not tested');
  process.exit(1);
}
mkdirSync(work, { recursive: true });
run('stage', process.execPath, [join(client, 'tools', 'stage.mjs')]);
if (!existsSync(python)) run('environment', found, ['-m', 'venv', join(work, 'venv')]);
run('packages', python, ['-m', 'pip', 'install', '-q', '-r', join(client, 'tests', 'requirements.txt')]);
rmSync(join(work, 'dist'), { recursive: true, force: true });
run('wheel', python, ['-m', 'build', '--no-isolation', '--wheel', '--outdir', join(work, 'dist'), client]);
const [wheel] = readdirSync(join(work, 'dist')).filter((name) => name.endsWith('.whl'));
const { size } = statSync(join(work, 'dist', wheel));
console.log(`   ${wheel}: ${(size / 1e6).toFixed(2)} MB`);
if (size > MOST_BYTES) {
  console.error(`the wheel has more than ${MOST_BYTES / 1e6} MB`);
  process.exit(1);
}
run('install', python, [
  '-m',
  'pip',
  'install',
  '-q',
  '--force-reinstall',
  '--no-deps',
  join(work, 'dist', wheel),
]);
run('node', python, ['-m', 'pip', 'install', '-q', join(work, 'dist', wheel)]);
run('test', python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', client]);
if (existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium'))
  run('notebook', process.execPath, [
    join(client, 'tests', 'jupyterlab.mjs'),
    python,
    join(work, 'pictures'),
  ]);

/** Runs a step in a folder where the sources are not found by chance; ends the process if it fails. */
function run(name, command, args) {
  const before = Date.now();
  const { status, error } = spawnSync(command, args, { cwd: work, stdio: 'inherit' });
  if (error) console.error(error.message);
  if (status !== 0) {
    console.error(`${name} failed`);
    process.exit(status ?? 1);
  }
  console.log(`${name}: ${((Date.now() - before) / 1000).toFixed(1)} s`);
}
