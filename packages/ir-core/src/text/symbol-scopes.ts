import type { Type } from '../ir/attribute.ts';
import { Block } from '../ir/block.ts';
import { type Location, UnknownLoc } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import { Value } from '../ir/value.ts';
import type { UnresolvedOperand } from './parsed-op.ts';
import type { Parser } from './parser.ts';

/** Stands for a value that is used before the text defines it. */
class ForwardValue extends Value {
  readonly location: Location;

  constructor(type: Type, location: Location) {
    super(type);
    this.location = location;
  }

  get definingOp(): Operation | null {
    return null;
  }

  get parentBlock(): Block | null {
    return null;
  }
}

interface NamedBlock {
  readonly block: Block;
  /** Offset of the first mention. */
  readonly offset: number;
  defined: boolean;
}

/** What a name stands for: results of one operation share a name. */
interface NamedValues {
  readonly values: readonly (Value | null)[];
  /** Offset of the definition, or -1 while the name was only used. */
  readonly offset: number;
}

/** What is defined in one open region, to be forgotten at its end. */
interface RegionScope {
  readonly names: string[];
  readonly blocks: Map<string, NamedBlock>;
}

/**
 * Names of values and blocks while text is parsed. Regions see the names around them, also those of
 * operations that are isolated from above: the verifier says that they must not use them. A name ends with
 * the region that defines it.
 */
export class SymbolScopes {
  readonly #parser: Parser;
  readonly #values = new Map<string, NamedValues>();
  readonly #regions: RegionScope[] = [];
  /** Placeholders not yet defined, with the offset of their first use. */
  readonly #forward = new Map<ForwardValue, number>();

  constructor(parser: Parser) {
    this.#parser = parser;
    this.pushRegion();
  }

  pushRegion(): void {
    this.#regions.push({ names: [], blocks: new Map() });
  }

  /** Ends the innermost region. Fails when a block was mentioned and not defined. */
  popRegion(): void {
    const region = this.#regions.pop()!;
    for (const { offset, defined } of region.blocks.values()) {
      if (!defined) this.#parser.failSyntax('reference to an undefined block', offset);
    }
    for (const name of region.names) this.#values.delete(name);
  }

  /** Where a name was first mentioned, or `null` for a new one. */
  offsetOf(name: string): number | null {
    const known = this.#values.get(name);
    if (known === undefined) return null;
    if (known.offset >= 0) return known.offset;
    const first = known.values.find((value) => value !== null);
    return first instanceof ForwardValue ? this.#forward.get(first)! : null;
  }

  /** The value that a name stands for; a placeholder when the text defines it later. */
  use({ name, number, offset }: UnresolvedOperand, type: Type): Value {
    const entry = this.#values.get(name);
    const known = entry?.values[number] ?? null;
    if (known !== null) {
      if (known.type === type) return known;
      const place = entry!.offset >= 0 ? entry!.offset : this.#forward.get(known)!;
      return this.#parser.failSyntax(
        `use of value '${name}' expects different type than prior uses: '${String(type)}' vs '${String(known.type)}'`,
        offset,
        [this.#parser.noteAt(place, 'prior use here')],
      );
    }
    if (entry !== undefined && entry.offset >= 0) {
      this.#parser.failSyntax('reference to invalid result number', offset);
    }
    const placeholder = new ForwardValue(type, UnknownLoc.instance);
    this.#forward.set(placeholder, offset);
    const values = [...(entry?.values ?? [])];
    while (values.length <= number) values.push(null);
    values[number] = placeholder;
    // Only definitions end with their region: a name may be used inside and defined further out.
    this.#values.set(name, { values, offset: -1 });
    return placeholder;
  }

  /** Gives values a name: `%name` is the first, `%name#1` the second. */
  define(name: string, values: readonly Value[], offset: number): void {
    const known = this.#values.get(name);
    if (known !== undefined) {
      if (known.offset >= 0) {
        this.#parser.failSyntax(`redefinition of SSA value '${name}'`, offset, [
          this.#parser.noteAt(known.offset, 'previously defined here'),
        ]);
      }
      this.#resolve(name, known.values, values, offset);
    }
    this.#values.set(name, { values, offset });
    this.#regions.at(-1)!.names.push(name);
  }

  #resolve(name: string, uses: readonly (Value | null)[], values: readonly Value[], offset: number): void {
    uses.forEach((use, number) => {
      const value = values[number];
      // A result that the operation doesn't have stays undefined, which the end of the file reports.
      if (!(use instanceof ForwardValue) || value === undefined) return;
      if (value.type !== use.type) {
        this.#parser.failSyntax(
          `definition of SSA value '${name}#${number}' has type '${String(value.type)}'`,
          offset,
          [
            this.#parser.noteAt(
              this.#forward.get(use)!,
              `previously used here with type '${String(use.type)}'`,
            ),
          ],
        );
      }
      use.replaceAllUsesWith(value);
      this.#forward.delete(use);
    });
  }

  /** The block of a name in the innermost region; created at its first mention. */
  useBlock(name: string, offset: number): Block {
    const { blocks } = this.#regions.at(-1)!;
    let named = blocks.get(name);
    if (named === undefined) blocks.set(name, (named = { block: new Block(), offset, defined: false }));
    return named.block;
  }

  /** The block of a name that the text defines here. */
  defineBlock(name: string, offset: number): Block {
    const block = this.useBlock(name, offset);
    const named = this.#regions.at(-1)!.blocks.get(name)!;
    if (named.defined) this.#parser.failSyntax(`redefinition of block '${name}'`, offset);
    named.defined = true;
    return block;
  }

  /** Ends the text. Fails when names were used and never defined; every such use is reported. */
  finish(): void {
    const offsets = [...this.#forward.values()].sort((a, b) => a - b);
    const last = offsets.pop();
    if (last === undefined) {
      this.popRegion();
      return;
    }
    const message = 'use of undeclared SSA value name';
    for (const offset of offsets)
      this.#parser.context.diagnostics.error(this.#parser.locationAt(offset), message);
    this.#parser.failSyntax(message, last);
  }
}
