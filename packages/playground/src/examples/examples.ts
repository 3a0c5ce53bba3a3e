import attention from './attention.mlir?raw';
import conflict from './conflict.mlir?raw';
import manual from './manual-computation.mlir?raw';
import mlp from './mlp.mlir?raw';
import sequential from './sequential-mlp.mlir?raw';
import tenstorrent from './tenstorrent.mlir?raw';

/** A program to begin with. */
export interface Example {
  /** The heading in the menu. */
  readonly group: string;
  readonly name: string;
  readonly text: string;
  readonly steps: readonly string[];
}

/** The examples of the command, by path. */
const printedByJax = import.meta.glob<string>('../../../cli/examples/*_train.mlir', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function trainingStep(model: string): string {
  return printedByJax[`../../../cli/examples/${model}_train.mlir`]!;
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
    text: text!,
    steps: [`stablehlo-pipeline{compat=seed${options}}`],
  };
}

const partition = [
  'sdy-propagation-pipeline',
  'sdy-insert-explicit-reshards{enable-full-version=true}',
  'sdy-reshard-to-collectives',
  'sdy-convert-global-to-local',
];

const shardings: readonly Example[] = [
  { name: 'MLP, data and model parallel', text: mlp, steps: partition },
  { name: 'Attention, heads split', text: attention, steps: partition },
  { name: 'Training step of an MLP, from JAX', text: trainingStep('mlp'), steps: partition },
  { name: 'Training step of a GPT, from JAX', text: trainingStep('gpt'), steps: partition },
  { name: 'Shardings in conflict', text: conflict, steps: partition.slice(0, 3) },
  { name: 'Manual computation', text: manual, steps: partition.slice(0, 1) },
].map((example) => ({ group: 'Shardings', ...example }));

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
].map((example) => ({ group: 'Strategies, as in DistIR', text: sequential, ...example }));

/** The examples of the menu; the first is open at the start. */
export const examples: readonly Example[] = [
  ...shardings,
  {
    group: 'Tenstorrent',
    name: 'Down to Tenstorrent',
    text: tenstorrent,
    steps: ['stablehlo-pipeline', 'convert-stablehlo-to-ttir', 'ttir-to-ttnn-backend-pipeline'],
  },
  ...Object.entries(firstDescription).map(describedExample),
  ...strategies,
];
