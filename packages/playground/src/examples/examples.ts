import attention from './attention.mlir?raw';
import conflict from './conflict.mlir?raw';
import manual from './manual-computation.mlir?raw';
import mlp from './mlp.mlir?raw';
import tenstorrent from './tenstorrent.mlir?raw';

/** A program to begin with. */
export interface Example {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly string[];
}

/** The examples that come with the command, by path. */
const printedByJax = import.meta.glob<string>('../../../cli/examples/*_train.mlir', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function trainingStep(model: string): string {
  return printedByJax[`../../../cli/examples/${model}_train.mlir`]!;
}

const partition = [
  'sdy-propagation-pipeline',
  'sdy-insert-explicit-reshards{enable-full-version=true}',
  'sdy-reshard-to-collectives',
  'sdy-convert-global-to-local',
];

/** What the menu offers, the first is open at the start. */
export const examples: readonly Example[] = [
  { name: 'MLP, data and model parallel', text: mlp, steps: partition },
  { name: 'Attention, heads split', text: attention, steps: partition },
  { name: 'Training step of an MLP, from JAX', text: trainingStep('mlp'), steps: partition },
  { name: 'Training step of a GPT, from JAX', text: trainingStep('gpt'), steps: partition },
  { name: 'Shardings in conflict', text: conflict, steps: partition.slice(0, 3) },
  { name: 'Manual computation', text: manual, steps: partition.slice(0, 1) },
  {
    name: 'Down to Tenstorrent',
    text: tenstorrent,
    steps: ['stablehlo-pipeline', 'convert-stablehlo-to-ttir', 'ttir-to-ttnn-backend-pipeline'],
  },
];
