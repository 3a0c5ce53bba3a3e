import {
  arrayAttr,
  ArrayAttr,
  attrSizedOperandSegments,
  attrWhere,
  type Block,
  defineOp,
  haveSameElements,
  isolatedFromAbove,
  type OpReport,
  optionalAttr,
  type ParsedOp,
  type Parser,
  parseRegionWithArguments,
  printAttrsAndTypes,
  type Printer,
  printRegionWithArguments,
  segmentSizes,
  singleBlockImplicitTerminator,
  sizedRegion,
  StringAttr,
  stringAttr,
  TupleType,
  type Type,
  variadic,
} from '@shardform/ir-core';
import { placed, placedOrTuple, PlacedTensorType, placedTuple } from '../placed-type.ts';
import { printParenthesized } from './operand-text.ts';

/** The ways to combine the microbatches' results: their sum, their concatenation along dimension 0, or a tuple. */
export const accumulations = ['sum', 'concat', 'tuple'] as const;

/** The combination of a result over microbatches; see {@link accumulations}. */
export type Accumulation = (typeof accumulations)[number];

const accumulationsConstraint = /* @__PURE__ */ attrWhere(
  ArrayAttr,
  `list of ${accumulations.join(', ')}`,
  ({ elements }) =>
    elements.every(
      (element) => element instanceof StringAttr && accumulations.some((word) => word === element.value),
    ),
  arrayAttr.format,
);

/**
 * The seed's PipelinePartition: a function of one microbatch, run for each element of the tuples. Its operations
 * live on the devices of their tensors, so that stages are runs of operations on one device, joined by sends. In
 * which order stages and microbatches are executed is the schedule's business. Values of `with` are the same for all
 * microbatches.
 *
 * ```mlir
 * %dw, %y = dist.pipeline (%xs) with (%w) (%x: !dist.tensor<2x4xf32, 0>, %v: !dist.tensor<4x2xf32, 0>) {
 *   …
 *   dist.return %dv, %z : …
 * } results [sum, concat] : (tuple<…>) with (!dist.tensor<4x2xf32, 0>) -> (…)
 * ```
 */
export class PipelineOp extends defineOp('dist.pipeline', {
  summary: 'runs a function for each microbatch, its stages on several devices',
  operands: { data: variadic(placedTuple), invariants: variadic(placed) },
  attrs: { accumulate: accumulationsConstraint, schedule: optionalAttr(stringAttr) },
  results: { outputs: variadic(placedOrTuple) },
  regions: { body: sizedRegion(1) },
  traits: [attrSizedOperandSegments, singleBlockImplicitTerminator('dist.return'), isolatedFromAbove],
  effects: 'recursive',
  speculates: 'recursively',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const { offset } = parser;
    const data = parser.parseOperandList('paren');
    const invariants = parser.acceptKeyword('with') ? parser.parseOperandList('paren') : [];
    parseRegionWithArguments(parser, state);
    parser.expectKeyword('results');
    const words = parser.parseList('square', () =>
      StringAttr.get(
        parser.parseOptionalKeyword() ?? parser.fail(`expected one of ${accumulations.join(', ')}`),
      ),
    );
    state.setAttr('accumulate', ArrayAttr.get(words));
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    parser.expect(':');
    const { inputs, results } = parser.parseFunctionType();
    state.operands.push(...parser.resolveAll([...data, ...invariants], inputs, offset));
    state.resultTypes.push(...results);
    state.setAttr('operandSegmentSizes', segmentSizes([data.length, invariants.length]));
  }

  static print(this: void, printer: Printer, op: PipelineOp): void {
    printParenthesized(printer, op, 0, op.data.length);
    if (op.invariants.length > 0) {
      printer.write(' with');
      printParenthesized(printer, op, op.data.length);
    }
    printRegionWithArguments(printer, op);
    printer.write(` results [${op.accumulations.join(', ')}]`);
    printAttrsAndTypes(printer, op, ['accumulate', 'operandSegmentSizes']);
  }

  get entry(): Block {
    return this.body.entry;
  }

  /** The way in which each result is combined over the microbatches. */
  get accumulations(): readonly Accumulation[] {
    // The declaration requires these words.
    return this.accumulate.elements.map((element) => (element as StringAttr).value as Accumulation);
  }

  /** Number of microbatches. */
  get microbatches(): number {
    return this.data[0]?.type.types.length ?? 0;
  }

  override verifyOp(report: OpReport): boolean {
    const { microbatches, entry } = this;
    if (this.data.length === 0) return report.opError('has no microbatches to run over');
    const uneven = this.data.find(({ type }) => type.types.length !== microbatches);
    if (uneven !== undefined) {
      return report.opError(`has tuples of ${microbatches} and of ${uneven.type.types.length} microbatches`);
    }
    const expected = [
      ...this.data.map(({ type }) => type.types[0]!),
      ...this.invariants.map(({ type }) => type),
    ];
    const args = entry.arguments.map(({ type }) => type);
    if (!haveSameElements(args, expected))
      return report.opError('has block arguments of other types than its operands');
    const mixed = this.data.find(({ type }) => !type.types.every((part) => part === type.types[0]));
    if (mixed !== undefined)
      return report.opError(`has microbatches of different types: '${String(mixed.type)}'`);
    return (
      this.accumulations.length === this.results.length ||
      report.opError(
        `says of ${this.accumulations.length} results what becomes of them, has ${this.results.length}`,
      )
    );
  }

  override verifyRegions(report: OpReport): boolean {
    const returned = this.entry.terminator?.operandTypes() ?? [];
    const expected = returned.map((type, i) =>
      accumulatedType(type, this.accumulations[i], this.microbatches),
    );
    if (haveSameElements(this.resultTypes(), expected)) return true;
    return report.opError(
      `has results of types ${this.resultTypes()
        .map((type) => `'${String(type)}'`)
        .join(', ')}, expected ${expected.map((type) => `'${String(type)}'`).join(', ')}`,
    );
  }
}

/** Returns the type of a pipeline's result, from that of one microbatch. */
export function accumulatedType(
  type: Type,
  accumulation: Accumulation | undefined,
  microbatches: number,
): Type {
  if (accumulation === 'sum' || !(type instanceof PlacedTensorType)) return type;
  if (accumulation === 'concat' && type.rank > 0) return type.withSize(0, type.dimSize(0) * microbatches);
  return TupleType.get(new Array<Type>(microbatches).fill(type));
}
