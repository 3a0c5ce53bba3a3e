import type { Parameter } from '@shardform/ir-core';
import { parseGrid } from './grid-text.ts';

/** Sizes such as `2x4`. */
export const gridParameter: Parameter<readonly number[]> = {
  kind: 'sizes',
  parse: (parser) => parseGrid(parser),
  print: (printer, sizes) => printer.write(sizes.join('x')),
  key: (sizes) => sizes.join('x'),
};

/** `(1, 2)`: a location with two coordinates. */
export const pointParameter: Parameter<readonly [number, number]> = {
  kind: 'point',
  parse: (parser) => {
    parser.expect('(');
    const first = parser.parseNumber();
    parser.expect(',');
    const second = parser.parseNumber();
    parser.expect(')');
    return [first, second];
  },
  print: (printer, point) => printer.write(`(${point.join(',')})`),
  key: (point) => point.join(),
};

/** An integer with its type, such as `1 : i32`. */
/* @__NO_SIDE_EFFECTS__ */
export function typedIntegerParameter(type: string): Parameter<number> {
  return {
    kind: 'integer',
    parse: (parser) => {
      const value = parser.parseNumber();
      parser.expect(':');
      parser.expectKeyword(type);
      return value;
    },
    print: (printer, value) => printer.write(`${value} : ${type}`),
    key: String,
  };
}

/** A parameter with its name in the text, `name = value`, where only the order tells the others. */
/* @__NO_SIDE_EFFECTS__ */
export function namedParameter<T>(name: string, inner: Parameter<T>): Parameter<T> {
  return {
    ...inner,
    parse: (parser) => {
      parser.expectKeyword(name);
      parser.expect('=');
      return inner.parse(parser);
    },
    print: (printer, value) => {
      printer.write(`${name} = `);
      inner.print(printer, value);
    },
  };
}

/** A last parameter after which tools write a comma, which MLIR does not read. */
/* @__NO_SIDE_EFFECTS__ */
export function beforeCommaParameter<T>(inner: Parameter<T>): Parameter<T> {
  return {
    ...inner,
    parse: (parser) => {
      const value = inner.parse(parser);
      parser.accept(',');
      return value;
    },
  };
}
