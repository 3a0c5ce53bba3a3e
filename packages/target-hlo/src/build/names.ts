import { elementTypes } from '@shardform/hlo-module';

/** Words of the text that a name must not be. */
const reserved: ReadonlySet<string> = new Set<string>([...elementTypes, 'token', 'opaque', 'invalid']);

/** Returns a name with the characters that XLA's names have. */
export function sanitizedName(name: string): string {
  if (name === '') return '';
  let result = name.replace(/[^\x00-\x7f]/g, (char) => '_'.repeat(new TextEncoder().encode(char).length));
  result = result.replace(/[^A-Za-z0-9_.-]/g, '_').replace(/^[^A-Za-z_]/, '_');
  // Names that begin with two underscores are XLA's own.
  if (result.startsWith('__')) result = `a${result.slice(1)}`;
  return reserved.has(result) ? `${result}_` : result;
}

/** Returns the part of a location's name that an instruction is named after: without a number at the end, and without dots. */
export function operationName(name: string): string {
  const dot = name.lastIndexOf('.');
  const base = dot > 0 && /^\d*$/.test(name.slice(dot + 1)) ? name.slice(0, dot) : name;
  return base.replaceAll('.', '_');
}

/** The numbers that names of one base have. */
class Numbers {
  readonly #used = new Set<number>();
  #next = 0;

  /** Takes a number if it is free, else the lowest free one. */
  take(wanted: number): number {
    if (!this.#used.has(wanted)) {
      this.#used.add(wanted);
      return wanted;
    }
    while (this.#used.has(this.#next)) this.#next++;
    this.#used.add(this.#next);
    return this.#next++;
  }
}

/** Gives every instruction of a module a name of its own, as XLA does: `add`, `add.1`, `add.2`. */
export class NameTable {
  readonly #numbers = new Map<string, Numbers>();

  unique(name: string): string {
    const clean = sanitizedName(name === '' ? 'name' : name);
    const dot = clean.lastIndexOf('.');
    const digits = dot > 0 ? clean.slice(dot + 1) : '';
    const isNumbered = /^\d+$/.test(digits) && Number.isSafeInteger(Number(digits));
    const base = isNumbered ? clean.slice(0, dot) : clean;
    let numbers = this.#numbers.get(base);
    if (numbers === undefined) this.#numbers.set(base, (numbers = new Numbers()));
    const number = numbers.take(isNumbered ? Number(digits) : 0);
    return number === 0 && !isNumbered ? base : `${base}.${number}`;
  }
}
