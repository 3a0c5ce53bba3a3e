import type { Study } from '@shardform/study';
import type { CompiledByXla } from './engine/compile-on-xla.ts';
import type { LoadedModule } from './load-module.ts';

/** A loaded program with its study. */
export interface StudiedProgram {
  readonly loaded: LoadedModule;
  readonly study: Study;
}

interface Kept extends StudiedProgram {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Number of diagnostics that reading the program gave. */
  readonly said: number;
}

/** Files of more bytes altogether are not kept: a study takes about a hundred times as much. */
const MOST_BYTES = 4_000_000;
const MOST_STUDIES = 4;
/** Programs that XLA has compiled, and characters of them, that are kept. */
const MOST_COMPILED = 16;
const MOST_COMPILED_CHARACTERS = 100_000_000;

/**
 * The programs that the calls of a server asked about last, with what is known about them. A call about the same bytes under
 * the same name goes on with their study.
 */
export class StudyMemory {
  /** The last one used is the last one. */
  #kept: Kept[] = [];
  /** By the compiler and the program. */
  readonly #compiled = new Map<string, CompiledByXla>();

  /** Returns the study of a file, made anew unless it is known. The log has what reading it said, and nothing since. */
  study(name: string, bytes: Uint8Array, make: () => StudiedProgram): StudiedProgram {
    const found = this.#kept.find((own) => own.name === name && Buffer.compare(own.bytes, bytes) === 0);
    if (found !== undefined) {
      found.loaded.log.keep(found.said);
      this.#kept = [...this.#kept.filter((own) => own !== found), found];
      return found;
    }
    const made = make();
    this.#kept.push({ ...made, name, bytes, said: made.loaded.log.diagnostics.length });
    let total = 0;
    this.#kept = this.#kept
      .toReversed()
      .filter((own, age) => age < MOST_STUDIES && (total += own.bytes.length) <= MOST_BYTES)
      .toReversed();
    return made;
  }

  /** Returns what XLA has compiled of a program, which is compiled unless that is known. */
  async compiled(key: string, compile: () => Promise<CompiledByXla>): Promise<CompiledByXla> {
    const known = this.#compiled.get(key) ?? (await compile());
    this.#compiled.delete(key);
    this.#compiled.set(key, known);
    let characters = 0;
    for (const [i, [own, { text }]] of [...this.#compiled].toReversed().entries()) {
      characters += own.length + text.length;
      if (i > 0 && (i >= MOST_COMPILED || characters > MOST_COMPILED_CHARACTERS)) this.#compiled.delete(own);
    }
    return known;
  }

  /** Forgets the last one used: the work on it ended in the middle. */
  forgetLast(): void {
    this.#kept.pop();
  }
}
