import {
  Attribute,
  type AttrClass,
  type AttrConstraint,
  type AttrDefinition,
  attrOf,
  InternTable,
  type Parser,
  type Printer,
} from '@shardform/ir-core';

/** A set of flags, `<nsw, nuw>` in text. */
export interface FlagsAttr<F extends string> extends Attribute {
  /** In the order of the declaration; empty for `none`. */
  readonly flags: readonly F[];
  has(flag: F): boolean;
}

/** The class of the attributes of one set of flags. */
export interface FlagsAttrClass<F extends string> extends AttrClass<FlagsAttr<F>> {
  get(flags: readonly F[]): FlagsAttr<F>;
  readonly none: () => FlagsAttr<F>;
  readonly constraint: AttrConstraint<FlagsAttr<F>>;
  readonly definition: AttrDefinition;
}

interface FlagsSpec<F extends string> {
  readonly flags: readonly F[];
  /** A word for all flags together. */
  readonly all?: string;
  readonly separator: string;
  readonly summary: string;
  /** MLIR's names in the messages about an unknown word. */
  readonly cppEnum: string;
  readonly cppAttr: string;
}

/** Declares the attributes of a set of flags (MLIR's bit enumerations). */
/* @__NO_SIDE_EFFECTS__ */
export function defineFlagsAttr<const F extends string>(
  mnemonic: string,
  spec: FlagsSpec<F>,
): FlagsAttrClass<F> {
  const table = new InternTable<Declared>();
  // The list of its words, searched for any text.
  const isFlag = (word: string): word is F => (spec.flags as readonly string[]).includes(word);
  const words = ['none', ...spec.flags, ...(spec.all === undefined ? [] : [spec.all])];

  class Declared extends Attribute implements FlagsAttr<F> {
    static readonly mnemonic = mnemonic;
    static readonly definition: AttrDefinition = {
      name: mnemonic,
      summary: spec.summary,
      parameters: [['value', `any of ${spec.flags.map((flag) => `\`${flag}\``).join(', ')}`]],
      syntax: '`<` $value `>`',
      defined: [],
    };
    readonly flags: readonly F[];

    constructor(flags: readonly F[]) {
      super();
      this.flags = flags;
    }

    static get(flags: readonly F[]): Declared {
      const ordered = spec.flags.filter((flag) => flags.includes(flag));
      return table.get(ordered.join(), () => new Declared(ordered));
    }

    static none(this: void): Declared {
      return Declared.get([]);
    }

    static parse(parser: Parser): Declared {
      parser.expect('<');
      const flags: F[] = [];
      do {
        const { offset } = parser;
        const word = parser.parseOptionalKeyword() ?? parser.parseOptionalString();
        if (word !== null && isFlag(word)) flags.push(word);
        else if (word !== null && word === spec.all) flags.push(...spec.flags);
        else if (word !== 'none') failWord(parser, word, offset);
      } while (parser.accept(','));
      parser.expect('>');
      return Declared.get(flags);
    }

    static get constraint(): AttrConstraint<FlagsAttr<F>> {
      return (cached ??= attrOf<FlagsAttr<F>>(Declared, spec.summary, {
        print: (printer, attribute) => printer.write(`<${textOf(attribute.flags)}>`),
        parse: (parser) => Declared.parse(parser),
      }));
    }

    has(flag: F): boolean {
      return this.flags.includes(flag);
    }

    print(printer: Printer): void {
      printer.printDialectSymbol('#', mnemonic, () => printer.write(`<${textOf(this.flags)}>`));
    }
  }
  let cached: AttrConstraint<FlagsAttr<F>> | null = null;

  function textOf(flags: readonly F[]): string {
    if (flags.length === 0) return 'none';
    return flags.length === spec.flags.length && spec.all !== undefined
      ? spec.all
      : flags.join(spec.separator);
  }

  function failWord(parser: Parser, word: string | null, offset: number): never {
    parser.report(
      word === null
        ? 'expected valid keyword or string'
        : `expected ${spec.cppEnum} to be one of: ${words.join(', ')}`,
      offset,
    );
    return parser.fail(
      `failed to parse ${spec.cppAttr} parameter 'value' which is to be a \`${spec.cppEnum}\``,
    );
  }
  return Declared;
}

/** `#arith.overflow<nsw, nuw>`: what must not overflow, signed and unsigned. */
export const IntegerOverflowFlagsAttr = /* @__PURE__ */ defineFlagsAttr('arith.overflow', {
  flags: ['nsw', 'nuw'],
  separator: ', ',
  summary: 'Integer overflow arith flags',
  cppEnum: '::mlir::arith::IntegerOverflowFlags',
  cppAttr: 'Arith_IntegerOverflowAttr',
});

/** `#arith.fastmath<nnan,ninf>`: what floating-point operations need not care for. */
export const FastMathFlagsAttr = /* @__PURE__ */ defineFlagsAttr('arith.fastmath', {
  flags: ['reassoc', 'nnan', 'ninf', 'nsz', 'arcp', 'contract', 'afn'],
  all: 'fast',
  separator: ',',
  summary: 'Floating point fast math flags',
  cppEnum: '::mlir::arith::FastMathFlags',
  cppAttr: 'Arith_FastMathAttr',
});

/** Flags of both attributes. */
export function commonFlags(
  a: FlagsAttr<'nsw' | 'nuw'> | null,
  b: FlagsAttr<'nsw' | 'nuw'> | null,
): FlagsAttr<'nsw' | 'nuw'> {
  return IntegerOverflowFlagsAttr.get((a?.flags ?? []).filter((flag) => b?.has(flag) === true));
}
