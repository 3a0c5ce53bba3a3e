import { Attribute } from '../ir/attribute.ts';
import type { AttrClass } from '../ir/dialect.ts';
import { InternTable } from '../ir/intern.ts';
import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';
import type { AttrDefinition } from './attr-definition.ts';
import { type AttrConstraint, attrOf } from './constraint.ts';

/** The declaration of an attribute with one of several words as its value. */
export interface EnumAttrSpec<V extends string> {
  readonly values: readonly V[];
  /** `word`: `#dialect<mnemonic VALUE>`; `angle`: `#dialect.mnemonic<VALUE>`. */
  readonly style: 'word' | 'angle';
  /** The text after "failed to satisfy constraint: ". */
  readonly summary: string;
  /** Upstream's names in the messages about an unknown word. */
  readonly cppEnum: string;
  readonly cppAttr: string;
  /** Upstream's name of the attribute's only parameter; `value` by default. */
  readonly parameter?: string;
}

/** An attribute of an enumeration. */
export interface EnumAttr<V extends string> extends Attribute {
  readonly value: V;
}

/** The class of an enumeration's attributes. */
export interface EnumAttrClass<V extends string> extends AttrClass<EnumAttr<V>> {
  new (value: V): EnumAttr<V>;
  get(value: V): EnumAttr<V>;
  /** Parses the bare word, as declarative formats write it. */
  parseValue(parser: Parser): EnumAttr<V>;
  /** The constraint of op attributes of this enumeration. */
  readonly constraint: AttrConstraint<EnumAttr<V>>;
  readonly values: readonly V[];
  readonly definition: AttrDefinition;
}

/** Declares the attributes of an enumeration. */
/* @__NO_SIDE_EFFECTS__ */
export function defineEnumAttr<const V extends string>(
  mnemonic: string,
  spec: EnumAttrSpec<V>,
): EnumAttrClass<V> {
  const table = new InternTable<Declared>();
  // The list of its words, searched for any text.
  const isValue = (word: string): word is V => (spec.values as readonly string[]).includes(word);

  class Declared extends Attribute implements EnumAttr<V> {
    static readonly mnemonic = mnemonic;
    static readonly values = spec.values;
    static readonly definition: AttrDefinition = {
      name: mnemonic,
      summary: spec.summary,
      parameters: [[spec.parameter ?? 'value', spec.values.map((value) => `\`${value}\``).join(', ')]],
      syntax: spec.style === 'word' ? '$value' : '`<` $value `>`',
      defined: [],
    };
    readonly value: V;

    constructor(value: V) {
      super();
      this.value = value;
    }

    static get(value: V): Declared {
      return table.get(value, () => new Declared(value));
    }

    static parseValue(this: void, parser: Parser): Declared {
      const { offset } = parser;
      const word = parser.parseOptionalKeyword() ?? parser.parseOptionalString();
      if (word !== null && isValue(word)) return Declared.get(word);
      parser.report(
        word === null
          ? 'expected valid keyword or string'
          : `expected ${spec.cppEnum} to be one of: ${spec.values.join(', ')}`,
        offset,
      );
      return parser.fail(
        `failed to parse ${spec.cppAttr} parameter '${spec.parameter ?? 'value'}' which is to be a \`${spec.cppEnum}\``,
      );
    }

    static parse(parser: Parser): Declared {
      if (spec.style === 'word') return Declared.parseValue(parser);
      parser.expect('<');
      const attribute = Declared.parseValue(parser);
      parser.expect('>');
      return attribute;
    }

    static get constraint(): AttrConstraint<EnumAttr<V>> {
      return (cached ??= attrOf<EnumAttr<V>>(Declared, spec.summary, {
        print: (printer, attribute) => printer.write(attribute.value),
        parse: (parser) => Declared.parseValue(parser),
        parseOptional: (parser) =>
          parser.at('bare') && isValue(parser.spelling) ? Declared.parseValue(parser) : null,
      }));
    }

    print(printer: Printer): void {
      printer.printDialectSymbol('#', mnemonic, () =>
        printer.write(spec.style === 'word' ? ` ${this.value}` : `<${this.value}>`),
      );
    }
  }
  let cached: AttrConstraint<EnumAttr<V>> | null = null;
  return Declared;
}
