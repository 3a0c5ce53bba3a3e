import type { Machine } from '@shardform/cost-model';
import type { HloModule } from '@shardform/hlo-module';
import type { Profile, ProfiledProgram } from '@shardform/profile-reader';
import {
  CompiledStudy,
  describedMachine,
  moduleName,
  notCompiledFrom,
  type ProfiledSource,
  programOfProfile,
  sourceOfHlo,
  sourceOfStudy,
  type Study,
} from '@shardform/study';
import { compiledProgram } from '../compiled/compiled-program.ts';
import { hloModule, readCompiled } from '../compiled/read-compiled.ts';
import { createContext } from '../context.ts';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { machineFor } from '../distribution/workload.ts';
import { studiedProgram } from '../studied-program.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';

/** Flags that say what a profile is of. */
export interface ProfiledFlags {
  readonly program: string | null;
  readonly hlo: string | null;
  readonly module: string | null;
  readonly machine: string | null;
  readonly python: string | null;
}

/** A program of a profile, with its compiled form. */
export interface ProfiledInput {
  readonly program: ProfiledProgram;
  readonly source: ProfiledSource;
  /** The compiled form beside the program of `--program`; `null` without one. */
  readonly compiled: CompiledStudy | null;
  /** The machine that it is predicted for; `null` where nobody named one. */
  readonly machine: Machine | null;
  /** Where the compiled form is from. */
  readonly compiledBy: string;
}

/**
 * Finds the program that is asked for in a profile, and its compiled form: a dump, the HLO of the profile, or what XLA compiles of the program.
 *
 * @throws UsageError
 */
export async function profiledInput(
  { profile, name: file }: { readonly profile: Profile; readonly name: string },
  flags: ProfiledFlags,
  input: ToolInput,
): Promise<ProfiledInput> {
  const study = flags.program === null ? null : studiedProgram(flags.program, input, flags.machine).study;
  const program = programOf(profile, file, flags.module, study);
  const { source, compiled, compiledBy } =
    study === null
      ? withoutProgram(program, file, flags, input)
      : await withProgram(program, file, study, flags, input);
  return {
    program,
    source,
    compiled,
    compiledBy,
    machine: machineOf(study, source.module, flags.machine, input),
  };
}

/** The program of a name, that of the user's program, or the one with the most time. */
function programOf(
  profile: Profile,
  file: string,
  name: string | null,
  study: Study | null,
): ProfiledProgram {
  const wanted = name ?? (study === null ? null : moduleName(study));
  const found = programOfProfile(profile, wanted, name !== null);
  if (!('problem' in found)) return found;
  const remedy =
    found.programs === ''
      ? 'record the run of a jitted step with jax.profiler.trace'
      : `--module names one of ${found.programs}`;
  throw new UsageError(`'${file}': ${found.problem}; ${remedy}`);
}

interface Compiled {
  readonly source: ProfiledSource;
  readonly compiled: CompiledStudy | null;
  readonly compiledBy: string;
}

function withoutProgram(
  program: ProfiledProgram,
  file: string,
  { hlo }: ProfiledFlags,
  input: ToolInput,
): Compiled {
  const dump = hlo === null ? null : readCompiled(hlo, program.name, input);
  const module = dump?.module ?? moduleOf(program, file);
  if (module === null)
    throw new UsageError(
      `'${file}' has no HLO of its programs, as traces have none; give the '*.xplane.pb' of the run, or --hlo DUMP, or --program step.mlir`,
    );
  return {
    source: sourceOfHlo(module, createContext()),
    compiled: null,
    compiledBy: dump?.file ?? 'the profile',
  };
}

async function withProgram(
  program: ProfiledProgram,
  file: string,
  study: Study,
  { hlo, python }: ProfiledFlags,
  input: ToolInput,
): Promise<Compiled> {
  const module = hlo === null ? moduleOf(program, file) : null;
  if (module === null) {
    const { compiled } = await compiledProgram(study, { hlo, python }, input);
    return { source: sourceOfStudy(compiled), compiled, compiledBy: compiled.compiler };
  }
  const problem = module.numPartitions > 1 ? notCompiledFrom(study, module) : null;
  if (problem !== null) throw new UsageError(`'${file}': ${problem}`);
  const compiled = new CompiledStudy(study, module, file);
  return { source: sourceOfStudy(compiled), compiled, compiledBy: 'the profile' };
}

function moduleOf(program: ProfiledProgram, file: string): HloModule | null {
  const bytes = program.hlo();
  return bytes === null ? null : hloModule(`${file}, the HLO of ${program.name}`, bytes);
}

function machineOf(
  study: Study | null,
  { numPartitions, replicaCount }: HloModule,
  name: string | null,
  input: ToolInput,
): Machine | null {
  if (study !== null)
    return name === null ? describedMachine(study.module) : machineOfProgram(study.module, name, input);
  return name === null
    ? null
    : machineFor({ machine: name, gbps: null }, Math.max(numPartitions, replicaCount), input);
}
