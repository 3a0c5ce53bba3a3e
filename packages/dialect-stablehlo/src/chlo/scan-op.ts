import {
  attrSizedOperandSegments,
  attrSizedResultSegments,
  boolAttr,
  boolAttrConstraint,
  defaultAttr,
  defineOp,
  DYNAMIC,
  FunctionType,
  i64Attr,
  isolatedFromAbove,
  type NameSuggestion,
  type OpReport,
  optionalAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  RankedTensorType,
  segmentSizes,
  singleBlockImplicitTerminator,
  sizedRegion,
  type Type,
  variadic,
} from '@shardform/ir-core';
import { anyI64, nonNegativeI64 } from '../constraints.ts';
import { areCompatibleSizes, areCompatibleTypes } from '../inference/compatible-types.ts';
import { anyRank } from './constraints.ts';

/**
 * Goes along a dimension and computes from each slice of the inputs and what it carries a slice of the outputs and
 * what it carries on (CHLO, "scan"). The region takes slices and carries, and returns them.
 */
export class ScanOp extends defineOp('chlo.scan', {
  summary: 'scan along a dimension',
  operands: { inputs: variadic(anyRank), inits: variadic(anyRank) },
  attrs: {
    dimension: nonNegativeI64,
    is_reverse: defaultAttr(boolAttrConstraint, () => boolAttr(false)),
    is_associative: optionalAttr(boolAttrConstraint),
    scan_dim_size: optionalAttr(anyI64),
  },
  results: { outputs: variadic(anyRank), carries: variadic(anyRank) },
  regions: { body: sizedRegion(1) },
  traits: [
    attrSizedOperandSegments,
    attrSizedResultSegments,
    isolatedFromAbove,
    singleBlockImplicitTerminator('stablehlo.return'),
  ],
  effects: 'recursive',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parseScan(parser, state);
  }

  static print(this: void, printer: Printer, op: ScanOp): void {
    printScan(printer, op);
  }

  static suggestNames(this: void, op: ScanOp, suggest: NameSuggestion): void {
    const count = op.inputs.length;
    for (const [i, argument] of (op.body.blocks[0]?.arguments ?? []).entries()) {
      suggest(argument, i < count ? 'input' : 'carry');
    }
  }

  override verifyOp(report: OpReport): boolean {
    const problem = this.problem();
    return problem === null || report.opError(problem);
  }

  private problem(): string | null {
    if (this.inputs.length === 0 && this.outputs.length === 0) {
      return 'at least one of inputs or outputs must be present';
    }
    const dimension = this.dimension.number;
    let size = this.scanDimSize?.number ?? DYNAMIC;
    const slices: Type[] = [];
    for (const [i, { type }] of this.inputs.entries()) {
      if (!(type instanceof RankedTensorType)) return `operand ${i} is not ranked`;
      const own = type.shape[dimension];
      if (own === undefined) return `scan dimension of operand ${i} is out of bounds`;
      if (!areCompatibleSizes(own, size)) return `invalid scan dimension size of operand ${i}`;
      if (size === DYNAMIC) size = own;
      slices.push(
        RankedTensorType.get(
          type.shape.filter((_, d) => d !== dimension),
          type.elementType,
        ),
      );
    }
    const expected = [...slices, ...this.inits.map(({ type }) => type)];
    const { arguments: parameters } = this.body.entry;
    if (parameters.length !== expected.length) {
      return `expects ${expected.length} arguments in the body, but got ${parameters.length}`;
    }
    const at = expected.findIndex((type, i) => !areCompatibleTypes(type, parameters[i]!.type));
    return at < 0 ? null : `operand and body argument ${at} are incompatible`;
  }
}

function printScan(printer: Printer, op: ScanOp): void {
  printer.write('(');
  printer.printOperands(op.inputs);
  printer.write(') inits (');
  printer.printOperands(op.inits);
  printer.write(`) dimension=${op.dimension.value} `);
  printer.printOptionalAttrDict(
    op.sortedAttrs(),
    ['dimension', 'operandSegmentSizes', 'resultSegmentSizes'],
    'attributes',
  );
  printer.write(' ');
  printer.printRegion(op.body);
  printer.write(' : ');
  printer.printFunctionType(op.operandTypes(), op.resultTypes());
}

/** `(%xs) inits (%c) dimension=0 attributes {...} { ... } : (types) -> (types)`. */
function parseScan(parser: Parser, state: ParsedOp): void {
  const { offset } = parser;
  const inputs = parser.parseOperandList('paren');
  parser.expectKeyword('inits');
  const inits = parser.parseOperandList('paren');
  parser.expectKeyword('dimension');
  parser.expect('=');
  state.setAttr('dimension', i64Attr(parser.parseInteger()));
  if (parser.acceptKeyword('attributes')) {
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }
  state.regions.push(parser.parseRegion(state));
  parser.expect(':');
  const typeOffset = parser.offset;
  const type = parser.parseType();
  if (!(type instanceof FunctionType)) return parser.fail('expected function type', typeOffset);
  if (type.inputs.length !== inputs.length + inits.length) {
    return parser.fail('operand types must match the number of inputs and inits', typeOffset);
  }
  if (type.results.length < inits.length) {
    return parser.fail('not enough result types to cover the required carries', typeOffset);
  }
  state.operands.push(...parser.resolveAll([...inputs, ...inits], type.inputs, offset));
  state.resultTypes.push(...type.results);
  state.setAttr('operandSegmentSizes', segmentSizes([inputs.length, inits.length]));
  state.setAttr('resultSegmentSizes', segmentSizes([type.results.length - inits.length, inits.length]));
}
