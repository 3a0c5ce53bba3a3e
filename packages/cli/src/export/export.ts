import { modelExplorerGraphs, type Stage, type Study, timelineTrace } from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { knownMachine, machineOfProgram } from '../distribution/simulated-program.ts';
import { integer, object, oneOf, text, versionOne } from '../json-schema/json-schema.ts';
import { type LoadedModule, loadStage } from '../load-module.ts';
import { loadedStudy } from '../loaded-study.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { machineFlagFor } from '../sim/machine-flag.ts';
import { isDivided, partitionError, stageFlag, stageNamed } from '../stage/stage-flag.ts';
import { jsonLine } from '../json-text.ts';
import { type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { partitionerFlag } from '../partition/partitioner-flag.ts';

const FORMATS = ['model-explorer', 'perfetto'] as const;

type Format = (typeof FORMATS)[number];

const exportSchema = object(
  {
    version: versionOne,
    file: text('that was written'),
    format: oneOf([...FORMATS]),
    stage: text('given, propagated, resharded, collectives or local'),
    count: integer('of nodes of graphs, or of events of a trace'),
  },
  'the output of shardform export --json',
);

/** `shardform export`. */
export const exportCommand = defineCommand({
  name: 'export',
  description: `Writes a program for other tools: its graph with layers, shardings and sizes for Model Explorer, or the time of its
devices on a machine for Perfetto.`,
  usage: ['FILE --format FORMAT [--stage STAGE] [--machine MACHINE] [-o FILE.json] [--json]'],
  examples: [
    'shardform export step.mlir --format model-explorer -o step.json   # model-explorer step.json',
    'shardform export step.mlir --format model-explorer --stage local -o local.json',
    'shardform export step.mlir --format perfetto --machine t3k -o trace.json   # ui.perfetto.dev',
  ],
  flags: {
    format: { value: 'FORMAT', choices: FORMATS, description: FORMATS.join(' or ') },
    stage: {
      ...stageFlag,
      description: `of a graph, ${stageFlag.description}; propagated unless given`,
    },
    machine: machineFlagFor('of a trace'),
    cost: costFlag,
    partitioner: partitionerFlag,
    o: {
      value: 'FILE',
      type: 'output',
      description: 'where to write, standard output unless given, or -',
    },
  },
  notes: `A graph has a node for each operation, in namespaces that are layers and regions. A node has the same id in every stage, so
that Model Explorer shows two stages side by side. Devices of a trace are processes' threads: what each computes, and what
it communicates.`,
  run([file], flags, input) {
    const { format } = flags;
    if (format === null) throw new UsageError(`expected '--format': ${FORMATS.join(' or ')}`);
    const target = flags.o ?? '-';
    if (target === '-')
      refuseIdleFlags(flags, ['json'], "without '-o': standard output gets what is exported");
    if (format === 'model-explorer')
      refuseIdleFlags(flags, ['machine', 'cost'], 'on a graph, which has no times');
    else refuseIdleFlags(flags, ['stage'], 'on a trace, which is always of what devices execute');
    const loaded = loadStage(file!, input);
    const study = loadedStudy(loaded, knownMachine(loaded.module, flags.machine, input), input.partitioner);
    const name = flags.stage ?? defaultStage(format, study);
    // A trace is of the last stage, whose steps nobody asks for one by one.
    const stage = format === 'perfetto' ? study.source : stageNamed(name, study, loaded);
    const title = file === '-' ? 'standard input' : file!;
    const { content, count } =
      format === 'perfetto'
        ? trace(loaded, study, stage, { title, machine: flags.machine, input })
        : graph(study, stage, title);
    if (target !== '-') writeOutput(target, content, input);
    const data: Exported = { target, format, stage: name, count, content: target === '-' ? content : null };
    return { data, messages: loaded.log.text() };
  },
  text: ({ target, count, format, content }) =>
    content === null
      ? `${count.toLocaleString('en')} ${format === 'perfetto' ? 'events' : 'nodes'} written to ${target}\n`
      : { stdout: content, stderr: '' },
  json: {
    name: 'export',
    get schema() {
      return exportSchema;
    },
    of: ({ target, format, stage, count }) => ({ version: 1 as const, file: target, format, stage, count }),
  },
});

/** What was exported, and its text where standard output gets it. */
interface Exported {
  readonly target: string;
  readonly format: Format;
  readonly stage: string;
  readonly count: number;
  readonly content: string | null;
}

/** The program of devices has one stage; of others graphs are shown with shardings, and the last stage is simulated. */
function defaultStage(format: Format, study: Study): 'given' | 'propagated' | 'local' {
  if (isDivided(study)) return 'given';
  return format === 'perfetto' ? 'local' : 'propagated';
}

function graph(study: Study, stage: Stage, title: string): Pick<Exported, 'count'> & { content: string } {
  const exported = modelExplorerGraphs(study, stage, title);
  const count = exported.graphs.reduce((sum, { nodes }) => sum + nodes.length, 0);
  return { content: jsonLine(exported), count };
}

/** @throws ModuleError or UsageError for a program that can't be simulated. */
function trace(
  loaded: LoadedModule,
  study: Study,
  stage: Stage,
  {
    title,
    machine: machineName,
    input,
  }: { readonly title: string; readonly machine: string | null; readonly input: ToolInput },
): Pick<Exported, 'count'> & { content: string } {
  const machine = machineOfProgram(study.module, machineName, input);
  const found = timelineTrace(study, stage, machine, `${title} on ${machine.name}`);
  if (found === null) {
    if (study.partitionProblems.length > 0) throw partitionError(study, loaded);
    const [problem = 'it could not be simulated'] = study.measuredAt(stage, machine).facts.problems;
    throw new UsageError(`'${title}' has no times: ${problem}`);
  }
  const count = found.traceEvents.filter(({ ph }) => ph === 'X').length;
  return { content: jsonLine(found), count };
}
