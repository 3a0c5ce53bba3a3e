/** A run of a program on a device, as a line of modules has it. */
export interface ModuleRun {
  readonly name: string;
  readonly id: string | null;
  readonly run: string;
  readonly startPs: number;
  readonly endPs: number;
}

/** `jit_step(1234)`, where the number is that of the program. */
const NUMBERED = /^(.*)\((\d+)\)$/s;

/** Returns the name of a module and the number of its program, as events of modules are called. */
export function moduleName(event: string): { readonly name: string; readonly id: string | null } {
  const [, name, id] = NUMBERED.exec(event) ?? [];
  return name === undefined ? { name: event, id: null } : { name, id: id ?? null };
}

/** Finds the run of a program that goes on at a time, on one device. */
export class ModuleRuns {
  readonly #runs: readonly ModuleRun[];

  constructor(runs: readonly ModuleRun[]) {
    this.#runs = runs.toSorted((a, b) => a.startPs - b.startPs);
  }

  get isEmpty(): boolean {
    return this.#runs.length === 0;
  }

  /** Returns the run in which something begins; `null` where none goes on then. */
  at(ps: number): ModuleRun | null {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle]!.startPs <= ps) low = middle + 1;
      else high = middle;
    }
    const found = this.#runs[low - 1];
    return found !== undefined && ps < found.endPs ? found : null;
  }
}
