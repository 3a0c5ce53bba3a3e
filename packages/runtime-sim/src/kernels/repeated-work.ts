import { RecentlyUsed } from '../recently-used.ts';
import type { VectorProgram } from './vector-program.ts';

/** Elements times instructions that a program computes before it is compiled: about what compiling takes. */
const workBeforeCompiling = 1 << 21;

/** Elements times instructions of a run that would gain nothing. */
const littleWork = 1 << 12;

/** Programs that are remembered. */
const mostPrograms = 512;

/** Browsers compile larger modules in the background only. */
export const mostBytes = 4096;

interface Entry<T> {
  work: number;
  /** `null` where it does not pay. */
  compiled: T | null | undefined;
}

/**
 * Code for vector programs that compute much. Programs are known by their content, since each execution of a module makes them
 * anew.
 */
export class RepeatedWork<T> {
  readonly #byContent = new RecentlyUsed<Entry<T>>(mostPrograms);
  readonly #byProgram = new WeakMap<VectorProgram, Map<string, Entry<T>>>();

  /**
   * Returns the code of a program that is about to do work, or `null` while it has none.
   *
   * @param form tells apart different code of one program.
   */
  find(program: VectorProgram, form: string, work: number, compile: () => T | null): T | null {
    // Calling takes most of the time.
    if (work < littleWork) return null;
    const entry = this.#entryOf(program, form);
    if (entry.compiled === undefined) {
      entry.work += work;
      if (entry.work < workBeforeCompiling) return null;
      entry.compiled = compile();
    }
    return entry.compiled;
  }

  #entryOf(program: VectorProgram, form: string): Entry<T> {
    let forms = this.#byProgram.get(program);
    const known = forms?.get(form);
    if (known !== undefined) return known;
    const key = `${form} ${JSON.stringify(program)}`;
    const entry = this.#byContent.get(key, () => ({ work: 0, compiled: undefined }));
    if (forms === undefined) this.#byProgram.set(program, (forms = new Map<string, Entry<T>>()));
    forms.set(form, entry);
    return entry;
  }
}
