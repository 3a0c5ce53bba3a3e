import { partitionSteps } from '../state/partition-steps.ts';
import attention from './attention.mlir?raw';
import conflict from './conflict.mlir?raw';
import manual from './manual-computation.mlir?raw';
import mlp from './mlp.mlir?raw';
import pipeline from './pipeline.mlir?raw';
import sequential from './sequential-mlp.mlir?raw';
import tenstorrent from './tenstorrent.mlir?raw';

/** A program to begin with. */
export interface Example {
  /** The heading in the menu. */
  readonly group: string;
  readonly name: string;
  /** The name of its file, `mlp.mlir`. */
  readonly file: string;
  readonly text: string;
  readonly steps: readonly string[];
}

/** The examples of the command, by path. */
const printedByJax = import.meta.glob<string>('../../../cli/examples/*train.mlir', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** @throws when the command has no such example, which the build of the page finds. */
function trainingStep(file: string): Pick<Example, 'file' | 'text'> {
  const text = printedByJax[`../../../cli/examples/${file}`];
  if (text === undefined) throw new Error(`there is no example '${file}'`);
  return { file, text };
}

/** The programs with which Tenstorrent's pipeline was first described; behind them are listings, for tests. */
const firstDescription = import.meta.glob<string>(
  '../../../pipeline-stablehlo/tests/first-description/*.mlir',
  { query: '?raw', import: 'default', eager: true },
);

/** Reads a file of the first description: a remark, the options of the pipeline, and the program. */
function describedExample([path, listing]: readonly [string, string]): Example {
  const [, number, words] = /(\d)-([\w-]+)\.mlir$/.exec(path)!;
  const [head] = listing.split('// -----');
  const [, options, text] = /^\/\/ options:(.*)\n([^]*)$/m.exec(head!)!;
  return {
    group: "First description of Tenstorrent's pipeline",
    name: `${number}: ${words!.replaceAll('-', ' ')}`,
    file: `${number}-${words!}.mlir`,
    text: text!,
    steps: [`stablehlo-pipeline{compat=seed${options}}`],
  };
}

const shardings: readonly Example[] = [
  { name: 'Training step of an MLP, from JAX', ...trainingStep('train.mlir') },
  { name: 'Training step of a GPT, from JAX', ...trainingStep('gpt_train.mlir') },
  { name: 'MLP, data and model parallel', file: 'mlp.mlir', text: mlp },
  { name: 'Attention, heads split', file: 'attention.mlir', text: attention },
  { name: 'Shardings in conflict', file: 'conflict.mlir', text: conflict },
  { name: 'Manual computation', file: 'manual-computation.mlir', text: manual },
].map((example) => ({ group: 'Shardings', steps: partitionSteps, ...example }));

const strategies: readonly Example[] = [
  { name: 'One device', steps: [] },
  { name: 'Data parallel', steps: ['dist-map{data=2}', 'dist-lower-pmap'] },
  { name: 'Horizontal parallel', steps: ['dist-map{horizontal=2}', 'dist-lower-pmap'] },
  { name: 'Data and horizontal parallel', steps: ['dist-map{data=2 horizontal=2}', 'dist-lower-pmap'] },
  { name: 'Model parallel', steps: ['dist-place-stages{stages=2}'] },
  {
    name: 'Pipeline parallel',
    steps: ['dist-place-stages{stages=2}', 'dist-pipeline{microbatches=4}', 'dist-unroll-pipeline{par=true}'],
  },
  {
    name: 'Pipeline parallel, one forward, one backward',
    steps: [
      'dist-place-stages{stages=2}',
      'dist-pipeline{microbatches=4 schedule=1f1b}',
      'dist-unroll-pipeline',
    ],
  },
  { name: 'Activations computed again', steps: ['dist-recompute', 'dist-insert-free'] },
].map((example) => ({
  ...{ group: 'Strategies, as in DistIR', file: 'sequential-mlp.mlir', text: sequential },
  ...example,
}));

const pipelines: readonly Example[] = [
  { name: 'Two stages on two meshes, one forward, one backward', schedule: '1F1B' },
  { name: 'Two stages on two meshes, all forward first', schedule: 'GPipe' },
].map(({ name, schedule }) => ({
  ...{ group: 'Pipelines, in MPMD', name, file: 'pipeline.mlir', text: pipeline },
  steps: [`shardform-mpmd-pipeline{name-to-mesh-assignment=front@m1/0,back@m2/1 schedule=${schedule}}`],
}));

/** The examples of the menu; the first is open at the start. */
export const examples: readonly Example[] = [
  ...shardings,
  {
    group: 'Tenstorrent',
    name: 'Down to Tenstorrent',
    file: 'tenstorrent.mlir',
    text: tenstorrent,
    steps: ['stablehlo-pipeline', 'convert-stablehlo-to-ttir', 'ttir-to-ttnn-backend-pipeline'],
  },
  ...Object.entries(firstDescription).map(describedExample),
  ...strategies,
  ...pipelines,
];
