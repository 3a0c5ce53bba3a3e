import {
  anyTypeParameter,
  defineType,
  optionalParameter,
  type Parameter,
  type Type,
} from '@shardform/ir-core';
import { OpaqueType } from './named-types.ts';

/** A type, of which any has a word of its own. */
const part: Parameter<Type> = {
  ...anyTypeParameter,
  parse: (parser) => (parser.acceptKeyword('Any') ? OpaqueType.of('Any') : parser.parseType()),
  print: (printer, type) => {
    if (type === OpaqueType.of('Any')) printer.write('Any');
    else printer.printType(type);
  },
};

/** A dictionary: `!emitpy.dict`, or `!emitpy.dict<!emitpy.str, Any>` with the types of keys and values. */
export class DictType extends defineType('emitpy.dict', {
  summary: 'EmitPy dictionary type',
  parameters: {
    key_type: /* @__PURE__ */ optionalParameter(part),
    value_type: /* @__PURE__ */ optionalParameter(part),
  },
  format: '(`<` $key_type^ `,` $value_type `>`)?',
}) {}
