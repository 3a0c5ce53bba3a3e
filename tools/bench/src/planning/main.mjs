// Plans of programs that planning.py in ../../../real-programs made, beside what they have to reach:
//   node src/planning/main.mjs FOLDER [--only NAME,...]
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { funcDialect } from '@shardform/dialect-func';
import { MeshAttr, MeshOp, programMesh, sdyDialect } from '@shardform/dialect-sdy';
import { builtinPasses, Context, parseModule, StringAttr } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { machinePresets } from '@shardform/cost-model';
import { annotatedGroups, countOf, fastestAnnotation } from './annotations.mjs';
import { plan, shardform } from './command.mjs';

/** Of more annotations, fewer kinds are tried. */
const MOST_ANNOTATIONS = 5000;

/** Programs that are also planned for a machine with slower links. */
const ON_T3K = ['mlp_big', 'mlp_small_batch', 'one_layer', 'experts'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('expected the folder that planning.py wrote');
const only = values.only?.split(',');
const context = new Context([
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses],
]);

function programs(kind) {
  const files = readdirSync(join(folder, kind)).filter((name) => name.endsWith('.mlir'));
  return files
    .sort()
    .map((name) => ({ name: basename(name, '.mlir'), file: join(folder, kind, name) }))
    .filter(({ name }) => only === undefined || only.includes(name));
}

/** The program with a mesh, and the arguments that are annotated on it: two axes unless that is too many ways. */
function annotated(file) {
  const text = readFileSync(file, 'utf8');
  for (const isJoint of [false, true]) {
    for (const sizes of [[2, 4], [8]]) {
      const module = parseModule(text, context);
      const mesh = MeshAttr.of(sizes.map((size, i) => ['xy'[i], size]));
      const op = MeshOp.create({ symName: StringAttr.get('mesh'), mesh }, [], { location: module.location });
      module.body.prepend(op);
      const groups = annotatedGroups(module, isJoint);
      if (countOf(groups) <= MOST_ANNOTATIONS && !(isJoint === false && sizes.length === 1))
        return { module, groups, mesh: sizes.join('x') };
    }
  }
  throw new Error(`${file} has too many annotations`);
}

const milliseconds = (seconds) => `${(1000 * seconds).toFixed(4)} ms`;
const percent = (ratio) => `${(100 * (ratio - 1)).toFixed(2)} %`;

function measureSmall() {
  console.log('all annotations of the arguments, and plans');
  for (const { name, file } of programs('small')) {
    const { module, groups, mesh } = annotated(file);
    for (const machine of ON_T3K.includes(name) ? ['a100x8', 't3k'] : ['a100x8']) {
      const flags = ['--mesh', mesh, '--machine', machine];
      const own = plan(file, flags);
      const oneAxis = plan(file, [...flags, '--method', 'arguments-one-axis']);
      const best = fastestAnnotation(module, groups, machinePresets[machine](), context);
      console.log(
        [
          ...[name.padEnd(22), machine, mesh, `${countOf(groups)} annotations`, milliseconds(best)],
          ...[`plan ${milliseconds(own.seconds)}`, percent(own.seconds / best)],
          ...[`one axis ${percent(oneAxis.seconds / own.seconds)}`, `gap ${percent(1 + own.gap)}`],
          `${own.processorSeconds.toFixed(1)} s`,
        ].join('  '),
      );
    }
  }
}

function measureExperts() {
  console.log('annotations of experts, and plans from scratch');
  for (const { name, file } of programs('experts')) {
    const { axes } = programMesh(parseModule(readFileSync(file, 'utf8'), context))[1];
    const { time, memory } = shardform(['sim', file, '--machine', 'a100x8']).answer.facts;
    const mesh = axes.map((axis) => `${axis.name}=${axis.size}`).join();
    const flags = ['--mesh', mesh, '--machine', 'a100x8'];
    const limited = name === 'zero_3' ? ['--memory', String(memory.bytes)] : [];
    const own = plan(file, [...flags, ...limited]);
    const oneAxis = plan(file, [...flags, ...limited, '--method', 'arguments-one-axis']);
    console.log(
      [
        ...[name.padEnd(28), milliseconds(time.seconds), `plan ${milliseconds(own.seconds)}`],
        ...[percent(own.seconds / time.seconds), `memory ${(own.bytes / memory.bytes).toFixed(2)}`],
        ...[own.fits ? 'fits' : 'does not fit', `one axis ${percent(oneAxis.seconds / own.seconds)}`],
        ...[`gap ${percent(1 + own.gap)}`, `${own.processorSeconds.toFixed(1)} s`],
      ].join('  '),
    );
  }
}

measureExperts();
measureSmall();
