#!/usr/bin/env node
// Checks of tools/calibration/published-runs.jsonl (or the file that is named): known fields, degrees that
// multiply to the devices, a batch that divides, and a plausible model FLOPs utilization.
// Prints the rows that fail and exits with 1; with --summary also counts and utilization by hardware and stack.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  options: { summary: { type: 'boolean' } },
  allowPositionals: true,
});
const file = positionals[0] ?? fileURLToPath(new URL('published-runs.jsonl', import.meta.url));

const is = (type) => (value) => typeof value === type;
const count = (value) => Number.isInteger(value) && value > 0;
const orNull = (check) => (value) => value === null || check(value);
const oneOf =
  (...names) =>
  (value) =>
    names.includes(value);
const positive = (value) => typeof value === 'number' && value > 0;

const MODEL_FIELDS = {
  layers: count,
  hidden: count,
  heads: count,
  kvHeads: count,
  ffn: count,
  gated: is('boolean'),
  vocab: count,
  sequence: count,
};
const OPTIONAL_MODEL_FIELDS = { experts: count, expertsPerToken: count };
const FIELDS = {
  source: is('string'),
  stack: is('string'),
  hardware: is('string'),
  hardwareNote: is('string'),
  devices: count,
  slices: count,
  model: is('object'),
  batch: count,
  microbatch: orNull(count),
  precision: oneOf('bf16', 'fp16', 'fp8', 'int8'),
  data: count,
  fsdp: count,
  tensor: count,
  sequenceParallel: is('boolean'),
  pipeline: count,
  interleave: count,
  context: count,
  zero1: is('boolean'),
  recompute: oneOf('none', 'selective', 'full'),
  secondsMeasured: positive,
  memoryGiBMeasured: orNull(positive),
  note: is('string'),
  parallelismAsPublished: is('string'),
};
const OPTIONAL_FIELDS = {
  expert: count,
  sharding: oneOf('grad-op'),
  recomputedShare: (value) => positive(value) && value <= 1,
  timeDerived: oneOf(true),
  unverified: is('string'),
};

/** Dense peak rates in TFLOP/s by width of the operands, as the makers publish them. */
const PEAKS = {
  'a100-40gb': { 16: 312 },
  'a100-80gb': { 16: 312 },
  'h100-80gb': { 16: 989, 8: 1979 },
  'h100-96gb': { 16: 989, 8: 1979 },
  h200: { 16: 989, 8: 1979 },
  b200: { 16: 2250, 8: 4500 },
  gb200: { 16: 2500, 8: 5000 },
  gb300: { 16: 2500, 8: 5000 },
  'tpu-v4': { 16: 275 },
  'tpu-v5e': { 16: 197, 8: 394 },
  'tpu-v5p': { 16: 459, 8: 918 },
  'tpu-v6e': { 16: 918, 8: 1836 },
  'tpu-v7x': { 16: 2307, 8: 4614 },
};
const LOWEST_UTILIZATION = 0.02;
const HIGHEST_UTILIZATION = 0.85;

function fieldProblems(row, required, optional, where) {
  const problems = [];
  for (const [name, check] of Object.entries(required)) {
    if (!(name in row)) problems.push(`${where}${name} is missing`);
    else if (!check(row[name])) problems.push(`${where}${name} is ${JSON.stringify(row[name])}`);
  }
  for (const [name, value] of Object.entries(row)) {
    if (name in required) continue;
    if (!(name in optional)) problems.push(`${where}${name} is not a known field`);
    else if (!optional[name](value)) problems.push(`${where}${name} is ${JSON.stringify(value)}`);
  }
  return problems;
}

/** FLOPs of a training step without recompute; causal attention counts by half. */
function stepFlops({ model: m, batch }) {
  const projections = 2 * m.hidden * m.hidden * (1 + m.kvHeads / m.heads);
  const expert = (m.gated ? 3 : 2) * m.hidden * m.ffn;
  const mlp = m.experts === undefined ? expert : expert * m.expertsPerToken + m.hidden * m.experts;
  const weights = m.layers * (projections + mlp) + m.vocab * m.hidden;
  return batch * m.sequence * (6 * weights + 6 * m.layers * m.hidden * m.sequence);
}

function utilization(row) {
  const width = row.precision === 'fp8' || row.precision === 'int8' ? 8 : 16;
  const peak = PEAKS[row.hardware]?.[width];
  return peak === undefined ? undefined : stepFlops(row) / row.secondsMeasured / row.devices / (peak * 1e12);
}

function rowProblems(row) {
  const problems = fieldProblems(row, FIELDS, OPTIONAL_FIELDS, '');
  if (row.model !== null && typeof row.model === 'object') {
    problems.push(...fieldProblems(row.model, MODEL_FIELDS, OPTIONAL_MODEL_FIELDS, 'model.'));
  }
  if (problems.length > 0) return problems;
  const product = row.data * row.fsdp * row.tensor * row.pipeline * row.context;
  if (product !== row.devices) problems.push(`degrees multiply to ${product}, devices are ${row.devices}`);
  if (row.devices % row.slices !== 0) problems.push(`${row.devices} devices in ${row.slices} slices`);
  if ((row.data * row.fsdp) % (row.expert ?? 1) !== 0) problems.push('expert does not divide data*fsdp');
  const unit = row.data * row.fsdp * (row.microbatch ?? 1);
  if (row.batch % unit !== 0)
    problems.push(`batch ${row.batch} is not a multiple of data*fsdp*microbatch = ${unit}`);
  if (row.model.hidden % row.model.heads !== 0) problems.push('heads do not divide hidden');
  if (row.model.heads % row.model.kvHeads !== 0) problems.push('kvHeads do not divide heads');
  if (row.interleave > 1 && row.pipeline === 1) problems.push('interleave without pipeline');
  const mfu = utilization(row);
  if (mfu === undefined) problems.push(`no peak rate of ${row.hardware} in ${row.precision}`);
  else if (mfu < LOWEST_UTILIZATION || mfu > HIGHEST_UTILIZATION)
    problems.push(`utilization is ${(100 * mfu).toFixed(1)} %`);
  return problems;
}

const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '');
const groups = new Map();
const seen = new Map();
let failed = 0;
lines.forEach((line, index) => {
  const row = JSON.parse(line);
  const problems = rowProblems(row);
  const { note, parallelismAsPublished, hardwareNote, source, ...identity } = row;
  const key = JSON.stringify(identity);
  if (seen.has(key)) problems.push(`is the same as line ${seen.get(key)}`);
  else seen.set(key, index + 1);
  if (problems.length > 0) {
    failed += 1;
    console.log(`line ${index + 1} (${row.hardware}, ${row.stack}): ${problems.join('; ')}`);
    return;
  }
  const group = `${row.hardware} ${row.stack} ${row.precision}`;
  groups.set(group, [...(groups.get(group) ?? []), 100 * utilization(row)]);
});
if (options.summary) {
  for (const [group, values] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    values.sort((a, b) => a - b);
    const [low, middle, high] = [values[0], values[values.length >> 1], values.at(-1)].map((value) =>
      value.toFixed(1),
    );
    console.log(`${group}: ${values.length} rows, utilization ${low} to ${high} %, median ${middle} %`);
  }
}
console.log(`${lines.length} rows, ${failed} fail`);
process.exitCode = failed > 0 ? 1 : 0;
