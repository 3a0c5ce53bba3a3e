// node --expose-gc growth.mjs COUNT: microseconds per operation and the memory of a module of COUNT operations.
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule, printOp, verifyOp } from '@shardform/ir-core';
import { stablehloProgram } from './programs.mjs';

const count = Number(process.argv[2]);
const context = new Context([stablehloDialect]);
// Warms up the engine's compiler before timing.
for (let i = 0; i < 5; i++) run(stablehloProgram(5000));
const text = stablehloProgram(count);
globalThis.gc();
const before = process.memoryUsage().heapUsed;
const { module, times } = run(text);
globalThis.gc();
const kept = process.memoryUsage().heapUsed - before;
const [parse, verify, print] = times.map((time) => ((1000 * time) / count).toFixed(2));
const total = (process.resourceUsage().maxRSS / 1024).toFixed(0);
console.log(
  `parse ${parse} us, verify ${verify} us, print ${print} us, ${Math.round(kept / count)} bytes; process ${total} MiB`,
);
if (module.body.isEmpty) process.exitCode = 1;

/** @param {string} program */
function run(program) {
  const steps = [performance.now()];
  const module = parseModule(program, context);
  steps.push(performance.now());
  if (!verifyOp(module, context)) throw new Error('the program is wrong');
  steps.push(performance.now());
  printOp(module, context);
  steps.push(performance.now());
  return { module, times: steps.slice(1).map((time, i) => time - steps[i]) };
}
