import { Context, oneLine } from '@shardform/ir-core';
import { HloError } from '@shardform/hlo-module';
import {
  type ByteSource,
  Collector,
  hostOfFile,
  isSpaceFile,
  type Profile,
  ProfileError,
  type ProfiledProgram,
  readSpace,
  TraceReader,
} from '@shardform/profile-reader';
import {
  CompiledStudy,
  type CompiledProgram,
  moduleName,
  notCompiledFrom,
  percentText,
  ProfileOverlay,
  profileReport,
  programOfProfile,
  readHloModule,
  sourceOfHlo,
  sourceOfStudy,
  type Study,
} from '@shardform/study';
import { extensionsFor } from './extensions.ts';
import { COMPILED_STEP, type FileProblem, type ProfileInput, type ReadProfile } from './messages.ts';
import type { Session } from './session.ts';

/** Reads parts of files in workers, at once. TypeScript has it for workers only, whose types exclude those of pages. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** Of the time of a profile, the part of operations of a compiled program from which it is that program's. */
const LEAST_JOINED = 0.5;

/** The last profile that was read: it is looked at, and then joined for each machine. */
let last: { readonly number: number; readonly profile: Profile } | null = null;

/** Reads a profile of the program of a session, and says whether it is one. */
export async function openProfile(input: ProfileInput, session: Session): Promise<ReadProfile> {
  const { study } = session;
  let profile: Profile;
  try {
    profile = await readProfile(input);
  } catch (error) {
    if (error instanceof ProfileError || error instanceof HloError)
      return failed(input, error.message, 'Record the profile again, or copy the file again.');
    throw error;
  }
  const program = programOfProfile(profile, moduleName(study), false);
  if ('problem' in program) {
    const others = program.programs === '' ? '' : `, but of ${program.programs}`;
    return failed(input, `${program.problem}${others}`, OTHER_PROGRAM);
  }
  const hlo = program.hlo();
  if (hlo !== null) {
    const problem = notCompiledFrom(study, readHloModule(hlo));
    return problem === null
      ? { kind: 'profile', hlo }
      : failed(input, `the profile is of another program: ${problem}`, OTHER_PROGRAM);
  }
  return withoutHlo(input, session, profile, program);
}

const OTHER_PROGRAM = 'Open the program that ran, then its profile, or drop both together.';

/** A trace has no HLO: its operations are those of the compiled program that is open. */
async function withoutHlo(
  input: ProfileInput,
  session: Session,
  profile: Profile,
  program: ProfiledProgram,
): Promise<ReadProfile> {
  const { compiled } = session.input;
  if (compiled === undefined)
    return failed(
      input,
      'the trace has no HLO, and no compiled program is open to join its operations to',
      "Drop the '*.xplane.pb' of the same run, or the dump of the compiled program beside the trace.",
    );
  const module = readHloModule(new Uint8Array(await compiled.file.arrayBuffer()));
  const context = new Context(await extensionsFor('', [COMPILED_STEP]));
  const { operations } = profileReport(profile, program, sourceOfHlo(module, context), null).joined;
  if (operations >= LEAST_JOINED) return { kind: 'profile', hlo: null };
  return failed(
    input,
    `the profile is of another program: ${compiled.name} has the operations of ${percentText(Math.max(0, operations))} of its time`,
    OTHER_PROGRAM,
  );
}

function failed({ name }: ProfileInput, message: string, remedy: string): ReadProfile {
  const problem: FileProblem = {
    file: name,
    line: 0,
    column: 0,
    excerpt: '',
    message: oneLine(message),
    remedy,
  };
  return { kind: 'failed', problem };
}

/** Overlays of the last machine of each study. */
const overlays = new WeakMap<Study, { readonly key: string; readonly overlay: ProfileOverlay }>();

/** Returns what was measured of a program beside what its machine predicts; `null` where the profile is of another one. */
export async function profiledOverlay(
  { study, input, machine }: Session,
  compiled: CompiledProgram,
): Promise<ProfileOverlay | null> {
  if (input.profile === undefined) return null;
  const key = `${input.profile.number} ${input.compiled?.number} ${input.machine}`;
  const known = overlays.get(study);
  if (known?.key === key) return known.overlay;
  const profile = await readProfile(input.profile);
  const program = programOfProfile(profile, moduleName(study), false);
  if ('problem' in program) return null;
  const source = sourceOfStudy(new CompiledStudy(study, compiled.hlo, compiled.file));
  const overlay = new ProfileOverlay(profileReport(profile, program, source, machine), compiled);
  overlays.set(study, { key, overlay });
  return overlay;
}

async function readProfile({ number, files }: ProfileInput): Promise<Profile> {
  if (last?.number === number) return last.profile;
  const collector = new Collector();
  for (const { name, file } of files) {
    const host = hostOfFile(name);
    if (isSpaceFile(name)) readSpace(sourceOf(name, file), host, collector);
    else await readTrace(name, file, new TraceReader(name, host, collector));
  }
  const profile = collector.profile();
  last = { number, profile };
  return profile;
}

function sourceOf(name: string, file: Blob): ByteSource {
  const reader = new FileReaderSync();
  return {
    ...{ name, size: file.size },
    read: (offset, length) => new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + length))),
  };
}

async function readTrace(name: string, file: Blob, reader: TraceReader): Promise<void> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isCompressed = first === 0x1f && second === 0x8b;
  const stream = file.stream();
  const chunks = (isCompressed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream).getReader();
  for (;;) {
    const { done, value } = await chunks.read().catch((error: unknown) => {
      throw new ProfileError(`${name}: ${String(error)}: the file was cut off or changed; copy it again`);
    });
    if (done) break;
    reader.push(value);
  }
  reader.end();
}
