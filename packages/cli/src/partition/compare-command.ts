import {
  type ComparedProgram,
  comparedCompiled,
  comparedProgram,
  comparedStage,
  comparePartitionings,
  type PartitionComparison,
  partitionSteps,
} from '@shardform/study';
import { FILE } from '../command/command.ts';
import { type Answer, defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { asksForCompiled, compiledFlags, compiledStudy } from '../compiled/compiled-flags.ts';
import { knownMachine, machineOfProgram } from '../distribution/simulated-program.ts';
import { type LoadedModule, loadProgram } from '../load-module.ts';
import { loadedStudy } from '../loaded-study.ts';
import { allFlag, verboseFlag } from '../table/length-flags.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { machineFlag } from '../sim/machine-flag.ts';
import { isDivided, partitionError, stageFlag, type StageName, stageNamed } from '../stage/stage-flag.ts';
import { type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import {
  comparedProfiles,
  type ProfileComparisonJson,
  profileComparisonSchema,
  profileComparisonText,
} from '../profile/compared-profiles.ts';
import type { ListingOptions } from './collective-lines.ts';
import { comparisonPage } from './comparison-page.ts';
import { comparisonSchema } from './comparison-schema.ts';
import { comparisonText } from './comparison-text.ts';
import { setGivenSharding } from './given-sharding.ts';
import { partitionerFlag } from './partitioner-flag.ts';

/** `shardform compare`. @throws UsageError or ModuleError. */
export const compareCommand = defineCommand({
  name: 'compare',
  description: `Partitions two programs, such as two shardings of one, and compares them: the bytes that devices send along each axis,
time and peak memory on a machine, the values that they split differently, and the collectives that only one of them has. Or
compares a program with itself with other shardings, or two stages of one.`,
  usage: [
    'FILE OTHER [--machine MACHINE] [--html FILE] [--json]',
    "FILE --sharding 'VALUE=SHARDING'... [--machine MACHINE] [--html FILE] [--json]",
    'FILE --stage STAGE --stage STAGE [--machine MACHINE] [--html FILE] [--json]',
    'FILE OTHER --hlo DUMP --hlo DUMP [--machine MACHINE] [--html FILE] [--json]',
    'FILE (OTHER | --sharding ...) --compile [--python PATH] [--machine MACHINE] [--html FILE] [--json]',
    'PROFILE OTHER --profile [--hlo DUMP --hlo DUMP] [--json]',
  ],
  examples: [
    'shardform compare before.mlir after.mlir --machine t3k --html comparison.html',
    "shardform compare step.mlir --sharding '%arg0=[{data}, {model}]'",
    'shardform compare step.mlir --stage propagated --stage local',
    'shardform compare before.mlir after.mlir --hlo before.hlo --hlo after.hlo',
    'shardform compare /tmp/before /tmp/after --profile',
  ],
  flags: {
    machine: machineFlag,
    cost: costFlag,
    partitioner: partitionerFlag,
    ...compiledFlags,
    hlo: {
      ...compiledFlags.hlo,
      repeats: true,
      description: `given twice, the compiled form of each program: ${compiledFlags.hlo.description}`,
    },
    sharding: {
      value: 'VALUE=SHARDING',
      repeats: true,
      description:
        'compare with the program in which a value has that sharding, such as %3=[{x}, {y, z}] or x=P("data")',
    },
    stage: { ...stageFlag, repeats: true, description: `given twice, ${stageFlag.description}` },
    html: { value: 'FILE', type: 'output', description: 'write a self-contained page there, too' },
    all: allFlag,
    verbose: verboseFlag,
    profile: {
      description:
        "compare profiles of two runs, as 'shardform profile' reads them, by line, with the significance of changes",
    },
  },
  notes: `Values of two programs are the same if they have the same name in the user's program, or are computed alike from the same, or are the
same operation between values that are the same: their numbers in the texts don't matter. What a stage before 'collectives' costs is
not decided yet.`,
  positionals: [
    FILE,
    {
      name: 'OTHER',
      description: 'the program to compare the first one with',
      isProgram: true,
      optional: true,
    },
  ],
  tool: { name: 'compare', flags: ['machine', 'partitioner'] },
  async run([file, other], flags, input): Promise<Answer<Compared | ProfileComparisonJson>> {
    if (flags.profile) {
      refuseIdleFlags({ ...flags, profile: false }, IDLE_BESIDE_PROFILES, "beside '--profile'");
      if (other === undefined) throw new UsageError("'--profile' compares two profiles: name another one");
      return { data: await comparedProfiles([file!, other], flags.hlo, input) };
    }
    if (flags.html === '-')
      refuseIdleFlags(flags, ['json'], "beside '--html -': standard output gets the page");
    const { titles, before, after, messages } = await comparedPrograms(file!, other, flags, input);
    const comparison = comparePartitionings(before, after);
    const html = flags.html === null ? null : comparisonPage(titles, { before, after, comparison });
    if (html !== null && flags.html !== '-') writeOutput(flags.html!, html, input);
    const options = { isAll: flags.all, isVerbose: flags.verbose };
    return { data: { comparison, titles, html: flags.html === '-' ? html : null, ...options }, messages };
  },
  text: (data) => {
    if (!('comparison' in data)) return profileComparisonText(data);
    const { comparison, titles, html, ...options } = data;
    return html === null ? comparisonText(comparison, titles, options) : { stdout: html, stderr: '' };
  },
  json: {
    name: 'partition-comparison',
    get schema() {
      return comparisonSchema;
    },
    variants: [
      {
        flag: '--profile',
        name: 'profile-comparison',
        get schema() {
          return profileComparisonSchema;
        },
      },
    ],
    of: (data) =>
      'comparison' in data
        ? {
            version: 1 as const,
            ...data.comparison,
            shardings: data.comparison.shardings.map(({ drawn, ...change }) => change),
            warnings: [...data.comparison.warnings],
          }
        : data,
  },
});

/** Flags that say how programs are partitioned or costed. */
const IDLE_BESIDE_PROFILES = [
  ...['all', 'verbose', 'machine', 'cost', 'partitioner', 'compile', 'python', 'sharding', 'stage', 'html'],
];

/** A comparison, what it compares, and its page where standard output gets it. */
interface Compared extends ListingOptions {
  readonly comparison: PartitionComparison;
  readonly titles: readonly [string, string];
  readonly html: string | null;
}

interface ComparedSides {
  /** What is compared. */
  readonly titles: readonly [string, string];
  readonly before: ComparedProgram;
  readonly after: ComparedProgram;
  readonly messages: string;
}

interface ChoiceOfSides {
  readonly machine: string | null;
  readonly partitioner: string | null;
  readonly hlo: readonly string[];
  readonly compile: boolean;
  readonly python: string | null;
  readonly sharding: readonly string[];
  readonly stage: readonly StageName[];
}

async function comparedPrograms(
  file: string,
  other: string | undefined,
  flags: ChoiceOfSides,
  input: ToolInput,
): Promise<ComparedSides> {
  const { sharding, stage, machine: machineName } = flags;
  const ways = [other !== undefined, sharding.length > 0, stage.length > 0].filter(Boolean).length;
  if (ways !== 1)
    throw new UsageError(
      "expected what to compare the program with: another file, '--sharding VALUE=SHARDING', or '--stage' twice",
    );
  const dumps = compiledSides(flags, other);
  const loaded = loadProgram(file, input);
  if (stage.length > 0) return comparedStages(loaded, stage, machineName, input);
  // The same file with other shardings has the same bytes.
  const second = other === undefined ? loaded.reload() : loadProgram(other, input);
  for (const given of sharding) setGivenSharding(given, second);
  const before = await comparedSide(loaded, { ...flags, hlo: dumps[0] }, input);
  const after = await comparedSide(second, { ...flags, hlo: dumps[1] }, input);
  return {
    titles:
      other === undefined
        ? [file, `${file} with ${sharding.join(' ')}`]
        : [titleOf(file, 'the first program'), titleOf(other, 'the second program')],
    ...{ before, after },
    messages: loaded.log.text() + second.log.text(),
  };
}

/** What is read from standard input has no name. */
function titleOf(file: string, otherwise: string): string {
  return file === '-' ? otherwise : file;
}

/** The dumps of both programs; `null` where programs are partitioned or compiled. @throws UsageError */
function compiledSides(
  { hlo, stage, ...flags }: ChoiceOfSides,
  other: string | undefined,
): readonly [string | null, string | null] {
  const [first = null, second = null, ...more] = hlo;
  if (asksForCompiled({ ...flags, hlo: first }) && stage.length > 0)
    throw new UsageError(
      "'--stage' names stages of partitioning here, which a compiled program does not have",
    );
  if (first === null) return [null, null];
  if (other === undefined)
    throw new UsageError(
      "'--hlo' has no effect beside '--sharding': the changed program has to be compiled, by '--compile'",
    );
  if (second === null || more.length > 0)
    throw new UsageError("'--hlo' is given twice: the compiled form of the first program, and of the second");
  return [first, second];
}

/** A program as it is partitioned here, or as XLA has compiled it. */
async function comparedSide(
  loaded: LoadedModule,
  flags: Omit<ChoiceOfSides, 'hlo'> & { readonly hlo: string | null },
  input: ToolInput,
): Promise<ComparedProgram> {
  const { machine: machineName } = flags;
  const study = loadedStudy(loaded, knownMachine(loaded.module, machineName, input), input.partitioner);
  const machine = machineOfProgram(study.module, machineName, input);
  const compiled = await compiledStudy(study, flags, input);
  if (compiled !== null) return comparedCompiled(compiled, machine);
  if (!isDivided(study)) {
    for (const step of partitionSteps) if (study.run(step).stage === null) break;
    if (study.partitioned().collectives === null) throw partitionError(study, loaded);
  }
  return comparedProgram(study, machine);
}

/** @throws UsageError unless there are two stages. */
function comparedStages(
  loaded: LoadedModule,
  names: readonly StageName[],
  machineName: string | null,
  input: ToolInput,
): ComparedSides {
  const [first, second, ...more] = names;
  if (first === undefined || second === undefined || more.length > 0)
    throw new UsageError("'--stage' is given twice: the stage before, and the stage after");
  const study = loadedStudy(loaded, knownMachine(loaded.module, machineName, input), input.partitioner);
  const stages = [stageNamed(first, study, loaded), stageNamed(second, study, loaded)];
  const machine = machineOfProgram(study.module, machineName, input);
  const [before, after] = stages.map((stage) => comparedStage(study, stage, machine));
  return { titles: [first, second], before: before!, after: after!, messages: loaded.log.text() };
}
