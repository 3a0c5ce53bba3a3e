import type { Type } from '../ir/attribute.ts';
import { Block } from '../ir/block.ts';
import { type Location, UnknownLoc } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import { Value } from '../ir/value.ts';
import { NameTable } from './name-table.ts';
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

/** The values of one name; the only one without a list, since there are as many names as operations. */
type Named = Value | readonly (Value | null)[];

const NO_VALUES: readonly (Value | null)[] = [];

/** Numbers with room for one at `index`. */
function withRoom(numbers: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < numbers.length) return numbers;
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

function listOf(named: Named): readonly (Value | null)[] {
  return named instanceof Value ? [named] : named;
}

interface NamedBlock {
  readonly block: Block;
  /** Offset of the first mention. */
  readonly offset: number;
  defined: boolean;
}

/** The names and values defined in one open region, to be forgotten at its end. */
interface RegionScope {
  /** Number of names that were defined when the region began. */
  readonly firstName: number;
  /** Blocks by name; `null` until one is mentioned. */
  blocks: Map<string, NamedBlock> | null;
}

/**
 * In place of an offset: the name stands for nothing, was only used so far, or belongs to an operation that
 * could not be read.
 */
const [UNKNOWN, USED, FORGOTTEN] = [-1, -2, -3];

/**
 * Names of values and blocks while text is parsed. Regions see the names around them, also those of
 * operations that are isolated from above: the verifier says that they must not use them. A name ends with
 * the region that defines it.
 */
export class SymbolScopes {
  readonly #parser: Parser;
  readonly #names: NameTable;
  /** Values of each name: results of one operation share a name. */
  readonly #values: Named[] = [];
  /** Offset of the definition of each name. */
  #offsets = new Int32Array(1 << 9);
  /** Names defined in the open regions, the innermost region's last. */
  #defined = new Int32Array(1 << 9);
  #definedCount = 0;
  readonly #regions: RegionScope[] = [];
  /** Placeholders not yet defined, with the offset of their first use. */
  readonly #forward = new Map<ForwardValue, number>();

  constructor(parser: Parser) {
    this.#parser = parser;
    this.#names = new NameTable(parser.source.text);
    this.pushRegion();
  }

  /** The number by which the name from `start` to `end` of the text is known here. */
  nameAt(start: number, end: number): number {
    const name = this.#names.number(start, end);
    if (name === this.#values.length) {
      this.#offsets = withRoom(this.#offsets, name);
      this.#offsets[name] = UNKNOWN;
      this.#values.push(NO_VALUES);
    }
    return name;
  }

  /** A name with its percent sign. */
  spelling(name: number): string {
    return this.#names.spelling(name);
  }

  get regionCount(): number {
    return this.#regions.length;
  }

  /** Ends regions until `count` are open, whatever was left undefined in them. */
  leaveRegions(count: number): void {
    while (this.#regions.length > count) {
      this.#regions.at(-1)!.blocks = null;
      this.popRegion();
    }
  }

  /** Lets a name stand for values that nobody knows: its uses are taken as they are. */
  forget(name: number): void {
    if (this.#offsets[name]! >= 0) return;
    for (const use of listOf(this.#values[name]!)) if (use instanceof ForwardValue) this.#forward.delete(use);
    this.#values[name] = NO_VALUES;
    this.#offsets[name] = FORGOTTEN;
    this.#noteDefined(name);
  }

  pushRegion(): void {
    this.#regions.push({ firstName: this.#definedCount, blocks: null });
  }

  /** Ends the innermost region. Fails when a block was mentioned and not defined. */
  popRegion(): void {
    const { firstName, blocks } = this.#regions.pop()!;
    if (blocks !== null) {
      for (const { offset, defined } of blocks.values()) {
        if (!defined) this.#parser.failSyntax('reference to an undefined block', offset);
      }
    }
    for (let i = firstName; i < this.#definedCount; i++) {
      const name = this.#defined[i]!;
      this.#offsets[name] = UNKNOWN;
      this.#values[name] = NO_VALUES;
    }
    this.#definedCount = firstName;
  }

  /** Returns the offset at which a name was first mentioned, or `null` for a new one. */
  offsetOf(name: number): number | null {
    const offset = this.#offsets[name]!;
    if (offset >= 0) return offset;
    const first = listOf(this.#values[name]!).find((value) => value !== null);
    return first instanceof ForwardValue ? this.#forward.get(first)! : null;
  }

  /** The value that a name stands for; a placeholder when the text defines it later. */
  use({ name, number, offset }: UnresolvedOperand, type: Type): Value {
    const named = this.#values[name]!;
    const known = named instanceof Value ? (number === 0 ? named : null) : (named[number] ?? null);
    if (known?.type === type) return known;
    const definition = this.#offsets[name]!;
    if (known !== null) {
      const place = definition >= 0 ? definition : this.#forward.get(known)!;
      return this.#parser.failSyntax(
        `use of value '${this.spelling(name)}' expects different type than prior uses: '${String(type)}' vs '${String(known.type)}'`,
        offset,
        [this.#parser.noteAt(place, 'prior use here')],
      );
    }
    if (definition >= 0) this.#parser.failSyntax('reference to invalid result number', offset);
    const placeholder = new ForwardValue(type, UnknownLoc.instance);
    if (definition === FORGOTTEN) return placeholder;
    this.#forward.set(placeholder, offset);
    const values = [...listOf(named)];
    while (values.length <= number) values.push(null);
    values[number] = placeholder;
    // Only definitions end with their region: a name may be used inside and defined further out.
    this.#values[name] = values;
    this.#offsets[name] = USED;
    return placeholder;
  }

  /** Gives values a name: `%name` is the first, `%name#1` the second. */
  define(name: number, values: readonly Value[], offset: number): void {
    const known = this.#offsets[name]!;
    if (known >= 0) {
      this.#parser.failSyntax(`redefinition of SSA value '${this.spelling(name)}'`, offset, [
        this.#parser.noteAt(known, 'previously defined here'),
      ]);
    }
    if (known === USED) this.#resolve(name, values, offset);
    const [only] = values;
    this.#values[name] = only !== undefined && values.length === 1 ? only : values;
    this.#offsets[name] = offset;
    this.#noteDefined(name);
    this.#parser.onName?.(this.spelling(name), values, offset);
  }

  #noteDefined(name: number): void {
    this.#defined = withRoom(this.#defined, this.#definedCount);
    this.#defined[this.#definedCount++] = name;
  }

  #resolve(name: number, values: readonly Value[], offset: number): void {
    listOf(this.#values[name]!).forEach((use, number) => {
      const value = values[number];
      // A result that the operation doesn't have stays undefined, which the end of the file reports.
      if (!(use instanceof ForwardValue) || value === undefined) return;
      if (value.type !== use.type) {
        this.#parser.failSyntax(
          `definition of SSA value '${this.spelling(name)}#${number}' has type '${String(value.type)}'`,
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
    const region = this.#regions.at(-1)!;
    const blocks = (region.blocks ??= new Map<string, NamedBlock>());
    let named = blocks.get(name);
    if (named === undefined) blocks.set(name, (named = { block: new Block(), offset, defined: false }));
    return named.block;
  }

  /** The block of a name that the text defines here. */
  defineBlock(name: string, offset: number): Block {
    const block = this.useBlock(name, offset);
    const named = this.#regions.at(-1)!.blocks!.get(name)!;
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
