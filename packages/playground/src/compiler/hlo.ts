import { hloDialect, isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
import { HloError, type HloModule } from '@shardform/hlo-module';
import { Context, type Diagnostic, FileLineColLoc, printOp, UnknownLoc } from '@shardform/ir-core';
import {
  addCompiled,
  notCompiledFrom,
  programOfHlo,
  readHloModule,
  type StepOutcome,
  type Study,
} from '@shardform/study';
import { extensionsFor } from './extensions.ts';
import type { CompiledInput, FileProblem, ReadCompiled } from './messages.ts';

/** A study of a larger file would take more memory than a page has. */
const MOST_BYTES = 128 * 2 ** 20;
/** Characters of a line that an excerpt has. */
const EXCERPT = 120;

/** The last module that was read: a file is first looked at and then added to a program. */
let last: { readonly number: number; readonly hlo: HloModule } | null = null;

/**
 * Reads a file of HLO: as the compiled form of a program if it can be, or else as a program of its own.
 *
 * @param study of the program that is open; `null` to take the file alone.
 */
export async function readCompiled(input: CompiledInput, study: Study | null): Promise<ReadCompiled> {
  const { name, number, file } = input;
  if (file.size > MOST_BYTES) return { kind: 'failed', problem: tooLarge(input) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let hlo: HloModule;
  try {
    hlo = readHloModule(bytes);
  } catch (error) {
    if (!(error instanceof HloError)) throw error;
    return { kind: 'failed', problem: unreadable(name, bytes, error) };
  }
  const reason = study === null ? null : notCompiledFrom(study, hlo);
  if (study !== null && reason === null) {
    last = { number, hlo };
    return { kind: 'compiled' };
  }
  const context = new Context([...(await extensionsFor('')), hloDialect]);
  const { result: module, diagnostics } = context.diagnostics.capture(() => programOfHlo(name, hlo, context));
  if (module === null) return { kind: 'failed', problem: notImported(name, bytes, diagnostics[0]) };
  const text = printOp(module, context, { debugInfo: true });
  return { kind: 'program', text, isLocal: isDeviceProgramOfHlo(module), reason };
}

/** Returns what adds a compiled program to a study as its last stage. */
export async function compiledAdder(
  { name, number, file }: CompiledInput,
  step: string,
): Promise<(study: Study) => StepOutcome> {
  const known = last?.number === number ? last.hlo : null;
  const bytes = known === null ? new Uint8Array(await file.arrayBuffer()) : null;
  return (study) => {
    try {
      const hlo = known ?? readHloModule(bytes!);
      last = { number, hlo };
      return addCompiled(study, step, { file: name, hlo });
    } catch (error) {
      if (!(error instanceof HloError)) throw error;
      const { message } = error;
      const diagnostic: Diagnostic = { severity: 'error', message, location: UnknownLoc.instance, notes: [] };
      return study.add({ step, stage: null, diagnostics: [diagnostic], milliseconds: 0 });
    }
  };
}

function tooLarge({ name, file }: CompiledInput): FileProblem {
  const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;
  return {
    ...{ file: name, line: 0, column: 0, excerpt: '' },
    message: `the file has ${mebibytes(file.size)}; a page takes at most ${mebibytes(MOST_BYTES)}`,
    remedy: `On a terminal, 'shardform compiled step.mlir --hlo ${name}' reads it.`,
  };
}

function unreadable(name: string, bytes: Uint8Array, { message, line, column }: HloError): FileProblem {
  return {
    ...{ file: name, line, column, message, excerpt: excerptOf(bytes, line) },
    remedy:
      "Take the file as XLA wrote it (XLA_FLAGS='--xla_dump_to=DIR --xla_dump_hlo_as_text'), or what compiled.as_text() returns; a file that was cut off, or copied with its lines broken, can't be read.",
  };
}

function notImported(name: string, bytes: Uint8Array, diagnostic: Diagnostic | undefined): FileProblem {
  const at = diagnostic?.location;
  const line = at instanceof FileLineColLoc ? at.line : 0;
  return {
    ...{ file: name, line, column: 0, excerpt: excerptOf(bytes, line) },
    message: diagnostic?.message ?? 'the program is not valid',
    remedy: `Its collectives are listed on a terminal all the same, by 'shardform compiled step.mlir --hlo ${name}'. If XLA wrote the file, please report it.`,
  };
}

/** Returns the beginning of a line of a text; empty for none. */
function excerptOf(bytes: Uint8Array, line: number): string {
  let at = 0;
  for (let next = 1; next < line && at >= 0; next++) at = bytes.indexOf(10, at) + 1 || -1;
  if (line === 0 || at < 0) return '';
  const end = bytes.indexOf(10, at);
  const text = new TextDecoder().decode(bytes.subarray(at, end < 0 ? undefined : end));
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}
