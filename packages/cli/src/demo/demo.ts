import { join } from 'node:path';
import { type NdArray, randomArray, writeNpz } from '@shardform/runtime-sim';
import { defineCommand } from '../command/define-command.ts';
import { hasPlayground } from '../play/playground-page.ts';
import { createdSchema } from '../json-schema/created-schema.ts';
import { exampleBytes } from '../examples.ts';
import { makeOutputFolder, type ToolInput, writeOutput } from '../tool-io.ts';

/** The files of the examples that the demonstration is made of, with what they are. */
const FILES = {
  'mlp.mlir': 'two layers of a perceptron on a mesh of 2 by 4 devices',
  'train.mlir': 'a training step of one, as JAX prints it',
  'layers.mlir': 'a training step as JAX prints it with debug_info=True: with names and locations',
  'layers.jaxexport': 'the same from jax.export',
  'layers.hlo': 'the same as XLA compiles it: compiled.as_text()',
  'step.mlir': 'a training step of large layers, without shardings',
  'step.py': 'the JAX program that it was printed from',
  'pipeline.mlir': 'a training step of two pipeline stages, for two meshes of eight devices',
  'pipeline.py': 'the JAX program that it was printed from',
  'mpmd_jax.py': 'what lets JAX print it: named computations and microbatches',
  'broken.mlir': 'a program that a pipeline fails on',
  't3k.json': 'a machine: 8 Wormhole devices in a grid',
  'two-t3k.json': 'two of these, each chip linked with its counterpart',
  'topology.json': 'another: 8 GPUs, each linked to every other',
} as const;

const INPUTS = 'x.npz';

/** Shapes of the arguments of `mlp.mlir`, and how far their elements lie apart: a layer's results are about 1. */
const ARGUMENTS: readonly (readonly [shape: readonly number[], deviation: number])[] = [
  [[8, 128, 256], 1],
  [[256, 512], 1 / 16],
  [[512], 1],
  [[512, 1024], 1 / 23],
  [[1024], 1],
];

/** `shardform demo`. */
export const demo = defineCommand({
  name: 'demo',
  description: 'Writes an example and lists commands to try on it.',
  usage: ['[-o FOLDER]'],
  examples: ['shardform demo', 'shardform demo -o /tmp/demo'],
  flags: {
    o: { value: 'FOLDER', type: 'output', description: "where the files go, 'demo' unless given" },
  },
  positionals: [],
  run(_positionals, flags, input) {
    const folder = flags.o ?? 'demo';
    return { data: { folder, files: writeFiles(folder, input) } };
  },
  text: ({ folder }) => nextSteps(folder),
  json: {
    name: 'created',
    get schema() {
      return createdSchema;
    },
    of: (created) => ({ version: 1 as const, ...created }),
  },
});

function writeFiles(folder: string, input: ToolInput): string[] {
  makeOutputFolder(folder, input);
  for (const name of Object.keys(FILES)) writeOutput(join(folder, name), exampleBytes(name), input);
  const arrays = new Map<string, NdArray>(
    ARGUMENTS.map(([shape, deviation], i) => [`arg${i}`, randomArray('f32', shape, i, { deviation })]),
  );
  writeOutput(join(folder, INPUTS), writeNpz(arrays), input);
  return [...Object.keys(FILES), INPUTS];
}

/** Suggestions for the files. */
function nextSteps(folder: string): string {
  const files = [...Object.entries(FILES), [INPUTS, 'inputs of mlp.mlir'] as const];
  const rows = files.map(([name, what]) => `  ${join(folder, name).padEnd(22)}  ${what}\n`);
  const file = (name: keyof typeof FILES | typeof INPUTS): string => join(folder, name);
  const steps = [
    [
      `study ${file('layers.mlir')} --machine a100x8`,
      'a step on one page: shardings, communication, time, memory',
    ],
    [`opt ${file('mlp.mlir')} --sdy-propagation-pipeline`, 'the program with all shardings'],
    [`show ${file('mlp.mlir')} %3`, 'which device holds what of a value'],
    [`explain ${file('mlp.mlir')} %5 --cheaper`, 'why, what it costs, and what is cheaper'],
    [`explain ${file('layers.mlir')} layer1/tanh`, 'the same by the names of a JAX program'],
    [
      `compiled ${file('layers.mlir')} --hlo ${file('layers.hlo')}`,
      'why the program that XLA has compiled communicates',
    ],
    [
      `run ${file('mlp.mlir')} --in ${file('x.npz')} --check-global`,
      'do 8 devices compute the same numbers as one?',
    ],
    [`sim ${file('mlp.mlir')} --machine ${file('t3k.json')} --trace t.json`, 'time and memory on a machine'],
    [
      `opt ${file('mlp.mlir')} --stablehlo-pipeline="mesh-shape=2,4" --stablehlo-to-ttir-pipeline --ttir-to-ttnn-backend-pipeline`,
      "down to Tenstorrent's TTNN",
    ],
    hasPlayground()
      ? [`play ${file('mlp.mlir')}`, 'the same in the browser, offline']
      : [`report ${file('mlp.mlir')} -o mlp.html`, 'the same as a page, for the browser'],
    [
      `opt ${file('broken.mlir')} --sdy-user-priority-propagate=conservative-propagation=true --sdy-insert-explicit-reshards --wrap-under-manual-computation --sdy-reshard-to-collectives --update-global-to-local-shapes`,
      'a pass that fails, and says what to do',
    ],
  ];
  const commands = steps.map(([command, what]) => `# ${what}\nnpx shardform ${command}\n`);
  return `Written:\n${rows.join('')}\nWhat to do with them:\n\n${commands.join('\n')}`;
}
