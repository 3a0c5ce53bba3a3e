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

interface IsolatedScope {
  /** Values by name; results of one operation share a name. */
  readonly values: Map<string, (Value | null)[]>;
  /** Names defined in each open region, to be forgotten at its end. */
  readonly regions: { readonly names: string[]; readonly blocks: Map<string, NamedBlock> }[];
}

/**
 * Names of values and blocks while text is parsed. Regions see the names around them unless their operation
 * is isolated from above; a name ends with the region that defines it.
 */
export class SymbolScopes {
  readonly #parser: Parser;
  readonly #scopes: IsolatedScope[] = [];
  /** Placeholders not yet defined, with the offset of their first use. */
  readonly #forward = new Map<ForwardValue, number>();

  constructor(parser: Parser) {
    this.#parser = parser;
    this.#scopes.push({ values: new Map(), regions: [] });
    this.pushRegion(false);
  }

  get #scope(): IsolatedScope {
    return this.#scopes.at(-1)!;
  }

  pushRegion(isolated: boolean): void {
    if (isolated) this.#scopes.push({ values: new Map(), regions: [] });
    this.#scope.regions.push({ names: [], blocks: new Map() });
  }

  /** Ends the innermost region. Fails when a block was mentioned and not defined. */
  popRegion(isolated: boolean): void {
    const region = this.#scope.regions.pop()!;
    for (const { offset, defined } of region.blocks.values()) {
      if (!defined) this.#parser.failSyntax('reference to an undefined block', offset);
    }
    if (isolated) this.#scopes.pop();
    else for (const name of region.names) this.#scope.values.delete(name);
  }

  /** The value that a name stands for; a placeholder when the text defines it later. */
  use({ name, number, offset }: UnresolvedOperand, type: Type): Value {
    let entry = this.#scope.values.get(name);
    if (entry === undefined) this.#addName(name, (entry = []));
    const known = entry[number];
    if (known !== undefined && known !== null) {
      if (known.type === type) return known;
      const parser = this.#parser;
      const message = `use of value '${name}' expects different type than prior uses: '${String(type)}' vs '${String(known.type)}'`;
      const place = known instanceof ForwardValue ? parser.locationAt(this.#forward.get(known) ?? offset) : known.location;
      return parser.failSyntax(message, offset, [{ severity: 'note', message: 'prior use here', location: place, notes: [] }]);
    }
    if (entry.length > 0 && entry.some((value) => value !== null && !(value instanceof ForwardValue))) {
      this.#parser.failSyntax('reference to invalid result number', offset);
    }
    const placeholder = new ForwardValue(type, UnknownLoc.instance);
    this.#forward.set(placeholder, offset);
    setAt(entry, number, placeholder);
    return placeholder;
  }

  /** Gives values a name: `%name` is the first, `%name#1` the second. */
  define(name: string, values: readonly Value[], offset: number): void {
    const known = this.#scope.values.get(name);
    if (known === undefined) {
      this.#addName(name, [...values]);
      return;
    }
    known.forEach((old, number) => {
      if (old === null) return;
      const value = values[number];
      if (!(old instanceof ForwardValue)) {
        this.#parser.failSyntax(`redefinition of SSA value '${name}'`, offset, [
          { severity: 'note', message: 'previously defined here', location: old.location, notes: [] },
        ]);
      }
      const use = this.#forward.get(old) ?? offset;
      if (value === undefined) this.#parser.failSyntax('reference to invalid result number', use);
      if (value.type !== old.type) {
        this.#parser.failSyntax(
          `definition of SSA value '${name}#${number}' has type '${String(value.type)}'`,
          offset,
          [this.#parser.noteAt(use, `previously used here with type '${String(old.type)}'`)],
        );
      }
      old.replaceAllUsesWith(value);
      this.#forward.delete(old);
    });
    this.#scope.values.set(name, [...values]);
  }

  #addName(name: string, entry: (Value | null)[]): void {
    const scope = this.#scope;
    scope.values.set(name, entry);
    scope.regions.at(-1)!.names.push(name);
  }

  /** The block of a name in the innermost region; created at its first mention. */
  useBlock(name: string, offset: number): Block {
    const { blocks } = this.#scope.regions.at(-1)!;
    let named = blocks.get(name);
    if (named === undefined) blocks.set(name, (named = { block: new Block(), offset, defined: false }));
    return named.block;
  }

  /** The block of a name that the text defines here. */
  defineBlock(name: string, offset: number): Block {
    const block = this.useBlock(name, offset);
    const named = this.#scope.regions.at(-1)!.blocks.get(name)!;
    if (named.defined) this.#parser.failSyntax(`redefinition of block '${name}'`, offset);
    named.defined = true;
    return block;
  }

  /** Fails at the first use of a name that was never defined. */
  finish(): void {
    let first: number | null = null;
    for (const offset of this.#forward.values()) if (first === null || offset < first) first = offset;
    if (first !== null) this.#parser.failSyntax('use of undeclared SSA value name', first);
  }
}

function setAt(entry: (Value | null)[], index: number, value: Value): void {
  while (entry.length < index) entry.push(null);
  entry[index] = value;
}
