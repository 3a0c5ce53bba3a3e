import {
  type AnyOpClass,
  Block,
  defineOp,
  DenseArrayAttr,
  FunctionType,
  i64,
  type OpReport,
  type ParsedArgument,
  type ParsedOp,
  type Parser,
  type Printer,
  RankedTensorType,
  singleBlockImplicitTerminator,
  sizedRegion,
  type UnresolvedOperand,
  variadic,
} from '@shardform/ir-core';
import { dimensionsAttr, tensor } from '../constraints.ts';
import { dimsOf, tensorOfDims } from '../inference/bounded-shape.ts';
import { areCompatibleShapes } from '../inference/compatible-types.ts';
import { recursivelyIfOperandsStatic } from '../speculatability.ts';
import { hloCommutative } from '../traits.ts';
import { reducerOp, returnedTypes, verifyReducer } from './reducer.ts';
import { ReturnOp } from './return-op.ts';

/** Combines the elements along dimensions with a region (StableHLO spec, "reduce"). */
export class ReduceOp extends defineOp('stablehlo.reduce', {
  summary: 'reduces dimensions by a function',
  operands: { inputs: variadic(tensor), init_values: variadic(tensor) },
  attrs: { dimensions: dimensionsAttr },
  results: { results: variadic(tensor) },
  regions: { body: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('stablehlo.return')],
  effects: 'recursive',
  speculates: recursivelyIfOperandsStatic,
  infer: (op) => {
    const block = op.body.blocks[0];
    const elements = block === undefined ? [] : returnedTypes(block);
    const dimensions = op.dimensions.numbers();
    const [input] = op.inputs;
    const dims = input === undefined ? [] : dimsOf(input.type).filter((_, d) => !dimensions.includes(d));
    return op.initValues.map(({ type }, i) => {
      const element = elements[i];
      const elementType = element instanceof RankedTensorType ? element.elementType : type.elementType;
      return tensorOfDims(dims, elementType);
    });
  },
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parseReduce(parser, state);
  }

  static print(this: void, printer: Printer, op: ReduceOp): void {
    printReduce(printer, op);
  }

  override verifyOp(report: OpReport): boolean {
    const inputs = this.inputs.map((input) => input.type);
    const at = inputs.findIndex((type) => !areCompatibleShapes(type.shape, inputs[0]!.shape));
    if (at >= 0) {
      return report.error(
        `expects all inputs to have compatible shapes. Shape at input-index ${at} is not compatible with shape at input-index 0`,
      );
    }
    const rank = inputs[0]?.rank ?? 0;
    const seen = new Set<number>();
    for (const dim of this.dimensions.numbers()) {
      if (dim < 0 || dim >= rank) {
        return report.error(`Out-of-bounds dimension ${dim}, expected to be in range [0, ${rank})`);
      }
      if (seen.has(dim)) return report.error(`Duplicate reduction dimension: ${dim}`);
      seen.add(dim);
    }
    const inits = this.initValues.map((init) => init.type);
    return verifyReducer(this.body, inputs, inits, report, this.remainingShape());
  }

  /** Sizes of the dimensions that are not reduced. */
  remainingShape(): number[] {
    const dimensions = this.dimensions.numbers();
    return (this.inputs[0]?.type.shape ?? []).filter((_, d) => !dimensions.includes(d));
  }
}

/**
 * Returns true if the region fits the short form: one commutative op of the dialect on scalars of the input's type. As
 * upstream, the short form says nothing of the inner op's attributes.
 */
function isCompact(op: ReduceOp): boolean {
  const inner = reducerOp(op.body);
  if (inner?.definition.dialect !== 'stablehlo' || !inner.hasTrait(hloCommutative)) return false;
  const [input] = op.inputs;
  if (op.inputs.length !== 1 || input === undefined) return false;
  const scalar = RankedTensorType.get([], input.type.elementType);
  return [...inner.operandTypes(), ...inner.resultTypes()].every((type) => type === scalar);
}

function printReduce(printer: Printer, op: ReduceOp): void {
  const { inputs, initValues } = op;
  printer.write('(');
  inputs.forEach((input, i) => {
    if (i > 0) printer.write(', (');
    printer.printOperand(input);
    printer.write(' init: ');
    printer.printOperand(initValues[i]!);
    printer.write(')');
  });
  const compact = isCompact(op);
  if (compact) printer.write(` applies ${op.body.entry.firstOp!.name}`);
  printer.write(' across dimensions = [');
  op.dimensions.printElements(printer);
  printer.write(']');
  printer.printOptionalAttrDict(op.sortedAttrs(), ['dimensions']);
  printer.write(' : ');
  printer.printFunctionType(op.operandTypes(), op.resultTypes());
  if (compact) return;
  printer.newline();
  printer.write(' reducer');
  const args = op.body.entry.arguments;
  inputs.forEach((_, i) => {
    if (i > 0) printer.write(' ');
    printer.write('(');
    printer.printArgument(args[i]!);
    printer.write(', ');
    printer.printArgument(args[i + inputs.length]!);
    printer.write(')');
  });
  printer.write('  ');
  printer.printRegion(op.body, { entryArguments: false, terminators: true });
}

function parseReduce(parser: Parser, state: ParsedOp): void {
  const inputs: UnresolvedOperand[] = [];
  const inits: UnresolvedOperand[] = [];
  const { offset } = parser;
  // Upstream takes the location of the first parenthesis for the op's.
  state.location = parser.locationAt(offset);
  do {
    parser.expect('(');
    inputs.push(parser.parseOperand());
    parser.expectKeyword('init');
    parser.expect(':');
    inits.push(parser.parseOperand());
    parser.expect(')');
  } while (parser.accept(','));
  const applied = parser.acceptKeyword('applies') ? parseApplied(parser, offset) : null;
  parser.expectKeyword('across');
  parser.expectKeyword('dimensions');
  parser.expect('=');
  const dimensions = parser.parseList('square', () => parser.parseNumber());
  state.setAttr('dimensions', DenseArrayAttr.get(i64, dimensions));
  for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  parser.expect(':');
  const typeOffset = parser.offset;
  const type = parser.parseType();
  if (!(type instanceof FunctionType)) {
    return parser.fail(
      `invalid kind of type specified: expected builtin.function, but found '${String(type)}'`,
      typeOffset,
    );
  }
  if (applied === null) parseReducer(parser, state, inputs.length);
  else state.regions.push({ blocks: [makeReducer(parser, state, applied, type, typeOffset)] });
  state.operands.push(...parser.resolveAll([...inputs, ...inits], type.inputs, offset));
  state.resultTypes.push(...type.results);
}

/** The commutative operation of the dialect that the short form names. */
function parseApplied(parser: Parser, offset: number): AnyOpClass {
  const opClass = parser.context.ops.get(parser.parseKeywordOrString());
  if (opClass?.definition.dialect === 'stablehlo' && opClass.definition.traits.has(hloCommutative))
    return opClass;
  return parser.fail(
    'expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result',
    offset,
  );
}

/** The block that the short form stands for: the operation applied to the block's two arguments. */
function makeReducer(
  parser: Parser,
  state: ParsedOp,
  opClass: AnyOpClass,
  { inputs }: FunctionType,
  typeOffset: number,
): Block {
  const [input] = inputs;
  if (input === undefined) return parser.fail('input types missing in reduce-op function type', typeOffset);
  if (!(input instanceof RankedTensorType)) return parser.fail('expected a ranked tensor', typeOffset);
  const location = parser.parseOptionalLocation() ?? state.location;
  state.location = location;
  const scalar = RankedTensorType.get([], input.elementType);
  const block = new Block();
  const inner = new opClass({
    location,
    operands: [block.addArgument(scalar, location), block.addArgument(scalar, location)],
    resultTypes: [scalar],
    properties: opClass.definition.attrNames.map(() => null),
    discardable: null,
    successors: [],
    regionCount: 0,
  });
  block.append(inner);
  block.append(ReturnOp.create({ results: [inner.getResult()] }, [], { location }));
  return block;
}

/** `reducer(%a: T, %b: T) (%c: U, %d: U) { ... }`: pairs of accumulator and element. */
function parseReducer(parser: Parser, state: ParsedOp, count: number): void {
  parser.expectKeyword('reducer');
  const first: ParsedArgument[] = [];
  const second: ParsedArgument[] = [];
  for (let i = 0; i < count; i++) {
    parser.expect('(');
    first.push(parser.parseArgument({ type: true, attributes: false }));
    parser.expect(',');
    second.push(parser.parseArgument({ type: true, attributes: false }));
    parser.expect(')');
  }
  state.regions.push(parser.parseRegion(state, [...first, ...second]));
}
