export const RUNS = 9;

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
  return times.sort((a, b) => a - b)[RUNS >> 1];
}

/**
 * Prints what took `ours` milliseconds, beside a peer's.
 *
 * @param {string} what
 * @param {number} ours
 * @param {number | null | undefined} peer nothing where the peer isn't installed.
 * @param {string} peerName
 */
export function row(what, ours, peer, peerName) {
  const beside =
    peer === null || peer === undefined
      ? `${peerName} is not installed: skipped`
      : `${peerName} ${milliseconds(peer)} ms, ratio ${(ours / peer).toFixed(2)}`;
  console.log(`${what.padEnd(52)} ${milliseconds(ours).padStart(9)} ms   ${beside}`);
}

function milliseconds(value) {
  return value.toFixed(value < 10 ? 3 : 1);
}
