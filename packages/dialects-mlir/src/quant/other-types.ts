import { defineType, optionalParameter, type Parameter } from '@shardform/ir-core';
import { expressedTypeParameter, parseExpressedType } from './expressed-type.ts';
import { checkStorage, parseStorage, printStorage, storageParameter } from './storage.ts';
import { parseFloatLiteral, scaleText } from './scale-text.ts';

/** `!quant.any<i8<-8:7>:f32>`: quantized numbers of which it is not known how. */
export class AnyQuantizedType extends defineType('quant.any', {
  summary: 'Quantized numbers of which it is not known how',
  parameters: {
    storage: storageParameter,
    expressedType: /* @__PURE__ */ optionalParameter(expressedTypeParameter),
  },
  format: {
    syntax: '`<` $storage (`:` $expressedType^)? `>`',
    parse(parser) {
      const offset = parser.offset - 'any'.length;
      parser.expect('<');
      const storage = parseStorage(parser);
      const expressedType = parser.accept(':') ? parseExpressedType(parser) : null;
      parser.expect('>');
      checkStorage(storage, parser, offset);
      return { storage, expressedType };
    },
    print(printer, { storage, expressedType }) {
      printer.write('<');
      printStorage(printer, storage);
      if (expressedType !== null) {
        printer.write(':');
        printer.printType(expressedType);
      }
      printer.write('>');
    },
  },
}) {}

const boundParameter: Parameter<number> = {
  kind: 'float',
  parse: parseFloatLiteral,
  print: (printer, bound) => printer.write(scaleText(bound)),
  key: String,
};

/** `!quant.calibrated<f32<-1.0:1.0>>`: numbers whose range was measured. */
export class CalibratedQuantizedType extends defineType('quant.calibrated', {
  summary: 'Numbers whose range was measured',
  parameters: { expressedType: expressedTypeParameter, min: boundParameter, max: boundParameter },
  format: {
    syntax: '`<` $expressedType `<` $min `:` $max `>` `>`',
    parse(parser) {
      const offset = parser.offset - 'calibrated'.length;
      parser.expect('<');
      const expressedType = parseExpressedType(parser);
      parser.expect('<');
      const min = parseFloatLiteral(parser);
      parser.expect(':');
      const max = parseFloatLiteral(parser);
      parser.expect('>');
      parser.expect('>');
      if (max <= min) parser.failSyntax(`illegal min and max: (${scaleText(min)}:${scaleText(max)})`, offset);
      return { expressedType, min, max };
    },
    print(printer, { expressedType, min, max }) {
      printer.write('<');
      printer.printType(expressedType);
      printer.write(`<${scaleText(min)}:${scaleText(max)}>>`);
    },
  },
}) {}
