import type { NumericFormat } from './numeric-format.ts';

/** A numeric variable as the check file declares it. */
export interface NumericDeclaration {
  readonly format: NumericFormat;
  /** The line of its first definition; null if it was used first or is from the command line. */
  readonly line: number | null;
}

/** The variables of one run: what the check file declares, and the values matching gave them. */
export class VariableScope {
  /** Names declared as string variables. */
  readonly declaredStrings = new Set<string>();
  readonly declaredNumbers = new Map<string, NumericDeclaration>();
  readonly strings = new Map<string, string>();
  readonly numbers = new Map<string, bigint>();

  /** Forgets the values of all variables that do not begin with `$`. */
  clearLocals(): void {
    for (const values of [this.strings, this.numbers]) {
      for (const name of values.keys()) if (!name.startsWith('$')) values.delete(name);
    }
  }
}
