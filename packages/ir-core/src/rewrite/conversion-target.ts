import type { Operation } from '../ir/operation.ts';

/** The legality of operations; decided per operation where it is a function. */
type Legality = 'legal' | 'illegal' | ((op: Operation) => boolean | undefined);

/**
 * The goal of a conversion: operations and dialects that are legal, and those that are not. What is declared of an
 * operation wins over what is declared of its dialect, and that over what is declared of all others.
 */
export class ConversionTarget {
  readonly #ops = new Map<string, Legality>();
  readonly #dialects = new Map<string, Legality>();
  readonly #recursivelyLegal = new Map<string, (op: Operation) => boolean>();
  #others: Legality | null = null;

  /** @param names full names such as `func.func`. */
  addLegalOps(...names: readonly string[]): this {
    return this.#set(this.#ops, names, 'legal');
  }

  addIllegalOps(...names: readonly string[]): this {
    return this.#set(this.#ops, names, 'illegal');
  }

  /** @param isLegal `undefined` means: not known. */
  addDynamicallyLegalOps(isLegal: (op: Operation) => boolean | undefined, ...names: readonly string[]): this {
    return this.#set(this.#ops, names, isLegal);
  }

  addLegalDialects(...names: readonly string[]): this {
    return this.#set(this.#dialects, names, 'legal');
  }

  addIllegalDialects(...names: readonly string[]): this {
    return this.#set(this.#dialects, names, 'illegal');
  }

  addDynamicallyLegalDialects(
    isLegal: (op: Operation) => boolean | undefined,
    ...names: readonly string[]
  ): this {
    return this.#set(this.#dialects, names, isLegal);
  }

  /** Says what holds for operations that nothing else was said about. */
  markOthersDynamicallyLegal(isLegal: (op: Operation) => boolean | undefined): this {
    this.#others = isLegal;
    return this;
  }

  /** Declares all operations inside these operations, when they are legal, legal as well. */
  markRecursivelyLegal(name: string, holds: (op: Operation) => boolean = () => true): this {
    this.#recursivelyLegal.set(name, holds);
    return this;
  }

  #set(map: Map<string, Legality>, names: readonly string[], legality: Legality): this {
    for (const name of names) map.set(name, legality);
    return this;
  }

  /** `undefined` when nothing is known. */
  isLegal(op: Operation): boolean | undefined {
    const legality = this.#legality(op);
    if (legality === null) return undefined;
    return typeof legality === 'function' ? legality(op) : legality === 'legal';
  }

  /** Returns true if operations of a name are legal, at least some of them. */
  mayBeLegal(name: string): boolean {
    const legality =
      this.#ops.get(name) ?? this.#dialects.get(name.slice(0, name.indexOf('.'))) ?? this.#others;
    return legality !== null && legality !== 'illegal';
  }

  /** Returns true if the operation was declared illegal, rather than not known to be legal. */
  isIllegal(op: Operation): boolean {
    return this.isLegal(op) === false;
  }

  /** Returns true if the operation and all inside it may stay. */
  isRecursivelyLegal(op: Operation): boolean {
    return this.#recursivelyLegal.get(op.name)?.(op) === true && this.isLegal(op) === true;
  }

  #legality(op: Operation): Legality | null {
    return this.#ops.get(op.name) ?? this.#dialects.get(op.definition.dialect) ?? this.#others;
  }
}
