import { readFileSync } from 'node:fs';
import { runTool } from '@shardform/cli';
import { stopWork } from './stop-work.mjs';

/**
 * Measures the latency of cancellation. Work stops when it checks its interrupt, so the longest time between two checks
 * is the upper bound; its CPU time is measured in one run, with the location in the code. Then the work is stopped at
 * random times.
 *
 * node src/stop.mjs [--kind TEXT] [--seconds N] [PROGRAM.mlir...]
 */

/** CPU time of this process in milliseconds: what other processes do in between does not count. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** An interrupt that is raised at a time, and records the longest time between two checks. */
class Watch {
  #last = cpuTime();
  #start = this.#last;
  #begin = performance.now();
  longest = 0;
  longestAt = 0;
  place = 'before the first look';
  #raisedAt;

  /** @param {number} milliseconds after which it is raised. */
  constructor(milliseconds) {
    this.#raisedAt = this.#begin + milliseconds;
  }

  get isRaised() {
    const now = cpuTime();
    if (now - this.#last > this.longest) {
      this.longest = now - this.#last;
      this.longestAt = this.#last - this.#start;
      // The code between the two checks is below or after this.
      this.place = placeOf(new Error().stack);
    }
    this.#last = cpuTime();
    return performance.now() > this.#raisedAt;
  }

  /** The work is over. */
  end() {
    const now = cpuTime();
    if (now - this.#last <= this.longest) return;
    this.longest = now - this.#last;
    this.longestAt = this.#last - this.#start;
    this.place = 'after the last look';
  }
}

/** @param {string} stack */
function placeOf(stack) {
  const names = stack.split('\n').map((line) => /^ +at (?:new |async )?(\S+) \(/.exec(line)?.[1] ?? '');
  const own = names.filter((name) => name !== '' && !/isRaised|checkInterrupt|placeOf/.test(name));
  return own.slice(0, PLACE).join(' < ');
}

const PLACE = 5;

/** Runs work that is stopped after some time. */
async function timed({ args, text }, milliseconds) {
  const watch = new Watch(milliseconds);
  const stdin = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const start = performance.now();
  const { exitCode, stderr } = await runTool('shardform', args, {
    stdin,
    cwd: process.cwd(),
    interrupt: watch,
  }).catch(({ message }) => ({ exitCode: 70, stderr: message }));
  const taken = performance.now() - start;
  watch.end();
  const isStopped = exitCode === 130;
  return { watch, taken, isStopped, problem: exitCode === 0 || isStopped ? '' : stderr.split('\n')[0] };
}

function argumentsOf(args) {
  const [files, given] = [[], { kind: '', seconds: 20 }];
  while (args.length > 0) {
    const arg = args.shift();
    if (arg === '--kind') given.kind = args.shift();
    else if (arg === '--seconds') given.seconds = Number(args.shift());
    else files.push(arg);
  }
  return { ...given, files };
}

const { kind, seconds, files } = argumentsOf(process.argv.slice(2));
const commands = [
  ['opt', '-'],
  ['opt', '-', '-canonicalize'],
  ['opt', '-', '-cse'],
  ['opt', '-', '-sdy-propagation-pipeline'],
  ['partition', '-'],
  ['sim', '-'],
  ['report', '-', '-o', '/dev/null'],
  ['explain', '-'],
  ['tt', '-'],
  ['opt', '-', '-auto-sharding'],
];
const ownWork = files.flatMap((file) =>
  commands.map((args) => ({ what: `${args.join(' ')} ${file}`, args, text: readFileSync(file) })),
);
const RANDOM_RUNS = 5;

console.log(
  'Longest milliseconds between two looks at the interrupt; at most of runs stopped at random times; whole run\n',
);
for (const work of files.length > 0 ? ownWork : stopWork) {
  if (!new RegExp(kind).test(work.what)) continue;
  const { watch, taken, problem, isStopped } = await timed(work, seconds * 1000);
  let late = 0;
  for (let i = 0; i < RANDOM_RUNS; i++) {
    const after = (i + Math.random()) * (Math.min(taken, seconds * 1000) / RANDOM_RUNS);
    const stopped = await timed(work, after);
    if (stopped.isStopped) late = Math.max(late, stopped.taken - after);
  }
  const numbers = [watch.longest, late, taken].map((ms) => ms.toFixed(0).padStart(7)).join('');
  console.log(
    `${work.what.padEnd(44)}${numbers}${isStopped ? '+' : ' '} at ${watch.longestAt.toFixed(0)}: ${watch.place}${problem === '' ? '' : `\n    ${problem}`}`,
  );
}
