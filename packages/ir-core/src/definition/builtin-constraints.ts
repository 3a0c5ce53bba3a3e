import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import {
  ArrayAttr,
  DictionaryAttr,
  StringAttr,
  SymbolRefAttr,
  UnitAttr,
} from '../builtin/attrs/basic-attrs.ts';
import { FloatAttr, IntegerAttr } from '../builtin/attrs/number-attrs.ts';
import { FloatType } from '../builtin/types/float-type.ts';
import { i1, IndexType, IntegerType, NoneType } from '../builtin/types/integer-type.ts';
import { type Attribute, isInstance, Type } from '../ir/attribute.ts';
import { parseShortElement } from '../text/parse-dense-array.ts';
import { type AttrConstraint, type AttrFormat, attrOf, attrWhere } from './constraint.ts';

/** An integer attribute of one type; formats write the number alone. */
/* @__NO_SIDE_EFFECTS__ */
export function integerAttr(
  type: IntegerType | IndexType,
  summary: string,
  holds: (value: bigint) => boolean = () => true,
): AttrConstraint<IntegerAttr> {
  const format: AttrFormat<IntegerAttr> = {
    print: (printer, attribute) => attribute.printWithoutType(printer),
    parse: (parser) => {
      const { offset } = parser;
      const attribute = parser.parseAttribute(type);
      return attribute instanceof IntegerAttr
        ? attribute
        : parser.fail('invalid kind of attribute specified', offset);
    },
    parseOptional: (parser) =>
      // A number parsed for an integer type is an integer attribute.
      parser.at('integer') || parser.at('-') ? (parser.parseAttribute(type) as IntegerAttr) : null,
  };
  return attrWhere(
    IntegerAttr,
    summary,
    (attribute) => attribute.type === type && holds(attribute.value),
    format,
  );
}

/** A float attribute of one type; formats write the number alone. */
/* @__NO_SIDE_EFFECTS__ */
export function floatAttr(type: FloatType, summary: string): AttrConstraint<FloatAttr> {
  return attrWhere(FloatAttr, summary, (attribute) => attribute.type === type, {
    print: (printer, attribute) => attribute.printWithoutType(printer),
    parse: (parser) => {
      const { offset } = parser;
      const attribute = parser.parseAttribute(type);
      return attribute instanceof FloatAttr
        ? attribute
        : parser.fail('invalid kind of attribute specified', offset);
    },
  });
}

/** A dense array of one element type; formats write `[1, 2]`. */
/* @__NO_SIDE_EFFECTS__ */
export function denseArrayAttr(
  elementType: IntegerType | FloatType,
  summary: string,
): AttrConstraint<DenseArrayAttr> {
  return attrWhere(DenseArrayAttr, summary, (attribute) => attribute.elementType === elementType, {
    print: (printer, attribute) => {
      printer.write('[');
      attribute.printElements(printer);
      printer.write(']');
    },
    parse: (parser) =>
      DenseArrayAttr.get(
        elementType,
        parser.parseList('square', () => parseShortElement(parser, elementType)),
      ),
  });
}

/** A unit attribute; formats say it by a keyword beside it. */
export const unitAttr: AttrConstraint<UnitAttr> = /* @__PURE__ */ attrOf(UnitAttr, 'unit attribute', {
  isEmpty: true,
  print: () => undefined,
  parse: () => UnitAttr.instance,
});

export const boolAttrConstraint: AttrConstraint<IntegerAttr> = /* @__PURE__ */ integerAttr(
  i1,
  'bool attribute',
);

/** Any string. */
export const stringAttr: AttrConstraint<StringAttr> = {
  .../* @__PURE__ */ attrOf(StringAttr, 'string attribute'),
  literalType: NoneType.instance,
};

export const arrayAttr: AttrConstraint<ArrayAttr> = /* @__PURE__ */ attrOf(ArrayAttr, 'array attribute');

export const dictionaryAttr: AttrConstraint<DictionaryAttr> = /* @__PURE__ */ attrOf(
  DictionaryAttr,
  'dictionary of named attribute values',
);

/** `@name`. */
export const flatSymbolRefAttr: AttrConstraint<SymbolRefAttr> = {
  summary: 'flat symbol reference attribute',
  accepts: isFlatSymbolRef,
  isKind: isFlatSymbolRef,
};

function isFlatSymbolRef(attribute: Attribute): attribute is SymbolRefAttr {
  return attribute instanceof SymbolRefAttr && attribute.isFlat;
}

/** The name that a symbol defines: a string attribute that formats write as `@name`. */
export const symbolNameAttr: AttrConstraint<StringAttr> = /* @__PURE__ */ attrOf(
  StringAttr,
  'string attribute',
  {
    print: (printer, attribute) => printer.writeSymbolName(attribute.value),
    parse: (parser) => StringAttr.get(parser.parseSymbolName()),
    parseOptional: (parser) => (parser.at('at') ? StringAttr.get(parser.parseSymbolName()) : null),
  },
);

/** A type as an attribute. */
export const typeAttr: AttrConstraint<Type> = {
  summary: 'any type attribute',
  accepts: (attribute): attribute is Type => isInstance(Type, attribute),
};

/** A type as an attribute, of one class. */
/* @__NO_SIDE_EFFECTS__ */
export function typeAttrOf<T extends Type>(
  cls: { readonly name: string; readonly prototype: T },
  summary: string,
): AttrConstraint<T> {
  return { ...attrOf(cls, summary), isKind: (attribute) => isInstance(Type, attribute) };
}
