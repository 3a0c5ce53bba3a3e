import { printOp, verifyOp } from '@shardform/ir-core';
import { defineCommand } from '../command/define-command.ts';
import { loadProgram, ModuleError } from '../load-module.ts';
import { topologyFlag } from '../sim/topology-flag.ts';
import { writeOutput } from '../tool-io.ts';
import { planJson, planText } from './plan-answer.ts';
import { meshedPrograms } from './plan-meshes.ts';
import { planPrograms } from './plan-programs.ts';
import { planSchema } from './plan-schema.ts';

/** `shardform plan`. @throws UsageError or ModuleError. */
export const planCommand = defineCommand({
  name: 'plan',
  description: `Chooses shardings for all tensors of a program, so that a step takes the least time on a machine. Shardings that the program
has are kept. The plans are partitioned and simulated; the fastest that fits into memory is the answer.`,
  usage: [
    'FILE [--machine MACHINE] [--memory SIZE] [--fix VALUE=SHARDING]... [-o OUT] [--json]',
    'FILE --mesh MESH | --devices N [--from-scratch] [--machine MACHINE] ...',
  ],
  examples: [
    'shardform plan step.mlir --machine a100x8 -o planned.mlir',
    'shardform plan step.mlir --devices 8 --from-scratch --machine t3k --memory 12GB',
    "shardform plan step.mlir --mesh data=2,model=4 --fix 'arg3=[{data}, {}]'",
  ],
  flags: {
    machine: topologyFlag,
    mesh: {
      value: 'MESH',
      description: 'of a program without one: sizes such as 2x4, or axes such as data=2,model=4',
    },
    devices: {
      value: 'N',
      type: 'integer',
      least: 2,
      description: 'try all meshes of so many devices with up to two axes',
    },
    'from-scratch': { description: 'drop the shardings and the mesh of the program first' },
    memory: { value: 'SIZE', type: 'size', description: 'that a device has at most, such as 40GB' },
    time: {
      value: 'SECONDS',
      type: 'number',
      above: 0,
      description: 'after which the best plan so far is the answer, as it is after Ctrl-C',
    },
    method: {
      value: 'METHOD',
      choices: ['pairwise', 'arguments-one-axis'],
      description:
        "'arguments-one-axis' splits arguments only, along the first axis of the mesh, and leaves the rest to propagation: for comparison",
    },
    fix: {
      value: 'VALUE=SHARDING',
      repeats: true,
      description: 'a sharding that the plan has to keep, such as arg3=[{x}, {}]',
    },
    o: {
      value: 'OUT',
      type: 'output',
      inPlace: true,
      description: 'write the program with the shardings of the plan there',
    },
  },
  notes: `Plans divide tensors evenly along whole axes of the mesh. The gap says how far the choices may be from the best ones in the model
that they are made in: the costs of all operations and reshards, added. The times are simulated, as 'shardform sim' does.`,
  async run([file], flags, input) {
    const loaded = loadProgram(file!, input);
    const tried = await planPrograms(meshedPrograms(loaded, flags), flags, input);
    const [best] = tried;
    if (best === undefined) throw new ModuleError(loaded.log.text(), loaded.log.diagnostics);
    const { module, context } = { ...best.program.loaded, module: best.plan.best.module };
    if (!verifyOp(module, context)) throw new ModuleError(best.program.loaded.log.text(), []);
    if (flags.o !== null) writeOutput(flags.o, printOp(module, context), input);
    const answer = { best, tried, memory: flags.memory, file: flags.o };
    return { data: answer, messages: best.program.loaded.log.text(), exitCode: best.plan.fits ? 0 : 1 };
  },
  text: planText,
  json: { name: 'plan', schema: planSchema, of: planJson },
});
