import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const [, version] = manifest.packageManager.split('@');

// npx and pnpm are command files on Windows, which only a shell can start.
const shell = process.platform === 'win32';

/** The words that start the pnpm this workspace is pinned to: an installed one, or npx's copy. */
function pnpmCommand() {
  // Asked from a folder outside: inside, pnpm would answer with the version pinned there.
  const found = spawnSync('pnpm', ['--version'], { cwd: tmpdir(), encoding: 'utf8', shell });
  return found.status === 0 && found.stdout.trim() === version ? ['pnpm'] : ['npx', '-y', `pnpm@${version}`];
}

/**
 * Runs a program in the workspace's folder with this process's terminal.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ shell?: boolean, env?: Record<string, string>, quiet?: boolean }} [options] `quiet` shows errors alone.
 * @returns {number} its exit code; 1 when it was killed or did not start.
 */
export function run(command, args, options = {}) {
  const env = { ...process.env, ...options.env };
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: options.quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    shell: options.shell ?? false,
    env,
  });
  if (result.error) process.stderr.write(`${command}: ${result.error.message}\n`);
  return result.status ?? 1;
}

/**
 * Runs the pinned pnpm.
 *
 * @param {string[]} args without spaces: on Windows they pass through a shell.
 * @param {Record<string, string>} [env]
 * @param {boolean} [quiet]
 * @returns {number} the exit code.
 */
export function pnpm(args, env = {}, quiet = false) {
  const [command, ...before] = pnpmCommand();
  return run(command, [...before, ...args], { shell, env: { ...env, PATH: pathWithPnpm() }, quiet });
}

/**
 * The PATH with the workspace's own pnpm, which Nx starts for each task. Nx takes entries off that begin with the path
 * of `node_modules`; this one is an equivalent path that doesn't.
 */
function pathWithPnpm() {
  return `${process.env.PATH ?? ''}${delimiter}${root}./node_modules/.bin`;
}

/** Ends this process with `code` unless it is 0. */
export function orExit(code) {
  if (code !== 0) process.exit(code);
}

/** Installs the packages of the lock file unless they are up to date; exits on failure. */
export function installIfNeeded() {
  const wanted = new URL('../../pnpm-lock.yaml', import.meta.url);
  const installed = new URL('../../node_modules/.pnpm/lock.yaml', import.meta.url);
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(wanted))) return;
  orExit(pnpm(['install', '--frozen-lockfile']));
}
