import { isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
import { printOp, verifyOp } from '@shardform/ir-core';
import { planNames } from '@shardform/passes-dist';
import { PLAN_FORMATS, planSpecs, pythonFile, STRATEGIES } from '@shardform/passes-planning';
import { DEFAULT_PARTITIONER } from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { clusterFlags } from '../engine/cluster-flags.ts';
import { warningLines } from '../distribution/warning-lines.ts';
import { loadProgram, ModuleError } from '../load-module.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { machineFlag } from '../sim/machine-flag.ts';
import { partitionerFlag } from '../partition/partitioner-flag.ts';
import { UsageError, writeOutput } from '../tool-io.ts';
import { codeOfPlan, explained, planNotes, tagProgram } from './explained-plan.ts';
import { givenRoles } from './argument-roles.ts';
import { batchWarnings } from './batch-warnings.ts';
import { bestOf, secondsToBeat, withBestCompiled } from './best-plan.ts';
import { isStaged, type PlanAnswer, simulatedBest } from './plan-answer.ts';
import { planJson } from './plan-json.ts';
import { meshedPrograms } from './plan-meshes.ts';
import { memoryLimit, planPrograms, stopping } from './plan-programs.ts';
import { planSchema } from './plan-schema.ts';
import { asksForStages, checkStageFlags, considersStages, PIPELINE, planStages } from './plan-stages.ts';
import { planText } from './plan-text.ts';
import { hasShardedArguments } from './sharded-arguments.ts';
import { checkVerifiable, verifyPlans } from './verified-plans.ts';

/** `shardform plan`. @throws UsageError or ModuleError. */
export const planCommand = defineCommand({
  name: 'plan',
  description: `Chooses shardings for all tensors of a program, so that a step takes the least time on a machine. Shardings that the program
has are kept. The plans are partitioned and simulated; the fastest that fits into memory is the answer.`,
  usage: [
    'FILE [--machine MACHINE] [--memory SIZE] [--fix VALUE=SHARDING]... [-o OUT] [--jax OUT.py] [--pareto] [--json]',
    'FILE --mesh MESH | --devices N [--from-scratch] [--stages N] [--machine MACHINE] ...',
  ],
  examples: [
    'shardform plan step.mlir --machine a100x8 -o planned.mlir',
    'shardform plan step.mlir --devices 8 --from-scratch --machine t3k --memory 12GB',
    "shardform plan step.mlir --mesh data=2,model=4 --fix 'arg3=data,_'",
    'shardform plan step.mlir --mesh 2x4 --machine a100x8 --jax plan.py',
    'shardform plan step.mlir --devices 32 --from-scratch --stages 4 --machine h100x8x4 -o pipeline.mlir',
  ],
  flags: {
    machine: machineFlag,
    cost: costFlag,
    partitioner: partitionerFlag,
    mesh: {
      value: 'MESH',
      description: 'of a program without one: sizes such as 2x4, or axes such as data=2,model=4',
    },
    devices: {
      value: 'N',
      type: 'integer',
      least: 2,
      description: 'try all meshes of so many devices with up to three axes',
    },
    'from-scratch': { description: 'drop the shardings and the mesh of the program first' },
    strategy: {
      value: 'NAME',
      choices: [...STRATEGIES, PIPELINE],
      description:
        'the family that the plan is of: data parallel (dp), FSDP (fsdp), tensor parallel (tp), sequence parallel (sp), context parallel (cp), expert parallel (ep), a pipeline (pp); the fastest unless given',
    },
    'batch-args': {
      value: 'NAMES',
      repeats: true,
      description:
        'arguments whose first dimension is the batch, such as x,y or batch; recognized by their use unless given',
    },
    'param-args': {
      value: 'NAMES',
      repeats: true,
      description: 'arguments that are parameters, or state of an optimizer; recognized unless given',
    },
    stages: {
      value: 'N',
      type: 'integer',
      least: 1,
      description:
        'a pipeline of so many stages, each on a mesh of its own: --mesh is that of a stage, --devices are those of all; 1 for none',
    },
    microbatches: {
      value: 'N',
      type: 'integer',
      least: 2,
      description: 'of a pipeline; the best number unless given',
    },
    schedule: {
      value: 'NAME',
      choices: planNames,
      description: 'of a pipeline; the best one unless given',
    },
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
    memory: {
      value: 'SIZE',
      type: 'size',
      description: 'that a device has at most, such as 40GB; that of a named machine unless given',
    },
    fix: {
      value: 'VALUE=SHARDING',
      repeats: true,
      description: 'a sharding that the plan has to keep, such as arg3=x,_, arg3=[{x}, {}] or arg3=P("x")',
    },
    o: {
      value: 'OUT',
      type: 'output',
      inPlace: true,
      description: 'write the program with the shardings of the plan there',
    },
    jax: {
      value: 'OUT.py',
      type: 'output',
      description: 'write Python there that applies the plan: plan.jit(step) in place of jax.jit(step)',
    },
    specs: {
      value: 'LIBRARY',
      repeats: true,
      choices: PLAN_FORMATS,
      description:
        'print the shardings of arguments as Python for a library: trees of NamedShardings (jax), metadata and logical axis rules of flax (linen, nnx), filter_shard (equinox), a LayoutMap (keras)',
    },
    pareto: { description: 'look for plans that take less memory, too' },
    brief: { description: 'print the plan alone, and nothing else that was simulated' },
    why: {
      description:
        'print all plans that were simulated, known layouts, and what the second best decisions would cost; the plan is the same',
    },
    verify: {
      description:
        'compile the best plans by the jax of a Python, for virtual CPU devices; the answer is the plan that is best as XLA runs it',
    },
    python: clusterFlags.python,
    diff: {
      description: 'show the constraints of the plan as a change of the source, where its files are there',
    },
  },
  notes: `Plans divide tensors along whole axes of the mesh, arguments and results evenly; what is between them may be padded. The gap says how far the choices may be from the best ones in the model
that they are made in: the costs of all operations and reshards, added. The times are simulated, as 'shardform sim' does.
With '--devices', steps of training are also planned as pipelines: programs in Shardy's MPMD dialect, which 'shardform run', 'sim' and 'show' take.`,
  async run([file], flags, input) {
    const loaded = loadProgram(file!, input);
    if (isDeviceProgramOfHlo(loaded.module))
      throw new UsageError(
        `'${file!}' is the program that XLA made for each device; plan the program before partitioning, which it was compiled from`,
      );
    if (flags.brief) refuseIdleFlags(flags, ['pareto', 'why'], "beside '--brief'");
    if (!flags.verify) refuseIdleFlags(flags, ['python'], "without '--verify'");
    if ((flags.partitioner ?? DEFAULT_PARTITIONER) !== 'xla')
      refuseIdleFlags(
        flags,
        ['jax', 'specs', 'verify', 'diff', 'strategy'],
        `beside '--partitioner ${flags.partitioner}': JAX runs what XLA partitions`,
      );
    checkStageFlags(flags);
    const warnings = batchWarnings(loaded, givenRoles(loaded, flags).data);
    if (flags.verify) await checkVerifiable(flags.python, input);
    const meshed = meshedPrograms(loaded, flags);
    const programs = asksForStages(flags) ? [] : meshed;
    programs.forEach(tagProgram);
    const stop = stopping(flags.time, input);
    try {
      const memory = memoryLimit(meshed, flags, input);
      const limited = { ...flags, memory };
      const strategy = flags.strategy === PIPELINE ? null : flags.strategy;
      const plans =
        programs.length === 0
          ? []
          : await planPrograms(programs, { ...limited, strategy }, input, stop.isOver);
      const pipelines = considersStages(loaded, flags)
        ? planStages(loaded, limited, { toBeat: secondsToBeat(plans), isOver: stop.isOver }, input)
        : null;
      const found = bestOf(plans, pipelines, memory);
      if (found === null) throw new ModuleError(loaded.log.text(), loaded.log.diagnostics);
      const verified =
        flags.verify && !isStaged(found.plan) ? await verifyPlans(found.plan, flags.python, input) : null;
      const best = verified === null ? found : withBestCompiled(found, verified, memory);
      const own = isStaged(best.plan) ? loaded : best.plan.program.loaded;
      const { module } = simulatedBest(best.plan).own;
      if (!verifyOp(module, own.context)) throw new ModuleError(own.log.text(), []);
      const { plan } = best;
      const isForXla = !isStaged(plan) && plan.plan.program.partitioner === 'xla';
      const specs = isForXla ? planSpecs(plan.plan.best, plan.plan.program) : null;
      const notes = isForXla ? planNotes(plan.plan, file!) : [];
      const code = specs === null ? [] : codeOfPlan(specs, flags.specs, notes);
      if (flags.o !== null) writeOutput(flags.o, printOp(module, own.context), input);
      const others = plans.filter((plan) => plan !== found.plan);
      const explanation =
        !(flags.why || flags.pareto) || isStaged(best.plan)
          ? null
          : explained(best.plan, flags.pareto, others);
      if (flags.jax !== null && specs !== null) writeOutput(flags.jax, pythonFile(specs, notes), input);
      const answer: PlanAnswer = {
        ...{ best: best.plan, fits: best.fits, pipelines },
        tried: plans.map((plan) => (plan === found.plan && !isStaged(best.plan) ? best.plan : plan)),
        ...{ memory, file: flags.o, explanation, smaller: flags.pareto },
        ...{ jax: flags.jax, verified, diff: flags.diff, isBrief: flags.brief },
        ...{ specs, code, libraries: flags.specs, warnings },
        keepsShardings: !flags['from-scratch'] && hasShardedArguments(loaded),
      };
      return { data: answer, messages: warningLines(warnings) + own.log.text(), exitCode: best.fits ? 0 : 1 };
    } finally {
      stop.release();
    }
  },
  tool: {
    name: 'plan',
    flags: [
      'machine',
      'cost',
      'partitioner',
      'mesh',
      'devices',
      'from-scratch',
      'time',
      'method',
      'strategy',
      'batch-args',
      'param-args',
      'specs',
      'stages',
      'microbatches',
      'schedule',
      'memory',
      'fix',
      'pareto',
      'why',
      'brief',
    ],
  },
  text: planText,
  json: {
    name: 'plan',
    get schema() {
      return planSchema;
    },
    of: planJson,
  },
});
