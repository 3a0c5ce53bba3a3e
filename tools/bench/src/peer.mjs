import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { middle } from './report.mjs';

const python = process.env.SHARDFORM_PYTHON ?? 'python3';

/**
 * Runs the jaxlib peer.
 *
 * @param {string[]} args
 * @returns {Record<string, number> | null} milliseconds, or `null` where jaxlib isn't installed.
 */
export function jaxlib(args) {
  return pythonPeer('jaxlib_peer.py', args);
}

/**
 * Runs StableHLO files in XLA on the CPU.
 *
 * @param {string[]} args
 * @returns {Record<string, { xla: number, reference?: number }> | null} milliseconds by file, or `null` where jax isn't
 *   installed.
 */
export function xla(args) {
  return pythonPeer('xla_peer.py', args);
}

function pythonPeer(name, args) {
  const script = fileURLToPath(new URL(`../peers/${name}`, import.meta.url));
  const result = spawnSync(python, [script, ...args], { encoding: 'utf8' });
  return result.status === 0 ? JSON.parse(result.stdout) : null;
}

/**
 * Median wall time of a command in milliseconds, or `null` where it can't be run.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {string} [input]
 */
export function wallTime(command, args, input = '', runs = 7) {
  const times = [];
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    const result = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (result.status !== 0) return null;
    times.push(performance.now() - start);
  }
  return middle(times);
}

/**
 * Median processor time of a Node program in milliseconds, with the engine's own threads. Other work on the machine changes it less
 * than the wall time.
 *
 * @param {string[]} args
 */
export function processorTime(args, runs = 7) {
  const hook = fileURLToPath(new URL('processor-time.cjs', import.meta.url));
  const times = Array.from({ length: runs }, () => {
    const { status, stderr } = spawnSync(process.execPath, ['--require', hook, ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (status !== 0) throw new Error(stderr);
    return Number(stderr.trimEnd().split('\n').at(-1));
  });
  return middle(times);
}
