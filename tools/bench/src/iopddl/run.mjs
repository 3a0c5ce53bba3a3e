// Solves instances of the IOPDDL contest (github.com/google/iopddl) with the solver of automatic sharding:
//   node src/iopddl/run.mjs FOLDER [--seconds 60] [--scores iopddl_final_results.csv] [--only B,G]
// Without seconds, instances have those of the contest; they are seconds of the processor.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { searchLimited } from '@shardform/passes-planning';
import { cpuSeconds } from './cpu-seconds.mjs';
import { readInstance } from './instance.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    scores: { type: 'string' },
    only: { type: 'string' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('expected the folder with the instances');

/** The contest's limits: instances up to a letter have so many seconds. */
const LIMITS = [
  ['E', 60],
  ['J', 120],
  ['O', 180],
  ['T', 240],
  ['Z', 300],
];

function secondsOf(letter) {
  return LIMITS.find(([last]) => letter <= last)?.[1] ?? 60;
}

/** Scores by instance and team, from the table that the contest's winners published. */
function readScores(file) {
  const [header, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
  const names = header.split(',').slice(1);
  const scores = new Map(names.map((name) => [name, new Map()]));
  for (const row of rows) {
    const [team, ...own] = row.split(',');
    own.forEach((score, i) => score !== '' && scores.get(names[i])?.set(team, Number(score)));
  }
  return scores;
}

const scores = values.scores === undefined ? new Map() : readScores(values.scores);
const only = values.only?.split(',');
const ratios = [];
let feasible = 0;
let count = 0;
for (const file of readdirSync(folder)
  .filter((name) => /\.json(\.gz)?$/.test(name))
  .sort()) {
  const letter = /([A-Z])\.json/.exec(file)?.[1] ?? file;
  if (only !== undefined && !only.includes(letter)) continue;
  const start = cpuSeconds();
  const limit = values.seconds === undefined ? secondsOf(letter) : Number(values.seconds);
  const instance = readInstance(join(folder, file));
  const found = searchLimited(instance, () => (cpuSeconds() - start) / limit);
  const seconds = cpuSeconds() - start;
  const own = scores.get(letter) ?? new Map();
  const best = Math.min(...[...own].flatMap(([team, score]) => (team === 'XLA' ? [] : [score])));
  count++;
  if (found !== null) feasible++;
  if (found !== null && best < Infinity) ratios.push(found.cost / best);
  const cost = found === null ? 'nothing fits' : String(found.cost);
  const beside = best < Infinity ? `best known ${best} (${((found?.cost ?? NaN) / best).toFixed(4)})` : '';
  const xla = own.has('XLA') ? `XLA ${own.get('XLA')}` : '';
  console.log(
    [letter, `${instance.problem.nodes.length} nodes`, cost, beside, xla, `${seconds.toFixed(1)} s`].join(
      '  ',
    ),
  );
}
const mean = Math.exp(ratios.reduce((sum, own) => sum + Math.log(own), 0) / Math.max(1, ratios.length));
console.log(`feasible on ${feasible} of ${count}, geometric mean ${mean.toFixed(4)} of the best known`);
