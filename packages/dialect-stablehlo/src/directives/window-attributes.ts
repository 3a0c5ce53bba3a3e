import {
  argumentAttr,
  type CustomDirective,
  DenseArrayAttr,
  DenseElementsAttr,
  i1,
  i64,
  type Parser,
  type Printer,
  RankedTensorType,
  zip,
} from '@shardform/ir-core';

const KEYWORDS = ['stride', 'pad', 'lhs_dilate', 'rhs_dilate', 'reverse'] as const;

/**
 * `custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal)`:
 * `stride = [1, 1], pad = [[0, 1], [0, 1]], ...`; what is absent is left out, what is there may stand in any order.
 */
export const windowAttributes: CustomDirective = {
  print(printer, op, args) {
    const present = zip(KEYWORDS, args).flatMap(([keyword, arg]) => {
      const attribute = argumentAttr(op, arg);
      return attribute === null ? [] : [{ keyword, attribute }];
    });
    printer.writeList(present, ({ keyword, attribute }) => {
      printer.write(`${keyword} = [`);
      if (attribute instanceof DenseArrayAttr) attribute.printElements(printer);
      else if (attribute instanceof DenseElementsAttr) printPadding(printer, attribute);
      printer.write(']');
    });
  },
  parse(parser, state, args) {
    const seen = new Set<string>();
    while (parser.at('bare')) {
      const { offset } = parser;
      const keyword = parser.parseKeyword();
      // The list of its words, searched for any text.
      const index = (KEYWORDS as readonly string[]).indexOf(keyword);
      if (index < 0 || seen.has(keyword)) parser.fail(`Unexpected keyword ${keyword}`, offset);
      seen.add(keyword);
      parser.expect('=');
      state.setAttr(args[index]!, parseWindowList(parser, KEYWORDS[index]!));
      if (!parser.accept(',')) break;
    }
  },
};

function parseWindowList(
  parser: Parser,
  keyword: (typeof KEYWORDS)[number],
): DenseArrayAttr | DenseElementsAttr {
  if (keyword === 'pad') return parsePadding(parser);
  const numbers = parser.parseList('square', () => parser.parseNumber());
  return keyword === 'reverse'
    ? DenseArrayAttr.get(
        i1,
        numbers.map((number) => (number === 0 ? 0 : 1)),
      )
    : DenseArrayAttr.get(i64, numbers);
}

function parsePadding(parser: Parser): DenseElementsAttr {
  const pairs = parser.parseList('square', () => {
    const { offset } = parser;
    const pair = parser.parseList('square', () => parser.parseNumber());
    if (pair.length === 2) return pair;
    return parser.fail(`Expected array with 2 elements, got ${pair.length} elements instead`, offset);
  });
  return DenseElementsAttr.fromNumbers(RankedTensorType.get([pairs.length, 2], i64), pairs.flat());
}

function printPadding(printer: Printer, padding: DenseElementsAttr): void {
  const values = padding.integers();
  const pairs = Array.from({ length: values.length / 2 }, (_, i) => values.slice(2 * i, 2 * i + 2));
  printer.write(pairs.map((pair) => `[${pair.join(', ')}]`).join(', '));
}
