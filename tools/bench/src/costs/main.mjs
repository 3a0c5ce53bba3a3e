// The costs of programs and operations that cost_analysis.py in ../../../real-programs recorded, beside those that XLA counts:
//   node src/costs/main.mjs FOLDER [--within] [--only NAME,...]
// Exits with 1 where they differ by more than 5 % and none of the known reasons, each of which says how much XLA counts, explains it.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { costModel } from '@shardform/cost-model';
import { chloDialect } from '@shardform/dialect-stablehlo';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { Context, parseModule } from '@shardform/ir-core';
import { bytesOf, flopsOf, mainOf } from './counted.mjs';
import { BYTES, FLOPS, isWithin } from './reasons.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { within: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('expected the folder that cost_analysis.py wrote');
const context = new Context([funcDialect, costModel, chloDialect, sdyDialect]);
const parsed = (text) => mainOf(parseModule(text, context), context);

const operations = new Map(
  Object.entries(JSON.parse(readFileSync(join(folder, 'operations.json'), 'utf8'))).map(([key, about]) => [
    key,
    comparedOperation(about),
  ]),
);
const only = values.only?.split(',');
const programs = readdirSync(join(folder, 'programs'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => basename(file, '.json'))
  .filter((name) => only === undefined || only.includes(name))
  .sort()
  .map(comparedProgram);

const unexplained = programs.filter(({ verdict }) => verdict === 'unexplained');
printPrograms();
const differing = printBytes();
process.exitCode = unexplained.length + differing === 0 ? 0 : 1;

/** The floating-point operations and bytes of one operation, and the reasons for which XLA counts others. */
function comparedOperation({ name, text, expanded, flops, transcendentals, bytes }) {
  const ops = parsed(text);
  const about = { text, ops, expanded: expanded === undefined ? null : parsed(expanded), context };
  const xla = { flops: flops + transcendentals, bytes };
  const ours = { flops: flopsOf(ops, context), bytes: bytesOf(ops, context) };
  const reasonOf = (reasons, field) =>
    isWithin(ours[field], xla[field], 0.01)
      ? null
      : (reasons.find(({ counted }) => {
          const expected = counted(about);
          return expected !== null && isWithin(expected, xla[field], 0.05);
        })?.name ?? 'unexplained');
  return { name, text, xla, ours, flops: reasonOf(FLOPS, 'flops'), bytes: reasonOf(BYTES, 'bytes') };
}

function comparedProgram(name) {
  const about = JSON.parse(readFileSync(join(folder, 'programs', `${name}.json`), 'utf8'));
  const xla = about.program.flops + about.program.transcendentals;
  const ours = flopsOf(parsed(readFileSync(join(folder, 'programs', `${name}.mlir`), 'utf8')), context);
  const reasons = new Map();
  const once = countedOnce(about.operations, xla, reasons);
  const folded = countedOnce(about.folded, xla, new Map());
  const isFolded = !isWithin(once.explained, xla, 0.05) && isWithin(folded.explained, xla, 0.05);
  if (isFolded) reasons.set('operations on constants are folded first', []);
  if (!isWithin(ours, once.ours, 0.01)) reasons.set('a body of a loop counts once', ['stablehlo.while']);
  const verdict = isWithin(ours, xla, 0.05)
    ? 'within 5 %'
    : isFolded || isWithin(once.explained, xla, 0.05)
      ? 'explained'
      : 'unexplained';
  return { name, ours, xla, once, compiled: about.compiled, reasons, verdict };
}

/** The operations of a program with each body of a loop once: ours, and those that explained operations have for XLA. */
function countedOnce(counts, xla, reasons) {
  let [ours, explained] = [0, 0];
  for (const [key, count] of Object.entries(counts)) {
    const operation = operations.get(key);
    const isExplained = operation.flops !== null && operation.flops !== 'unexplained';
    ours += count * operation.ours.flops;
    explained += count * (isExplained ? operation.xla.flops : operation.ours.flops);
    const difference = count * Math.abs(operation.xla.flops - operation.ours.flops);
    if (operation.flops !== null && difference > 0.01 * xla)
      reasons.set(operation.flops, [...(reasons.get(operation.flops) ?? []), operation.name]);
  }
  return { ours, explained };
}

function printPrograms() {
  for (const { name, ours, xla, compiled, reasons, verdict } of programs) {
    if (verdict === 'within 5 %' && !values.within) continue;
    const ratio = xla === 0 ? '' : `  ratio ${(ours / xla).toFixed(3)}`;
    const after = compiled == null ? '' : `  compiled ${compiled.flops + compiled.transcendentals}`;
    const why = [...reasons].map(([reason, of]) => `${reason} (${[...new Set(of)].join(', ')})`).join('; ');
    console.log(`${name}: ours ${Math.round(ours)}  XLA ${xla}${ratio}${after}  ${verdict}: ${why}`);
  }
  for (const verdict of ['within 5 %', 'explained', 'unexplained']) {
    const own = programs.filter((program) => program.verdict === verdict);
    console.log(`${own.length} of ${programs.length} programs ${verdict}`);
    if (verdict === 'explained')
      for (const [reason, names] of byReason(own)) console.log(`  ${names.length}: ${reason}`);
    if (verdict === 'unexplained')
      for (const { name, once, xla } of own)
        console.log(
          `  ${name}: each body once ${Math.round(once.ours)}, with reasons ${Math.round(once.explained)}, XLA ${xla}`,
        );
  }
}

function byReason(of) {
  const found = new Map();
  for (const { name, reasons } of of)
    for (const reason of reasons.keys()) found.set(reason, [...(found.get(reason) ?? []), name]);
  return found;
}

/** Prints the bytes of operations by their names. @returns how many differ for no known reason. */
function printBytes() {
  const names = [...new Set([...operations.values()].map(({ name }) => name))].sort();
  let differing = 0;
  for (const name of names) {
    const own = [...operations.values()].filter((operation) => operation.name === name);
    const equal = own.filter(({ bytes }) => bytes === null);
    const known = own.filter(({ bytes }) => bytes !== null && bytes !== 'unexplained');
    const rest = own.filter(({ bytes }) => bytes === 'unexplained');
    differing += rest.length;
    const why = [...new Set(known.map(({ bytes }) => bytes))].join('; ');
    console.log(
      `bytes of ${name}: ${equal.length} equal${known.length === 0 ? '' : `, ${known.length} explained: ${why}`}${rest.length === 0 ? '' : `, ${rest.length} unexplained`}`,
    );
    for (const { ours, xla, text } of rest.slice(0, 3))
      console.log(`  ours ${ours.bytes}  XLA ${xla.bytes}  ${text.split('\n')[2].trim()}`);
  }
  return differing;
}
