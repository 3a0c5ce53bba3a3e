import type { Study } from '@shardform/study';
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

/**
 * The programs that the calls of a server asked about last, with what is known about them. A call about the same bytes under
 * the same name goes on with their study.
 */
export class StudyMemory {
  /** The last one used is the last one. */
  #kept: Kept[] = [];

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

  /** Forgets the last one used: the work on it ended in the middle. */
  forgetLast(): void {
    this.#kept.pop();
  }
}
