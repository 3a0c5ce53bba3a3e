import {
  Block,
  commutative,
  defineOp,
  DenseArrayAttr,
  FunctionType,
  i64,
  type Location,
  type OpReport,
  type ParsedArgument,
  type ParsedOp,
  type Parser,
  type Printer,
  RankedTensorType,
  recursiveMemoryEffects,
  singleBlockImplicitTerminator,
  sizedRegion,
  type Type,
  type UnresolvedOperand,
  variadic,
} from '@shardform/ir-core';
import { dimensionsAttr, tensor } from '../constraints.ts';
import { areCompatibleShapes } from '../inference/compatible-types.ts';
import { reducerOp, returnedTypes, verifyReducer } from './reducer.ts';
import { ReturnOp } from './return-op.ts';

/** Combines the elements along dimensions with a region (StableHLO spec, "reduce"). */
export class ReduceOp extends defineOp('stablehlo.reduce', {
  summary: 'reduction along dimensions',
  operands: { inputs: variadic(tensor), init_values: variadic(tensor) },
  attrs: { dimensions: dimensionsAttr },
  results: { results: variadic(tensor) },
  regions: { body: sizedRegion(1) },
  traits: [recursiveMemoryEffects, singleBlockImplicitTerminator('stablehlo.return')],
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    parseReduce(parser, state);
  }

  static print(this: void, printer: Printer, op: ReduceOp): void {
    printReduce(printer, op);
  }

  override inferResultTypes(report: OpReport): readonly Type[] | null {
    const inputs = this.inputs.map((input) => input.type);
    const inits = this.initValues.map((init) => init.type);
    const fail = (message: string): null => {
      report.error(message);
      return null;
    };
    const [first] = inputs;
    if (first === undefined) return fail('expected at least 1 input');
    for (const [i, type] of inputs.entries()) {
      if (!areCompatibleShapes(type.shape, first.shape)) {
        return fail(
          `expects all inputs to have compatible shapes. Shape at input-index ${i} is not compatible with shape at input-index 0`,
        );
      }
    }
    const dimensions = this.dimensions.numbers();
    for (const dim of dimensions) {
      if (dim < 0 || dim >= first.rank) {
        return fail(`Out-of-bounds dimension ${dim}, expected to be in range [0, ${first.rank})`);
      }
      if (dimensions.indexOf(dim) !== dimensions.lastIndexOf(dim)) {
        return fail(`Duplicate reduction dimension: ${dim}`);
      }
    }
    const block = this.body.blocks[0];
    const elements = block === undefined ? [] : returnedTypes(block);
    const shape = first.shape.filter((_, d) => !dimensions.includes(d));
    return inits.map((init, i) => {
      const element = elements[i];
      return RankedTensorType.get(shape, element instanceof RankedTensorType ? element.elementType : init.elementType);
    });
  }

  override verifyOp(report: OpReport): boolean {
    return verifyReducer(
      this.body,
      this.inputs.map((input) => input.type),
      this.initValues.map((init) => init.type),
      report,
    );
  }
}

/**
 * Whether the region fits the short form: one commutative op of the dialect on scalars of the input's type. As
 * upstream, the short form says nothing of the inner op's attributes.
 */
function isCompact(op: ReduceOp): boolean {
  const inner = reducerOp(op.body);
  if (inner?.definition.dialect !== 'stablehlo' || !inner.hasTrait(commutative)) return false;
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
  // Upstream takes the place of the first parenthesis for the op's.
  state.location = parser.locationAt(offset);
  do {
    parser.expect('(');
    inputs.push(parser.parseOperand());
    parser.expectKeyword('init');
    parser.expect(':');
    inits.push(parser.parseOperand());
    parser.expect(')');
  } while (parser.accept(','));
  const innerOffset = parser.offset;
  const applied = parser.acceptKeyword('applies') ? parser.parseKeywordOrString() : null;
  parser.expectKeyword('across');
  parser.expectKeyword('dimensions');
  parser.expect('=');
  state.setAttr(
    'dimensions',
    DenseArrayAttr.get(i64, parser.parseList('square', () => parser.parseNumber())),
  );
  for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  parser.expect(':');
  const typeOffset = parser.offset;
  const type = parser.parseType();
  if (!(type instanceof FunctionType)) return parser.fail('expected function type', typeOffset);
  if (type.inputs.length === 0) parser.fail('input types missing in reduce-op function type', typeOffset);
  state.operands.push(...parser.resolveAll([...inputs, ...inits], type.inputs, offset));
  state.resultTypes.push(...type.results);
  if (applied === null) {
    parseReducer(parser, state, inputs.length);
    return;
  }
  const opClass = parser.context.ops.get(applied);
  if (opClass === undefined || !opClass.definition.traits.has(commutative) || opClass.definition.dialect !== 'stablehlo') {
    return parser.fail(
      'expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result',
      innerOffset,
    );
  }
  const [input] = type.inputs;
  const element = input instanceof RankedTensorType ? input.elementType : null;
  if (element === null) return parser.fail('expected a ranked tensor', typeOffset);
  const location: Location = parser.parseOptionalLocation() ?? state.location;
  const scalar = RankedTensorType.get([], element);
  const block = new Block();
  const operands = [block.addArgument(scalar, location), block.addArgument(scalar, location)];
  const inner = new opClass({
    location,
    operands,
    resultTypes: [scalar],
    properties: opClass.definition.attrNames.map(() => null),
    discardable: null,
    successors: [],
    regionCount: 0,
  });
  block.append(inner);
  block.append(ReturnOp.create({ results: [inner.getResult()] }, [], { location }));
  state.regions.push({ blocks: [block] });
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
