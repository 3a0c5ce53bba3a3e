import {
  Attribute,
  type AttrClass,
  type AttrConstraint,
  attrOf,
  InternTable,
  type MemRefLayout,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import type { Fields, FieldValues, GivenValues } from './field.ts';
import {
  completeValues,
  fieldsKey,
  parseFields,
  parsePositional,
  printFields,
  printPositional,
} from './field-text.ts';

/** An attribute made of named parts, such as `#dialect.mnemonic<a = 1, b = true>`. */
export interface StructAttr<F extends Fields> extends Attribute {
  readonly values: FieldValues<F>;
  /** Writes what follows the mnemonic: other attributes leave the mnemonic out. */
  printBody(printer: Printer): void;
}

/** The class of a structured attribute. */
export interface StructAttrClass<F extends Fields> extends AttrClass<StructAttr<F>> {
  get(values: GivenValues<F>): StructAttr<F>;
  readonly constraint: AttrConstraint<StructAttr<F>>;
}

/** What can be said about a structured attribute beside its parts. */
export interface StructAttrOptions<F extends Fields> {
  /**
   * `named`: `<a = 1, b = 2>` in any order; `braced`: the same in braces; `positional`: `<1, 2>`; `bare`: ` 1, 2`
   * without the brackets. `named` by default.
   */
  readonly style?: 'named' | 'braced' | 'positional' | 'bare';
  /** What is wrong with the values, each problem in a message of its own; nothing when the list is empty. */
  problems?(values: FieldValues<F>): readonly string[];
  /** Makes the attribute a layout of buffers; the number of dimensions that it lays out. */
  layoutRank?(values: FieldValues<F>): number;
}

const OPEN = { named: '<', braced: '{', positional: '<', bare: ' ' } as const;
const CLOSE = { named: '>', braced: '}', positional: '>', bare: '' } as const;

/** Declares an attribute of named parts. */
/* @__NO_SIDE_EFFECTS__ */
export function defineStructAttr<const F extends Fields>(
  mnemonic: string,
  summary: string,
  fields: F,
  options: StructAttrOptions<F> = {},
): StructAttrClass<F> {
  const table = new InternTable<Declared>();
  const { style = 'named' } = options;
  const isNamed = style === 'named' || style === 'braced';

  class Declared extends Attribute implements StructAttr<F>, Omit<MemRefLayout, 'isMemRefLayout'> {
    static readonly mnemonic = mnemonic;
    readonly values: FieldValues<F>;
    readonly isIdentity = false;

    constructor(values: FieldValues<F>) {
      super();
      this.values = values;
    }

    static get(given: GivenValues<F>): Declared {
      const values = completeValues(fields, given);
      return table.get(fieldsKey(fields, values), () => new Declared(values));
    }

    static parse(this: void, parser: Parser): Declared {
      const start = parser.offset;
      if (style !== 'bare') parser.expect(style === 'braced' ? '{' : '<');
      const values = isNamed
        ? parseFields(parser, fields, style === 'braced' ? '}' : '>')
        : parsePositional(parser, fields);
      // What follows the last field of a bare attribute is not read by MLIR; this much is written by tools.
      if (style === 'bare') parser.accept(',');
      if (style === 'positional') parser.expect('>');
      const problems = options.problems?.(values) ?? [];
      for (const problem of problems.slice(0, -1)) parser.report(problem, start);
      if (problems.length > 0) parser.fail(problems.at(-1)!, start);
      return Declared.get(values);
    }

    static get constraint(): AttrConstraint<StructAttr<F>> {
      return attrOf<StructAttr<F>>(Declared, summary);
    }

    get isMemRefLayout(): boolean {
      return options.layoutRank !== undefined;
    }

    problemForRank(rank: number): string | null {
      const expected = options.layoutRank?.(this.values) ?? rank;
      if (expected === rank) return null;
      return `memref layout mismatch between rank and affine map: ${rank} != ${expected}`;
    }

    printBody(printer: Printer): void {
      printer.write(OPEN[style]);
      if (isNamed) printFields(printer, fields, this.values);
      else printPositional(printer, fields, this.values);
      printer.write(CLOSE[style]);
    }

    print(printer: Printer): void {
      printer.printDialectSymbol('#', mnemonic, () => this.printBody(printer));
    }
  }
  return Declared;
}
