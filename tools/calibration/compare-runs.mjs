// Compares simulated with published steps: errors over all, of strategies of a kind on a device, the order of the strategies of a sweep, and
// memory. The simulation is that of `simulate-runs.mjs --calibrated`.
// Usage: node compare-runs.mjs [SIMULATED] [--rows FILE] [--each]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: new URL('published-runs.jsonl', import.meta.url).pathname },
    each: { type: 'boolean', default: false },
  },
});
const published = linesOf(values.rows);
const runs = linesOf(positionals[0] ?? 'calibrated-runs.jsonl').map((own) => ({
  ...own,
  given: published[own.row],
  ratio: own.seconds / published[own.row].secondsMeasured,
}));

if (values.each) for (const run of runs) console.log(`row ${run.row + 1}: ${describedRun(run)}`);
console.log(`all: ${summary(runs)}`);
const isPlain = ({ given }) =>
  given.precision === 'bf16' &&
  given.pipeline === 1 &&
  given.context === 1 &&
  (given.model.experts ?? 1) === 1;
const plain = runs.filter(isPlain);
console.log(`dense, bf16, FSDP and tensor parallelism alone: ${summary(plain)}`);
for (const [kind, own] of groupedBy(runs, ({ kind }) => kindText(kind)).toSorted(([a], [b]) =>
  a.localeCompare(b),
)) {
  console.log(`  ${kind}: ${summary(own)}`);
  // What `dist train` says of runs of such a kind.
  if (isInaccurate(own))
    for (const [stack, steps] of groupedBy(own, ({ given }) => given.stack ?? 'unknown'))
      console.log(`    ${stack}: ${summary(steps)}`);
}
// Strategies for the same model, batch and hardware.
for (const [, own] of groupedBy(runs, ({ given }) =>
  JSON.stringify([given.model, given.batch, given.hardware, given.precision, given.stack]),
))
  if (own.length > 4) {
    const spearman = rankCorrelation(own.map(({ seconds }) => seconds), own.map(({ given }) => given.secondsMeasured)); // prettier-ignore
    const { stack, hardware, model } = own[0].given;
    console.log(`order of ${own.length} strategies, ${stack ?? ''} ${hardware}, ${model.layers} layers of ${model.hidden}: Spearman ${spearman.toFixed(2)}`); // prettier-ignore
  }
const measured = runs.filter(({ given }) => (given.memoryGiBMeasured ?? null) !== null);
if (measured.length > 0) {
  const ratios = measured.map((run) => run.memoryBytes / 2 ** 30 / run.given.memoryGiBMeasured);
  const within = ratios.filter((own) => Math.abs(own - 1) <= 0.15).length;
  console.log(`memory of ${ratios.length} runs: ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} of what was measured, ${within} within 15 %`); // prettier-ignore
}

function linesOf(path) {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function describedRun({ given, seconds, ratio, memoryBytes }) {
  const memory = given.memoryGiBMeasured;
  const share = memory === null ? '' : `, memory ${(memoryBytes / 2 ** 30 / memory).toFixed(2)}`;
  return `${given.hardware} x ${given.devices} ${given.precision}: ${seconds.toPrecision(3)} s, measured ${given.secondsMeasured} s: ${ratio.toFixed(2)}${share}`;
}

/** Whether enough steps were published to tell that a kind of strategy is simulated less accurately than others. */
function isInaccurate(own) {
  const mean = own.reduce((sum, { ratio }) => sum + Math.abs(ratio - 1), 0) / own.length;
  return own.length > 2 && (mean >= 0.15 || own.some(({ ratio }) => Math.abs(ratio - 1) > 0.35));
}

function kindText({ device, strategy, isAcrossNodes, bits }) {
  return `${device}, ${bits} bits, ${strategy}${isAcrossNodes ? ' on several nodes' : ''}`;
}

function groupedBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}

function summary(own) {
  const ratios = own.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
  const mean = ratios.reduce((sum, ratio) => sum + Math.abs(ratio - 1), 0) / ratios.length;
  return `${ratios.length} steps, mean error ${(100 * mean).toFixed(1)} %, ${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)} of what was measured`;
}

/** Spearman's: of ranks, which equal numbers share. */
function rankCorrelation(first, second) {
  const ranks = (list) =>
    list.map(
      (own) =>
        list.filter((other) => other < own).length + (list.filter((other) => other === own).length - 1) / 2,
    );
  const [a, b] = [ranks(first), ranks(second)];
  const mean = (a.length - 1) / 2;
  const product = (x, y) => x.reduce((sum, own, i) => sum + (own - mean) * (y[i] - mean), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}
