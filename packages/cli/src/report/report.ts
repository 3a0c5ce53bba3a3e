import { list, nullable, object, text, versionOne } from '../json-schema/json-schema.ts';
import { localProgram, shardedFunction } from '@shardform/inspect';
import { entryFunction } from '@shardform/runtime-sim';
import {
  collectiveRows,
  type CompiledStudy,
  partitionedText,
  partitionSteps,
  predictedEvents,
  profileReport,
  programText,
  type Study,
} from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import {
  COMPILED_USAGE,
  type CompiledFlagValues,
  compiledFlags,
  compiledStudy,
} from '../compiled/compiled-flags.ts';
import { programSchema } from '../partition/choice-schema.ts';
import { loadProgram, ModuleError } from '../load-module.ts';
import { type ToolInput, writeOutput } from '../tool-io.ts';
import { page, type Section } from './html.ts';
import { knownMachine, machineOfProgram } from '../distribution/simulated-program.ts';
import { loadedStudy } from '../loaded-study.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { profiledInput } from '../profile/profiled-program.ts';
import { readProfile } from '../profile/read-profile.ts';
import { machineFlag } from '../sim/machine-flag.ts';
import {
  collectiveSection,
  compiledMemoryRows,
  factSection,
  memoryRows,
  memorySection,
} from './fact-sections.ts';
import { type MeasuredRun, measuredSection } from './measured-section.ts';
import { planSection } from './plan-section.ts';
import { AxisColours } from './report-html.ts';
import { explanationSection, placementSection, problemSection } from './sections.ts';
import { stageSection } from './stage-section.ts';
import { valueSection } from './value-section.ts';
import { partitionerFlag } from '../partition/partitioner-flag.ts';

const reportSchema = object(
  {
    version: versionOne,
    program: nullable(programSchema, 'null for a program with errors'),
    file: text('the page'),
    sections: list(text(), 'the headings of the page'),
  },
  'the output of shardform report --json',
);

/** `shardform report`. */
export const report = defineCommand({
  name: 'report',
  description: `Writes a self-contained HTML page about a program: problems, what a step costs, the layout of values, collectives,
memory, explanations of shardings, and what each step changes. For pull requests and bug reports.`,
  usage: [
    'FILE [--machine MACHINE] [--plan] [-o FILE.html]',
    `FILE ${COMPILED_USAGE} [--machine MACHINE] [-o FILE.html]`,
    'FILE --profile PROFILE [--hlo DUMP] [--machine MACHINE] [-o FILE.html]',
  ],
  examples: [
    'shardform report step.mlir -o report.html',
    'shardform report step.mlir -o - > report.html',
    'shardform report step.mlir --hlo /tmp/dump',
    'shardform report step.mlir --profile /tmp/run --machine h100:1x8',
  ],
  flags: {
    machine: machineFlag,
    cost: costFlag,
    partitioner: partitionerFlag,
    ...compiledFlags,
    profile: {
      value: 'PROFILE',
      description:
        "the profile of a run, as 'shardform profile' reads it: what was measured stands beside what is predicted of its compiled program",
    },
    plan: { description: 'add the fastest shardings on the mesh of the program, beside known layouts' },
    o: {
      value: 'FILE',
      type: 'output',
      description: 'where to write, report.html unless given, - for standard output',
    },
  },
  async run([file], flags, input) {
    if (flags.o === '-') refuseIdleFlags(flags, ['json'], "beside '-o -': standard output gets the page");
    if (flags.profile !== null)
      refuseIdleFlags({ ...flags }, ['compile', 'python', 'partitioner', 'plan'], "beside '--profile'");
    if (flags.hlo !== null || flags.compile)
      refuseIdleFlags(flags, ['plan'], 'of a compiled program: plans are made by partitioning here');
    const { sections, program, exitCode, messages } = await sectionsOf(file!, flags, input);
    const name = file === '-' ? 'standard input' : file!;
    const html = page(`Report on ${name}`, 'Made by shardform report.', sections);
    const target = flags.o ?? 'report.html';
    if (target !== '-') writeOutput(target, html, input);
    const titles = sections.map(({ title }) => title);
    const data: WrittenReport = { target, program, sections: titles, html: target === '-' ? html : null };
    return { data, messages, exitCode };
  },
  text: ({ target, html }) => (html === null ? `written to ${target}\n` : { stdout: html, stderr: '' }),
  json: {
    name: 'report',
    get schema() {
      return reportSchema;
    },
    of: ({ target, program, sections }) => ({ version: 1 as const, program, file: target, sections }),
  },
});

/** A page with its headings. */
interface WrittenReport {
  readonly target: string;
  readonly program: string | null;
  readonly sections: readonly string[];
  /** The page, where standard output gets it. */
  readonly html: string | null;
}

interface ReportFlags extends CompiledFlagValues {
  readonly profile: string | null;
  readonly machine: string | null;
  readonly partitioner: string | null;
  readonly plan: boolean;
}

interface Contents {
  /** Which program the page is about; `null` for an invalid one. */
  readonly program: string | null;
  readonly sections: readonly Section[];
  readonly messages: string;
  readonly exitCode: number;
}

/** The sections of a file; those of an invalid one are its problems only. */
async function sectionsOf(file: string, flags: ReportFlags, input: ToolInput): Promise<Contents> {
  const { machine, plan } = flags;
  try {
    const loaded = loadProgram(file, input);
    const study = loadedStudy(loaded, knownMachine(loaded.module, machine, input), input.partitioner);
    const run = flags.profile === null ? null : await measuredProgram(file, flags.profile, flags, input);
    const compiled = run === null ? await compiledStudy(study, flags, input) : run.compiled;
    const own =
      compiled === null
        ? programSections(study, machine, input)
        : compiledSections(compiled, machine, run?.measured ?? null, input);
    const sections = plan ? [...own, await planSection(loaded, machine, input)] : own;
    const messages = loaded.log.text();
    const failed = loaded.log.diagnostics.some(({ severity }) => severity === 'error');
    const program = compiled?.text ?? programText(study);
    return { program, sections: [problemSection(messages), ...sections], messages, exitCode: failed ? 1 : 0 };
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    return {
      program: null,
      sections: [problemSection(error.messages)],
      messages: error.messages,
      exitCode: 1,
    };
  }
}

/** The compiled form of a program, and what was measured of a run of it. @throws UsageError or ModuleError */
async function measuredProgram(
  file: string,
  path: string,
  { hlo, machine: name }: ReportFlags,
  input: ToolInput,
): Promise<{ readonly compiled: CompiledStudy | null; readonly measured: MeasuredRun }> {
  const { profile } = await readProfile(path, input);
  const flags = { program: file, hlo, module: null, machine: name, python: null };
  const { program, source, compiled } = await profiledInput({ profile, name: path }, flags, input);
  const machine = compiled === null ? null : machineOfProgram(compiled.study.module, name, input);
  const report = profileReport(profile, program, source, machine);
  const run = machine === null ? null : source.simulated(machine).run;
  const collectives = new Map(report.collectives.map((own) => [own.instruction, own]));
  const events = run === null ? [] : predictedEvents(run);
  return { compiled, measured: { file: path, report, events, collectives } };
}

/** What is about the compiled program, and what XLA and the partitioner here have in common: who holds what, and why. */
function compiledSections(
  compiled: CompiledStudy,
  machineName: string | null,
  run: MeasuredRun | null,
  input: ToolInput,
): Section[] {
  const { study } = compiled;
  const machine = machineOfProgram(study.module, machineName, input);
  const measured = compiled.measured(machine);
  const { facts, list, text } = measured;
  const colours = new AxisColours(facts.mesh?.axes.map(({ name }) => name) ?? []);
  const { stage: propagated } = study.run(partitionSteps[0]!);
  for (const diagnostic of study.propagated().diagnostics) study.context.diagnostics.emit(diagnostic);
  const { module } = propagated ?? study.source;
  const why = propagated === null ? null : explanationSection(study, list.rows);
  return [
    factSection(facts, machine, text, colours),
    ...(run === null ? [] : [measuredSection(run, colours)]),
    ...(propagated === null
      ? []
      : [placementSection(shardedFunction(module), entryFunction(module), colours)]),
    collectiveSection(list, colours, run?.collectives ?? null),
    memorySection(compiledMemoryRows(measured)),
    valueSection(study, propagated ?? study.source, colours),
    ...(why === null ? [] : [why]),
    stageSection('The program', study, [null, study.source], colours),
  ];
}

function programSections(study: Study, machineName: string | null, input: ToolInput): Section[] {
  const { module, context, source } = study;
  const device = localProgram(module);
  if (device === null && !study.isPlacedAt(module)) runPartitioning(study);
  const machine = machineOfProgram(module, machineName, input);
  const { facts } = study.measured(machine);
  const colours = new AxisColours(facts.mesh?.axes.map(({ name }) => name) ?? []);
  const collectives = collectiveRows(study, machine);
  const sections = [factSection(facts, machine, partitionedText(study) ?? programText(study), colours)];
  if (device !== null) sections.push(placementSection(device.whole, device.func, colours));
  const propagated = study.stages[1]?.module ?? null;
  if (propagated !== null)
    sections.push(placementSection(shardedFunction(propagated), entryFunction(propagated), colours));
  sections.push(collectiveSection(collectives, colours), memorySection(memoryRows(study, machine)));
  sections.push(valueSection(study, study.stages[1] ?? source, colours));
  // What has no stages can't be propagated.
  const why = propagated === null ? null : explanationSection(study, collectives.rows);
  if (why !== null) sections.push(why);
  for (const diagnostic of study.stages.length > 1 ? study.partitionDiagnostics : [])
    context.diagnostics.emit(diagnostic);
  const title = device === null ? 'The program' : 'The program of one device';
  sections.push(stageSection(title, study, [null, source], colours));
  for (const [i, stage] of study.stages.entries())
    if (i > 0)
      sections.push(stageSection(STAGE_TITLES[i - 1]!, study, [study.stages[i - 1]!, stage], colours));
  return sections;
}

/** Headings of the stages of partitioning. */
const STAGE_TITLES = ['After propagation', 'With reshards', 'With collectives', 'On each device'];

/** Runs the steps of partitioning until one fails. */
function runPartitioning(study: Study): void {
  for (const step of partitionSteps) if (study.run(step).stage === null) return;
}
