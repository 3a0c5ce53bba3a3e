import {
  ArrayAttr,
  type AttrConstraint,
  attrWhere,
  argumentAttr,
  type CustomDirective,
  type OpReport,
  type Parser,
} from '@shardform/ir-core';
import { DotAlgorithmAttr } from '../attrs/dot-algorithm-attr.ts';
import { PrecisionAttr } from '../attrs/enums.ts';

/** One precision per operand. */
export const precisionConfigAttr: AttrConstraint<ArrayAttr> = attrWhere(
  ArrayAttr,
  'Precision Config attribute',
  (attribute) => attribute.elements.every((element) => PrecisionAttr.constraint.accepts(element)),
);

/** Checks that there are no more precisions than operands. */
export function verifyPrecisionConfig(config: ArrayAttr | null, report: OpReport): boolean {
  if (config === null || config.elements.length <= 2) return true;
  return report.error(
    `expects precision config to be empty or have <= 2 elements, got ${config.elements.length}`,
  );
}

function parsePrecisions(parser: Parser): ArrayAttr {
  parser.expectKeyword('precision');
  parser.expect('=');
  return ArrayAttr.get(parser.parseList('square', () => PrecisionAttr.parseValue(parser)));
}

/** `custom<PrecisionConfig>($precision_config)`: `, precision = [DEFAULT, HIGH]`, if there is a configuration. */
export const precisionConfig: CustomDirective = {
  print(printer, op, args) {
    const config = argumentAttr(op, args[0]!);
    if (!(config instanceof ArrayAttr)) return;
    // Verified: the elements are precisions.
    const words = config.elements.map((element) => (element as PrecisionAttr).value);
    printer.write(`, precision = [${words.join(', ')}]`);
  },
  parse(parser, state, args) {
    if (parser.accept(',')) state.setAttr(args[0]!, parsePrecisions(parser));
  },
};

/** `custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm)`: either, both in this order, or none. */
export const precisionConfigAndAlgorithm: CustomDirective = {
  print(printer, op, args) {
    precisionConfig.print(printer, op, args);
    const algorithm = argumentAttr(op, args[1]!);
    if (!(algorithm instanceof DotAlgorithmAttr)) return;
    printer.write(', algorithm = ');
    algorithm.printBody(printer);
  },
  parse(parser, state, args) {
    if (!parser.accept(',')) return;
    if (!parser.atKeyword('algorithm')) {
      state.setAttr(args[0]!, parsePrecisions(parser));
      if (!parser.accept(',')) return;
    }
    parser.expectKeyword('algorithm');
    parser.expect('=');
    state.setAttr(args[1]!, DotAlgorithmAttr.parse(parser));
  },
};
