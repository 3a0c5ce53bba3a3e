import {
  ArrayAttr,
  type AttrConstraint,
  attrOf,
  attrWhere,
  type CustomDirective,
  defineOp,
  DYNAMIC,
  type OpReport,
  optionalAttr,
  pure,
} from '@shardform/ir-core';
import { DotDimensionNumbersAttr } from '../attrs/dot-dimension-numbers-attr.ts';
import { PrecisionAttr } from '../attrs/enums.ts';
import { tensorOrPerAxis } from '../constraints.ts';
import { areCompatibleShapes } from '../inference/compatible-types.ts';

/** `batching_dims = [0] x [0], contracting_dims = [2] x [1]`. */
const dotDimensionNumbers: CustomDirective = {
  print(printer, op) {
    const { lhsBatching, rhsBatching, lhsContracting, rhsContracting } = (op as DotGeneralOp)
      .dotDimensionNumbers;
    const pair = (a: readonly number[], b: readonly number[]): string =>
      `[${a.join(', ')}] x [${b.join(', ')}]`;
    if (lhsBatching.length > 0 || rhsBatching.length > 0) {
      printer.write(`batching_dims = ${pair(lhsBatching, rhsBatching)}, `);
    }
    printer.write(`contracting_dims = ${pair(lhsContracting, rhsContracting)}`);
  },
  parse(parser, state, args) {
    const list = (): number[] => parser.parseList('square', () => parser.parseNumber());
    const pair = (): [number[], number[]] => {
      parser.expect('=');
      const left = list();
      parser.expectKeyword('x');
      return [left, list()];
    };
    let batching: [number[], number[]] = [[], []];
    if (parser.acceptKeyword('batching_dims')) {
      batching = pair();
      parser.expect(',');
    }
    parser.expectKeyword('contracting_dims');
    const [lhsContracting, rhsContracting] = pair();
    const [lhsBatching, rhsBatching] = batching;
    state.setAttr(
      args[0]!,
      DotDimensionNumbersAttr.get({ lhsBatching, rhsBatching, lhsContracting, rhsContracting }),
    );
  },
};

/** `, precision = [DEFAULT, HIGH]`, if there is a configuration. */
const precisionConfig: CustomDirective = {
  print(printer, op) {
    const { precisionConfig: config } = op as DotGeneralOp;
    if (config === null) return;
    const words = config.elements.map((element) => (element as PrecisionAttr).value);
    printer.write(`, precision = [${words.join(', ')}]`);
  },
  parse(parser, state, args) {
    if (!parser.accept(',')) return;
    parser.expectKeyword('precision');
    parser.expect('=');
    const precisions = parser.parseList('square', () => PrecisionAttr.parseValue(parser));
    state.setAttr(args[0]!, ArrayAttr.get(precisions));
  },
};

/** One precision per operand. */
export const precisionConfigAttr: AttrConstraint<ArrayAttr> = attrWhere(
  ArrayAttr,
  'Precision Config attribute',
  (attribute) => attribute.elements.every((element) => PrecisionAttr.constraint.accepts(element)),
);

/**
 * Contraction of two tensors (StableHLO spec, "dot_general"). Result dimensions: the batching ones, the
 * remaining ones of `lhs`, the remaining ones of `rhs`.
 */
export class DotGeneralOp extends defineOp('stablehlo.dot_general', {
  summary: 'general contraction',
  operands: { lhs: tensorOrPerAxis, rhs: tensorOrPerAxis },
  attrs: {
    dot_dimension_numbers: attrOf(
      DotDimensionNumbersAttr,
      'Attribute that models the dimension information for dot.',
    ),
    precision_config: optionalAttr(precisionConfigAttr),
  },
  results: { result: tensorOrPerAxis },
  traits: [pure],
  format:
    '$lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) `` custom<PrecisionConfig>($precision_config) attr-dict `:` functional-type(operands, results)',
  directives: { DotDimensionNumbers: dotDimensionNumbers, PrecisionConfig: precisionConfig },
}) {
  override verifyOp(report: OpReport): boolean {
    const config = this.precisionConfig;
    if (config !== null && config.elements.length > 2) {
      return report.error(
        `expects precision config to be empty or have <= 2 elements, got ${config.elements.length}`,
      );
    }
    const problem = dimensionProblem(this);
    if (problem !== null) return report.error(problem);
    const inferred = this.inferShape();
    const { type } = this.result;
    if (areCompatibleShapes(inferred, type.shape)) return true;
    return report.error(
      `inferred shape '[${inferred.map((size) => (size === DYNAMIC ? '?' : size)).join(', ')}]' is incompatible with return type of operation '${String(type)}'`,
    );
  }

  /** Sizes of the result's dimensions. */
  inferShape(): number[] {
    const { lhsBatching, rhsBatching, lhsContracting, rhsContracting } = this.dotDimensionNumbers;
    const [lhs, rhs] = [this.lhs.type.shape, this.rhs.type.shape];
    const free = (shape: readonly number[], ...used: (readonly number[])[]): number[] =>
      shape.filter((_, d) => used.every((dims) => !dims.includes(d)));
    return [
      ...lhsBatching.map((d, i) => (lhs[d] === DYNAMIC ? rhs[rhsBatching[i]!]! : lhs[d]!)),
      ...free(lhs, lhsBatching, lhsContracting),
      ...free(rhs, rhsBatching, rhsContracting),
    ];
  }
}

function dimensionProblem(op: DotGeneralOp): string | null {
  const { lhsBatching, rhsBatching, lhsContracting, rhsContracting } = op.dotDimensionNumbers;
  const [lhs, rhs] = [op.lhs.type.shape, op.rhs.type.shape];
  if (lhsBatching.length !== rhsBatching.length) {
    return 'lhs and rhs should have the same number of batching dimensions';
  }
  if (lhsContracting.length !== rhsContracting.length) {
    return 'lhs and rhs should have the same number of contracting dimensions';
  }
  const lists = [
    ['lhs_batching_dimensions', lhsBatching, lhs],
    ['lhs_contracting_dimensions', lhsContracting, lhs],
    ['rhs_batching_dimensions', rhsBatching, rhs],
    ['rhs_contracting_dimensions', rhsContracting, rhs],
  ] as const;
  for (const [a, b] of [
    [0, 1],
    [2, 3],
  ] as const) {
    const seen = new Set<number>();
    for (const dim of [...lists[a][1], ...lists[b][1]]) {
      if (seen.has(dim)) return `has duplicated dimension from ${lists[a][0]} and ${lists[b][0]}: ${dim}`;
      seen.add(dim);
    }
  }
  for (const [name, dims, shape] of lists) {
    for (const dim of dims) {
      if (dim < 0 || dim >= shape.length)
        return `${name} value: ${dim} is out of range: [0, ${shape.length})`;
    }
  }
  const differ = (a: readonly number[], b: readonly number[]): boolean =>
    a.some((dim, i) => {
      const [x, y] = [lhs[dim]!, rhs[b[i]!]!];
      return x !== y && x !== DYNAMIC && y !== DYNAMIC;
    });
  if (differ(lhsBatching, rhsBatching)) return 'batching dimension sizes must match for lhs/rhs';
  return differ(lhsContracting, rhsContracting) ? 'contracting dimension sizes must match for lhs/rhs' : null;
}
