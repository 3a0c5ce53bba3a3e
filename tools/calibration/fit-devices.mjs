// Fits the efficiencies of devices to published runs: the fractions of peak rates that products, attention and other kernels reach, and
// the speed of computing while a device communicates. Prints them with their errors, also on sources that were left out of the fit.
// Usage: node fit-devices.mjs [SIMULATED] [--rows FILE] [--worst N]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: new URL('published-runs.jsonl', import.meta.url).pathname },
    worst: { type: 'string', default: '0' },
  },
});
const rows = linesOf(values.rows);
const runs = linesOf(positionals[0] ?? 'simulated-runs.jsonl').map((run) => ({
  ...run,
  ...aboutRow(rows[run.row]),
}));

/**
 * The least and most of each parameter: fractions of peak rates, and the speed while communicating. No published kernel of attention
 * reaches more than three quarters of the peak, and no step all of the peak of products.
 */
const NAMES = ['products', 'products_f8', 'attention', 'memory', 'overlap'];
const LEAST = [0.2, 0.2, 0.08, 0.2, 0.05];
const MOST = [0.95, 0.95, 0.75, 1, 1];
const START = [0.6, 0.6, 0.3, 0.6, 0.5];

/** Errors beyond this count linearly, so that a few rows of another kind don't decide. */
const HUBER = 0.15;

for (const [device, own] of groupedBy(runs, ({ device }) => device)) {
  const fitted = fit(own);
  const errors = own.map((run) => errorOf(run, fitted));
  const left = [...groupedBy(own, ({ stack }) => stack)].flatMap(([stack, held]) => {
    const others = own.filter((run) => run.stack !== stack);
    return others.length < 4 ? [] : held.map((run) => errorOf(run, fit(others)));
  });
  const text = NAMES.map((name, i) => `${name} ${fitted[i].toFixed(2)}`).join('  ');
  const out = left.length === 0 ? 'no second source' : `other sources ${summary(left)}`;
  console.log(`${device}: ${own.length} runs  ${text}\n  fitted ${summary(errors)}; ${out}`);
  for (const [stack, ofStack] of groupedBy(own, ({ stack }) => stack))
    console.log(`  ${stack}: ${summary(ofStack.map((run) => errorOf(run, fitted)))}`);
  const worst = own.toSorted((a, b) => Math.abs(errorOf(b, fitted)) - Math.abs(errorOf(a, fitted)));
  for (const run of worst.slice(0, Number(values.worst)))
    console.log(`  ${percent(errorOf(run, fitted))} row ${run.row + 1} ${run.stack} ${run.precision}`);
}

function linesOf(path) {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function aboutRow({ hardware, stack, precision, secondsMeasured }) {
  // Devices that differ in memory only are fitted together.
  const device = hardware.replace(/-\d+gb$/, '');
  return { device, stack: stack ?? 'unknown', precision, measured: secondsMeasured };
}

function groupedBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** The step at given efficiencies. What stages wait for each other grows with what they do. */
function predicted({ parts, hidden, seconds, precision }, [products, products8, attention, memory, overlap]) {
  const busy =
    parts.products / (precision === 'fp8' ? products8 : products) +
    parts.attention / attention +
    (parts.memory + parts.optimizer) / memory +
    parts.communication +
    hidden * (1 - overlap);
  return (busy * seconds) / (seconds - parts.pipeline);
}

function errorOf(run, parameters) {
  return predicted(run, parameters) / run.measured - 1;
}

/** Each source counts as much as the square root of its runs. */
function lossOf(own, parameters) {
  const counts = groupedBy(own, ({ stack }) => stack);
  let loss = 0;
  for (const run of own) {
    const error = Math.abs(Math.log(1 + errorOf(run, parameters)));
    const cost = error < HUBER ? error ** 2 : HUBER * (2 * error - HUBER);
    loss += cost / Math.sqrt(counts.get(run.stack).length);
  }
  // Rows that do not tell a parameter leave it where it was.
  return loss + 1e-3 * parameters.reduce((sum, own, i) => sum + (own - START[i]) ** 2, 0);
}

/** Least loss by steps along one parameter at a time, which become smaller. */
function fit(own) {
  let best = [...START];
  let least = lossOf(own, best);
  for (let step = 0.16; step > 0.002; step /= 2)
    for (let moved = true; moved;) {
      moved = false;
      for (const i of NAMES.keys())
        for (const by of [-step, step]) {
          const next = best.map((own, k) =>
            k === i ? Math.min(MOST[i], Math.max(LEAST[i], own + by)) : own,
          );
          const loss = lossOf(own, next);
          if (loss < least - 1e-12) [best, least, moved] = [next, loss, true];
        }
    }
  return best;
}

function summary(errors) {
  const mean = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
  const within = errors.filter((error) => Math.abs(error) <= 0.15).length;
  const worst = Math.max(...errors.map(Math.abs));
  return `mean error ${percent(mean)}, worst ${percent(worst)}, within 15 %: ${within} of ${errors.length}`;
}

function percent(fraction) {
  return `${(100 * fraction).toFixed(1)} %`;
}
