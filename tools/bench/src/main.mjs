import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule, printOp, readBytecode, verifyOp, writeBytecode } from '@shardform/ir-core';
import { benchCore } from './core.mjs';
import { jaxlib, processorTime, wallTime } from './peer.mjs';
import { record } from './history.mjs';
import { stablehloProgram, transformerProgram } from './programs.mjs';
import { isQuick, median, row, RUNS } from './report.mjs';
import { benchSimulator } from './simulator.mjs';

const folder = mkdtempSync(join(tmpdir(), 'shardform-bench-'));
const cli = fileURLToPath(new URL('../../../packages/cli/bin/shardform.js', import.meta.url));
const growth = fileURLToPath(new URL('growth.mjs', import.meta.url));
const propagation = fileURLToPath(new URL('propagation.mjs', import.meta.url));
const gpt = fileURLToPath(new URL('../../../packages/cli/examples/gpt_train.mlir', import.meta.url));
const PIPELINE = 'builtin.module(sdy-propagation-pipeline)';

function benchText() {
  const text = stablehloProgram(50_000);
  const file = join(folder, 'program.mlir');
  writeFileSync(file, text);
  const context = new Context([stablehloDialect]);
  const module = parseModule(text, context);
  const bytecode = writeBytecode(module, context);
  const peer = jaxlib([file, String(RUNS)]);
  const rows = [
    [
      'parse and verify 50,000 StableHLO operations',
      () => verifyOp(parseModule(text, context), context),
      'parse',
    ],
    ['print them', () => printOp(module, context), 'print'],
    ['write them as bytecode', () => writeBytecode(module, context), 'write'],
    ['read and verify the bytecode', () => verifyOp(readBytecode(bytecode, context), context), 'read'],
  ];
  for (const [what, work, name] of rows) row(what, median(work), peer?.[name], 'jaxlib');
}

/** Sizes at which the time per operation must stay the same, and what the largest needs. */
function benchGrowth() {
  console.log('\nParse, verify and print, per operation, and the memory of the module');
  for (const count of isQuick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000]) {
    const result = spawnSync(process.execPath, ['--expose-gc', growth, String(count)], { encoding: 'utf8' });
    if (result.status !== 0) throw new Error(result.stderr);
    console.log(`${count.toLocaleString('en').padEnd(52)} ${result.stdout.trim()}`);
  }
}

/** In a process of its own, as the peer: what was compiled for other work would count. */
function benchPropagation(what, file) {
  const args = [propagation, file, PIPELINE, String(RUNS)];
  const result = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(result.stderr);
  const peer = jaxlib([file, String(RUNS), PIPELINE])?.pipeline;
  row(`sdy-propagation-pipeline, ${what}`, Number(result.stdout), peer, 'jaxlib');
}

/** Whole processes, which no peer has: what people wait for. */
function benchCommands(what, file) {
  const commands = [
    ['partition', '--emit', 'none'],
    ['explain'],
    ['sim'],
    ['report', '-o', join(folder, 'report.html')],
  ];
  for (const [command, ...flags] of commands) {
    const ours = processorTime([cli, command, file, ...flags], isQuick ? 1 : 5);
    row(`shardform ${command}, ${what} (processor time)`, ours, null, null);
  }
}

function benchStart() {
  const empty = 'module {\n}\n';
  const ours = wallTime(process.execPath, [cli, 'opt', '-'], empty);
  if (ours === null) throw new Error("'shardform opt' failed on an empty module");
  const peer = wallTime('mlir-opt', [], empty) ?? wallTime('mlir-opt-19', [], empty);
  row('start: shardform opt on an empty module (process)', ours, peer, 'mlir-opt');
}

try {
  console.log('Medians, beside peers in the same run.\n');
  benchText();
  const layers = isQuick ? 50 : 500;
  const transformer = join(folder, 'transformer.mlir');
  writeFileSync(transformer, transformerProgram(layers));
  benchPropagation('a 2-block GPT step', gpt);
  benchPropagation(`${layers} blocks`, transformer);
  benchCommands(`${layers} blocks`, transformer);
  benchStart();
  console.log('\nThe simulator, beside XLA on the same CPU with all its threads:\n');
  benchSimulator(folder, gpt);
  benchGrowth();
  console.log('\nData structures, nanoseconds per operation, type or use:');
  for (const { what, ns } of await benchCore())
    console.log(`${what.padEnd(52)} ${ns.toFixed(1).padStart(9)} ns`);
  if (process.argv.includes('--record')) record();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
