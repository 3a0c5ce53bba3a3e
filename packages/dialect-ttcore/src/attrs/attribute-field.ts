import {
  type Attribute,
  type AttrClass,
  type EnumAttr,
  type EnumAttrClass,
  isInstance,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import { customField, type Field } from './field.ts';

/** An attribute of one class in its full text. */
/* @__NO_SIDE_EFFECTS__ */
export function attributeField<A extends Attribute>(cls: AttrClass<A>): Field<A> {
  return customField(
    (parser) => {
      const { offset } = parser;
      const attribute = parser.parseAttribute();
      return isInstance(cls, attribute) ? attribute : parser.fail(`expected '#${cls.mnemonic}'`, offset);
    },
    (printer, value) => printer.printAttribute(value),
    (value) => String(value.id),
  );
}

/** An attribute that can leave its mnemonic out. */
interface Strippable extends Attribute {
  printBody(printer: Printer): void;
}

/** An attribute of one class that is written without its mnemonic; it may be read with it or by alias. */
/* @__NO_SIDE_EFFECTS__ */
export function strippedField<A extends Strippable>(cls: AttrClass<A>): Field<A> {
  const full = attributeField(cls);
  return customField(
    (parser) => (parser.at('hash') ? full.parse(parser) : cls.parse(parser, null)),
    (printer, value) => printer.printStripped(value, () => value.printBody(printer)),
    (value) => full.key(value),
  );
}

/** `<word>`: an enumeration's attribute without its mnemonic; it may be read with it or by alias. */
/* @__NO_SIDE_EFFECTS__ */
export function enumField<const V extends string>(cls: EnumAttrClass<V>): Field<EnumAttr<V>> {
  const full = attributeField(cls);
  return customField(
    (parser) => (parser.at('hash') ? full.parse(parser) : cls.parse(parser, null)),
    (printer, value) => printer.printStripped(value, () => printer.write(`<${value.value}>`)),
    (value) => full.key(value),
  );
}

/** Any attribute that `accepts` takes; others are reported as `problem`. */
/* @__NO_SIDE_EFFECTS__ */
export function anyAttributeField<A extends Attribute>(
  accepts: (attribute: Attribute) => attribute is A,
  problem: string,
): Field<A> {
  return customField(
    (parser: Parser) => {
      const { offset } = parser;
      const attribute = parser.parseAttribute();
      return accepts(attribute) ? attribute : parser.fail(problem, offset);
    },
    (printer, value) => printer.printAttribute(value),
    (value) => String(value.id),
  );
}
