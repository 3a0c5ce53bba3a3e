import { join } from 'node:path';
import { localInputs, shardedFunction } from '@shardform/inspect';
import { verifyOp } from '@shardform/ir-core';
import { entryFunction, ExecutionError, runSpmd } from '@shardform/runtime-sim';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { describeExecutionError } from '../execution-error-text.ts';
import { loadedStudy } from '../loaded-study.ts';
import { type LoadedModule, loadProgram, ModuleError } from '../load-module.ts';
import { partitionedStudy } from '../partition/partitioned-study.ts';
import { globalInputs } from '../run/inputs.ts';
import { inputFlags } from '../run/run-flags.ts';
import { signatureValues } from '../show/show.ts';
import { makeOutputFolder, type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { bundleFiles } from './bundle-files.ts';
import { type BundleJson, bundleSchema } from './bundle-schema.ts';

/** `shardform bundle`. @throws UsageError or ModuleError. */
export const bundleCommand = defineCommand({
  name: 'bundle',
  description: `Writes a folder that runs a program on real devices, of one machine or of a cluster: the program of each device, shards of
its inputs, and launch.py, which needs Python with jax and nothing else.`,
  usage: ['FILE -o FOLDER [--in F.npz | --seed N] [--simulate] [--json]'],
  examples: [
    'shardform bundle step.mlir -o step --seed 0 --simulate   # python step/launch.py --local-processes 2 --check',
    'shardform bundle step.mlir -o step --in batch.npz        # srun -n 4 python step/launch.py',
  ],
  flags: {
    o: { value: 'FOLDER', type: 'output', description: 'where to write' },
    in: {
      value: 'FILE',
      type: 'input',
      description: 'write shards of these arrays arg0, arg1, ..., or by their names, as run reads them',
    },
    seed: { value: 'N', type: 'integer', description: 'or shards of random arrays' },
    simulate: {
      description: 'write what simulated devices compute, too, which launch.py --check compares with',
    },
  },
  notes: `launch.py starts under Slurm and Open MPI, whose numbers it takes from the environment, by hand with --coordinator HOST:PORT
--process-id I --num-processes N, or with --local-processes N on one machine. Without --in and --seed it reads the shards that
its devices need from a file: launch.py --inputs weights.safetensors. Each result is written shard by shard; a second start
executes only if some are missing.`,
  run([file], flags, input) {
    if (flags.o === null) throw new UsageError("expected '-o FOLDER'");
    const hasInputs = flags.in !== null || flags.seed !== null;
    if (!hasInputs) refuseIdleFlags(flags, ['simulate'], "without '--in' or '--seed'");
    const loaded = loadProgram(file!, input);
    try {
      return {
        data: writeBundle(loaded, flags.o, hasInputs ? flags : null, input),
        messages: loaded.log.text(),
      };
    } catch (error) {
      if (error instanceof ExecutionError)
        throw new ModuleError(loaded.log.text() + describeExecutionError(error));
      throw error;
    }
  },
  text: ({ folder, manifest: { devices, hasInputs, hasExpected } }) =>
    [
      `${folder}: a program for ${devices} device${devices === 1 ? '' : 's'}`,
      hasInputs ? ', shards of its inputs' : '',
      hasExpected ? ', and what they compute' : '',
      `\n\n  python ${join(folder, 'launch.py')} --local-processes 1${hasInputs ? '' : ' --inputs FILE'}${hasExpected ? ' --check' : ''}\n`,
    ].join(''),
  json: {
    name: 'bundle',
    get schema() {
      return bundleSchema;
    },
    of: (data) => data,
  },
});

interface InputChoice {
  readonly in: string | null;
  readonly seed: number | null;
  readonly simulate: boolean;
}

/** @param inputs `null` to write none. */
function writeBundle(
  loaded: LoadedModule,
  folder: string,
  inputs: InputChoice | null,
  input: ToolInput,
): BundleJson {
  const { context, log, module } = loaded;
  const arrays = inputs === null ? null : globalInputs(entryFunction(module), inputFlags(inputs), input);
  const { stages } = partitionedStudy({ loaded, study: loadedStudy(loaded, null, 'best') }, input);
  const { local, propagated } = stages;
  if (local === null || propagated === null || !verifyOp(local, context))
    throw new ModuleError(log.text(), log.diagnostics);
  const program = shardedFunction(propagated);
  const shown = signatureValues(program, entryFunction(propagated));
  const pathsOf = (kind: 'argument' | 'result'): (string | null)[] =>
    shown.filter((own) => own.kind === kind).map(({ path }) => path);
  // What may fail comes before the first file.
  const expected =
    arrays === null || inputs?.simulate !== true
      ? null
      : runSpmd(local, program.deviceCount, localInputs(program, arrays), context);
  const bundle = bundleFiles({
    ...{ local, program, context, expected, inputs: arrays, keepsReplicas: false },
    names: { inputs: pathsOf('argument'), results: pathsOf('result') },
  });
  if (bundle === null) throw new ModuleError(log.text(), log.diagnostics);
  const { manifest } = bundle;
  makeOutputFolder(folder, input);
  if (manifest.hasInputs) makeOutputFolder(join(folder, 'inputs'), input);
  if (manifest.hasExpected) makeOutputFolder(join(folder, 'expected'), input);
  let files = 0;
  for (const [path, data] of bundle.files) {
    writeOutput(join(folder, path), data, input);
    files += 1;
  }
  return { version: 1, folder, files, manifest };
}
