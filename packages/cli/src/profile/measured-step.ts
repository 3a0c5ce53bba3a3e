import { type CompiledStudy, profileReport } from '@shardform/study';
import type { ToolInput } from '../tool-io.ts';
import { profiledInput } from './profiled-program.ts';
import { readProfile } from './read-profile.ts';

/** The measured step of a program. */
export interface MeasuredStep {
  /** The profile. */
  readonly file: string;
  /** The median of its steps, without warm-up. */
  readonly seconds: number;
  /** The compiled form of the program that was measured. */
  readonly compiled: CompiledStudy | null;
}

/** Returns the measured step of a program of a file. @param hlo its compiled form; `null` for that of the profile @throws UsageError */
export async function measuredStep(
  file: string,
  { profile: path, hlo }: { readonly profile: string; readonly hlo: string | null },
  input: ToolInput,
): Promise<MeasuredStep> {
  const { profile } = await readProfile(path, input);
  const flags = { program: file, hlo, module: null, machine: null, python: null };
  const { program, source, compiled } = await profiledInput({ profile, name: path }, flags, input);
  const { steps } = profileReport(profile, program, source, null);
  return { file: path, seconds: steps.seconds.median, compiled };
}
