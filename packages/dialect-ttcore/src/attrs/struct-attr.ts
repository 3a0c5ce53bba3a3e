import {
  Attribute,
  type AttrClass,
  type AttrConstraint,
  attrOf,
  InternTable,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import { type Fields, type FieldValues, fieldsKey, parseFields, printFields } from './field.ts';

/** An attribute made of named parts: `#dialect.mnemonic<a = 1, b = true>`. */
export interface StructAttr<F extends Fields> extends Attribute {
  readonly values: FieldValues<F>;
}

/** The class of a structured attribute. */
export interface StructAttrClass<F extends Fields> extends AttrClass<StructAttr<F>> {
  get(values: FieldValues<F>): StructAttr<F>;
  readonly constraint: AttrConstraint<StructAttr<F>>;
}

/** Declares an attribute of named parts. */
/* @__NO_SIDE_EFFECTS__ */
export function defineStructAttr<const F extends Fields>(
  mnemonic: string,
  summary: string,
  fields: F,
): StructAttrClass<F> {
  const table = new InternTable<Declared>();

  class Declared extends Attribute implements StructAttr<F> {
    static readonly mnemonic = mnemonic;
    readonly values: FieldValues<F>;

    constructor(values: FieldValues<F>) {
      super();
      this.values = values;
    }

    static get(values: FieldValues<F>): Declared {
      return table.get(fieldsKey(fields, values), () => new Declared({ ...values }));
    }

    static parse(this: void, parser: Parser): Declared {
      parser.expect('<');
      return Declared.get(parseFields(parser, fields, '>'));
    }

    static get constraint(): AttrConstraint<StructAttr<F>> {
      return attrOf<StructAttr<F>>(Declared, summary);
    }

    print(printer: Printer): void {
      printer.printDialectSymbol('#', mnemonic, () => {
        printer.write('<');
        printFields(printer, fields, this.values);
        printer.write('>');
      });
    }
  }
  return Declared;
}
