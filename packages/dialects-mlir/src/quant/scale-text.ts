import { encodeFloat, f64, type FloatAttr, type Parser, printFloat } from '@shardform/ir-core';

/** Returns a number as attributes of type f64 write it. */
export function scaleText(value: number): string {
  return printFloat(f64.format, encodeFloat(f64.format, value));
}

/** Returns a number with a point. */
export function parseFloatLiteral(parser: Parser): number {
  if (!parser.at('float') && !parser.at('integer') && !parser.at('-')) {
    parser.failSyntax('expected floating point literal');
  }
  // A number read as f64 is a float attribute.
  return (parser.parseAttribute(f64) as FloatAttr).value;
}
