// Simulates published runs at the peak rates of their devices, and writes what each step consists of: the input of fit-devices.mjs. With
// --calibrated, at the rates that presets have: the input of compare-runs.mjs.
// Usage: node simulate-runs.mjs [--rows FILE] [--part I/N] [--calibrated] [-o FILE]
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Budget, withBudget } from '@shardform/ir-core';
import { kindOfRun, machineOfRun, readRun, RunError, simulateBest } from '@shardform/training-run';

/** Fields of rows that are about their measurement. */
const REMARKS = new Set(['sharding', 'recomputedShare', 'timeDerived', 'unverified']);

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: new URL('published-runs.jsonl', import.meta.url).pathname },
    part: { type: 'string', default: '1/1' },
    calibrated: { type: 'boolean', default: false },
    output: { type: 'string', short: 'o' },
  },
});
const output = values.output ?? (values.calibrated ? 'calibrated-runs.jsonl' : 'simulated-runs.jsonl');
const [part, parts] = values.part.split('/').map(Number);
const rows = readFileSync(values.rows, 'utf8').trim().split('\n');
// A run that was simulated before is not simulated again.
if (!existsSync(output)) writeFileSync(output, '');
const done = new Set(
  readFileSync(output, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).row),
);
for (const [row, line] of rows.entries()) {
  if (row % parts !== part - 1 || done.has(row)) continue;
  const given = JSON.parse(line);
  try {
    const fields = Object.fromEntries(Object.entries(given).filter(([name]) => !REMARKS.has(name)));
    const run = readRun(fields);
    const machine = values.calibrated ? machineOfRun(run) : atPeak(machineOfRun(run));
    // Limits are those of one run.
    const outcome = withBudget(new Budget(), () => simulateBest(run, machine));
    const { seconds, hidden, memoryBytes } = outcome;
    const result = {
      row,
      seconds,
      hidden,
      memoryBytes,
      microbatch: outcome.run.microbatch,
      parts: outcome.parts,
      kind: kindOfRun(outcome.run, machine),
      notes: outcome.notes,
    };
    appendFileSync(output, `${JSON.stringify(result)}\n`);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    console.error(`row ${row + 1}: ${error.message}`);
  }
}

/** A machine whose kernels reach all of the peak rates, and compute as fast while they communicate. */
function atPeak(machine) {
  const devices = new Map([...machine.devices].map(([id, { efficiency, ...device }]) => [id, device]));
  return { ...machine, devices };
}
