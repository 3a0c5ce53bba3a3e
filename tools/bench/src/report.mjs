/** True for a quick look: fewer runs, no large sizes. */
export const isQuick = process.argv.includes('--quick');

/** Runs of which the median is taken. */
export const RUNS = isQuick ? 3 : 9;

/**
 * What was measured.
 *
 * @type {{ what: string, ms: number, peer: { name: string, ms: number } | null }[]}
 */
export const measured = [];

/**
 * Median milliseconds of `work`, after one run that is not counted.
 *
 * @param {() => void} work
 */
export function median(work) {
  const times = [];
  for (let i = 0; i <= RUNS; i++) {
    const start = performance.now();
    work();
    if (i > 0) times.push(performance.now() - start);
  }
  return middle(times);
}

/**
 * The median of some times.
 *
 * @param {number[]} times
 */
export function middle(times) {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}

/** Milliseconds for which short work is repeated, as in the peer. */
const LEAST_MS = isQuick ? 100 : 200;

/**
 * Median milliseconds of short `work` that the engine has compiled, which it does in the background of the first runs.
 *
 * @param {() => void} work
 */
export function warmMedian(work) {
  repeat(work);
  return middle(repeat(work));
}

/** Times of at least {@link RUNS} runs, which take {@link LEAST_MS} or more. */
function repeat(work) {
  const times = [];
  for (let sum = 0; times.length < RUNS || sum < LEAST_MS; sum += times.at(-1)) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return times;
}

/**
 * Prints what took `ours` milliseconds, beside a peer's.
 *
 * @param {string} what
 * @param {number} ours
 * @param {number | null | undefined} peer nothing where the peer isn't installed.
 * @param {string | null} peerName of which there is one.
 */
export function row(what, ours, peer, peerName) {
  const isThere = peer !== null && peer !== undefined;
  measured.push({ what, ms: ours, peer: isThere ? { name: peerName, ms: peer } : null });
  const missing = peerName === null ? '' : `${peerName} is not installed: skipped`;
  const beside = isThere
    ? `${peerName} ${milliseconds(peer)} ms, ratio ${(ours / peer).toFixed(2)}`
    : missing;
  console.log(`${what.padEnd(52)} ${milliseconds(ours).padStart(9)} ms   ${beside}`);
}

function milliseconds(value) {
  return value.toFixed(value < 10 ? 3 : 1);
}
