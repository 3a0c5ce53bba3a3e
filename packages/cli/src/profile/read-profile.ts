import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { Collector, type Profile, ProfileError, readSpace, TraceReader } from '@shardform/profile-reader';
import { reasonOf } from '../system-error.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { type FileSource, fileSource } from './file-source.ts';
import { type ProfileFile, profileFiles } from './profile-files.ts';

/** A profile that was read. */
export interface ReadProfile {
  readonly profile: Profile;
  /** The files that it was read from. */
  readonly files: readonly string[];
  /** Which run of a folder it is, in a phrase; `null` where there is one only. */
  readonly run: string | null;
}

/** Reads a file or a folder of profiles. @throws UsageError */
export async function readProfile(path: string, input: ToolInput): Promise<ReadProfile> {
  const { files, run } = profileFiles(path, input);
  const collector = new Collector();
  for (const [i, file] of files.entries()) {
    const progress = (part: number): void => {
      input.progress?.update((i + part) / files.length, `reading ${file.path}`);
    };
    await readFile(file, collector, progress, input);
  }
  input.progress?.clear();
  return { profile: collector.profile(), files: files.map((own) => own.path), run };
}

async function readFile(
  { path, host }: ProfileFile,
  collector: Collector,
  progress: (part: number) => void,
  input: ToolInput,
): Promise<void> {
  const absolute = resolve(input.cwd, path);
  let source: FileSource;
  try {
    source = fileSource(path, absolute);
  } catch (error) {
    throw new UsageError(`cannot open profile '${path}': ${reasonOf(error)}`);
  }
  try {
    const [first = 0, second = 0] = source.size > 1 ? source.read(0, 2) : [];
    const isCompressed = first === 0x1f && second === 0x8b;
    if (isCompressed || isJson(first))
      await readTrace(source, absolute, { host, isCompressed }, collector, progress);
    // Programs are read when they are asked for: the file stays open until the command ends.
    else readSpace(source, host, collector, progress);
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(error.message);
    throw error;
  }
}

/** Whether a file begins as JSON does: white space, the mark of UTF-8, a list or an object. */
function isJson(byte: number): boolean {
  return byte === 0x7b || byte === 0x5b || byte === 0x20 || byte === 0xef;
}

async function readTrace(
  source: FileSource,
  path: string,
  { host, isCompressed }: { readonly host: string; readonly isCompressed: boolean },
  collector: Collector,
  progress: (part: number) => void,
): Promise<void> {
  const reader = new TraceReader(source.name, host, collector);
  source.close();
  const file = createReadStream(path);
  const stream = isCompressed ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => stream.destroy(error));
  try {
    // Streams of bytes without an encoding give buffers.
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      reader.push(chunk);
      progress(source.size === 0 ? 1 : file.bytesRead / source.size);
    }
  } catch (error) {
    if (error instanceof ProfileError) throw error;
    if (isCompressed && isZlib(error))
      throw new ProfileError(
        `${source.name}: byte ${file.bytesRead}: ${error.message}: the file was cut off or changed; copy it again`,
      );
    throw new UsageError(`cannot read profile '${source.name}': ${reasonOf(error)}`);
  }
  reader.end();
}

function isZlib(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
