// node propagation.mjs FILE PIPELINE RUNS: median milliseconds of a pipeline on a module, after a run that is not counted.
import { readFileSync } from 'node:fs';
import { Context, parseModule, parsePipeline, runPasses } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { optimizeLater } from '../../../packages/cli/bin/optimize-later.js';
import { middle } from './report.mjs';

// As the command does. Without it, the first ten runs of a small program are those in which V8 compiles.
optimizeLater(process.versions.v8);

const [file, spec, runs] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const context = new Context([shardingPasses]);
const pipeline = parsePipeline(spec, context);
const times = [];
for (let i = 0; i <= Number(runs); i++) {
  const module = parseModule(text, context);
  const start = performance.now();
  runPasses(module, pipeline, context);
  if (i > 0) times.push(performance.now() - start);
}
console.log(middle(times));
