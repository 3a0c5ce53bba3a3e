import { createHash } from 'node:crypto';
import { integer, object, text } from '../json-schema/json-schema.ts';
import { UsageError } from '../tool-io.ts';
import { answered } from './command-tool.ts';
import { isPath } from './program-text.ts';
import type { Answer, Given, McpTool } from './tool.ts';

/** What handles begin with; the rest is of the content, so that a program has one handle. */
const PREFIX = 'mlir:';
const DIGITS = 12;

/** Programs that are kept, and characters of them; the one that was used longest ago goes first. */
const MOST_PROGRAMS = 64;
const MOST_CHARACTERS = 64_000_000;

/** The programs that the client of a server has uploaded, by their handles. */
export class ProgramStore {
  /** The last one used is the last one. */
  readonly #texts = new Map<string, string>();

  /** Keeps a text and returns its handle. @throws UsageError for what needs no handle, or is too long. */
  keep(program: string): string {
    if (isHandle(program)) throw new UsageError(`'${program}' is a handle already: give it as 'program'`);
    if (isPath(program))
      throw new UsageError(`'${program}' is a path, which needs no handle: give it as 'program'`);
    if (program.length > MOST_CHARACTERS)
      throw new UsageError(
        `the program has ${program.length} characters, of which ${MOST_CHARACTERS} are kept at most: start 'mcp --root FOLDER' and give its path`,
      );
    const handle = PREFIX + createHash('sha256').update(program).digest('hex').slice(0, DIGITS);
    this.#use(handle, program);
    let characters = 0;
    for (const [i, [own, { length }]] of [...this.#texts].toReversed().entries()) {
      characters += length;
      if (i >= MOST_PROGRAMS || characters > MOST_CHARACTERS) this.#texts.delete(own);
    }
    return handle;
  }

  /** Returns the arguments of a call with texts in place of handles. @throws UsageError for a handle of nothing. */
  resolved({ parameters }: McpTool, given: Given): Given {
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        typeof value === 'string' && parameters[name]?.isProgram === true && isHandle(value)
          ? this.#text(value)
          : value,
      ]),
    );
  }

  #text(handle: string): string {
    const kept = this.#texts.get(handle);
    if (kept === undefined)
      throw new UsageError(`no program is kept under the handle '${handle}': upload it again`);
    this.#use(handle, kept);
    return kept;
  }

  #use(handle: string, program: string): void {
    this.#texts.delete(handle);
    this.#texts.set(handle, program);
  }
}

function isHandle(given: string): boolean {
  return given.startsWith(PREFIX) && given.length === PREFIX.length + DIGITS;
}

/** Returns the tool that keeps programs. */
export function uploadTool(store: ProgramStore): McpTool {
  return {
    name: 'upload',
    description: 'Keeps a program and answers with a handle, which other tools take in its place.',
    parameters: {
      program: { type: 'string', description: 'MLIR text', required: true },
    },
    output: uploaded,
    run: (given) => answered(() => Promise.resolve(uploadAnswer(store, String(given.program)))),
  };
}

const uploaded = object({
  handle: text("to give as 'program'"),
  characters: integer('of the text'),
});

function uploadAnswer(store: ProgramStore, program: string): Answer {
  const handle = store.keep(program);
  const { length } = program;
  return {
    text: `kept ${length} characters: give '${handle}' in place of the program`,
    data: { handle, characters: length },
    isError: false,
  };
}
