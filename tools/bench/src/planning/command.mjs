import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli =
  process.env.SHARDFORM ??
  fileURLToPath(new URL('../../../../packages/cli/bin/shardform.js', import.meta.url));
const processorTime = fileURLToPath(new URL('../processor-time.cjs', import.meta.url));

/**
 * Runs a command of shardform with `--json`.
 *
 * @param {readonly string[]} args
 * @returns {{ answer: any, seconds: number }} what it printed, and the seconds that processors worked.
 */
export function shardform(args) {
  const flags = ['--require', processorTime, cli, ...args, '--json'];
  const { stdout, stderr, status } = spawnSync(process.execPath, flags, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0 && stdout === '') throw new Error(`shardform ${args.join(' ')}: ${stderr}`);
  return { answer: JSON.parse(stdout), seconds: Number(stderr.trimEnd().split('\n').at(-1)) / 1000 };
}

/** What a plan from scratch takes. */
export function plan(file, flags) {
  const { answer, seconds } = shardform(['plan', file, '--from-scratch', '--brief', ...flags]);
  const { facts, model } = answer.best;
  return {
    seconds: facts.time.seconds,
    bytes: facts.memory?.bytes ?? NaN,
    fits: answer.fits,
    gap: model === null || model.seconds === 0 ? 0 : 1 - model.bound / model.seconds,
    processorSeconds: seconds,
  };
}
