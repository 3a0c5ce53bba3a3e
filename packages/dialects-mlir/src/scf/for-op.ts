import {
  allTypesMatch,
  anyType,
  type BlockArgument,
  constantOf,
  defineOp,
  IndexType,
  IntegerAttr,
  IntegerType,
  type InterfaceImplementation,
  loopLikeOpInterface,
  type OpReport,
  type ParsedArgument,
  type ParsedOp,
  type Parser,
  type Printer,
  regionBranchOpInterface,
  singleBlockImplicitTerminator,
  sizedRegion,
  type Type,
  type TypeConstraint,
  type UnresolvedOperand,
  type Value,
  variadic,
  zip,
} from '@shardform/ir-core';
import { isSignlessIntegerOrIndex } from '../type-constraints.ts';
import { withBlock } from './parse-block.ts';
import { verifyRegionFlow } from './region-flow.ts';
import type { YieldOp } from './yield-op.ts';

const bound: TypeConstraint<IntegerType | IndexType> = {
  summary: 'signless integer or index',
  accepts: isSignlessIntegerOrIndex,
};

/** Counts from a lower to an upper bound and carries values along (MLIR, `scf.for`). */
export class ForOp extends defineOp('scf.for', {
  summary: 'for operation',
  operands: { lowerBound: bound, upperBound: bound, step: bound, initArgs: variadic(anyType) },
  results: { results: variadic(anyType) },
  regions: { region: sizedRegion(1) },
  traits: [allTypesMatch('lowerBound', 'upperBound', 'step'), singleBlockImplicitTerminator('scf.yield')],
  effects: 'recursive',
  speculates: (op) => {
    const step = constantOf(op.step);
    return step instanceof IntegerAttr && step.value === 1n && 'recursively';
  },
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const inductionVar = parser.parseOperand();
    parser.expect('=');
    const lower = parser.parseOperand();
    parser.expectKeyword('to');
    const upper = parser.parseOperand();
    parser.expectKeyword('step');
    const step = parser.parseOperand();
    const carried: { readonly name: UnresolvedOperand; readonly init: UnresolvedOperand }[] = [];
    if (parser.acceptKeyword('iter_args')) {
      carried.push(...parseAssignments(parser));
      parser.expect('->');
      const types = parser.at('(')
        ? parser.parseList('paren', () => parser.parseType())
        : [parser.parseType()];
      state.resultTypes.push(...types);
    }
    if (carried.length !== state.resultTypes.length) {
      parser.fail('mismatch in number of loop-carried values and defined values', state.nameOffset);
    }
    const type = parser.accept(':') ? parser.parseType() : IndexType.instance;
    state.operands.push(...[lower, upper, step].map((operand) => parser.resolve(operand, type)));
    zip(carried, state.resultTypes).forEach(([{ init }, resultType]) =>
      state.operands.push(parser.resolve(init, resultType)),
    );
    const args = [
      argument(inductionVar, type),
      ...zip(carried, state.resultTypes).map(([{ name }, resultType]) => argument(name, resultType)),
    ];
    state.regions.push(withBlock(parser.parseRegion(state, args)));
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }

  static print(this: void, printer: Printer, op: ForOp): void {
    printer.write(' ');
    printer.printOperand(op.inductionVar);
    printer.write(' = ');
    printer.printOperand(op.lowerBound);
    printer.write(' to ');
    printer.printOperand(op.upperBound);
    printer.write(' step ');
    printer.printOperand(op.step);
    if (op.regionIterArgs.length > 0) {
      printer.write(' iter_args(');
      printAssignments(printer, op.regionIterArgs, op.initArgs);
      printer.write(') -> (');
      printer.printTypes(op.initArgs.map((value) => value.type));
      printer.write(')');
    }
    printer.write(' ');
    if (!(op.inductionVar.type instanceof IndexType)) {
      printer.write(' : ');
      printer.printType(op.inductionVar.type);
      printer.write(' ');
    }
    printer.printRegion(op.region, { entryArguments: false, terminators: op.initArgs.length > 0 });
    printer.printOptionalAttrDict(op.sortedAttrs());
  }

  get inductionVar(): BlockArgument {
    return this.region.entry.getArgument(0);
  }

  /** The loop-carried values inside. */
  get regionIterArgs(): readonly BlockArgument[] {
    return this.region.entry.arguments.slice(1);
  }

  /** Returns the terminator of the body, whose operands go to the next iteration. */
  get yield(): YieldOp {
    // Verified: the region ends with a yield.
    return this.region.entry.lastOp as YieldOp;
  }

  override verifyOp(report: OpReport): boolean {
    return (
      this.initArgs.length === this.results.length ||
      report.opError('mismatch in number of loop-carried values and defined values')
    );
  }

  override verifyRegions(report: OpReport): boolean {
    const inits = this.initArgs;
    const iterArgs = this.region.entry.arguments.slice(1);
    const { lastOp } = this.region.entry;
    const yielded = lastOp === null ? [] : lastOp.operandValues();
    if (inits.length !== iterArgs.length) {
      return report.opError(
        `different number of inits and region iter_args: ${inits.length} != ${iterArgs.length}`,
      );
    }
    if (this.region.entry.arguments[0]?.type !== this.lowerBound.type) {
      return report.opError('expected induction variable to be same type as bounds and step');
    }
    return (
      verifyPairs('init', inits, 'region iter_arg', iterArgs, report) &&
      (yielded.length !== iterArgs.length ||
        verifyPairs('region iter_arg', iterArgs, 'yielded value', yielded, report)) &&
      verifyPairs('region iter_arg', iterArgs, 'loop result', this.results, report) &&
      verifyRegionFlow(this, report)
    );
  }
}

function verifyPairs(
  name: string,
  values: readonly Value[],
  otherName: string,
  others: readonly Value[],
  report: OpReport,
): boolean {
  for (const [i, [{ type }, pair]] of zip(values, others).entries()) {
    const other = pair.type;
    if (type === other) continue;
    return report.opError(
      `${i}-th ${name} and ${i}-th ${otherName} have different type: '${String(type)}' != '${String(other)}'`,
    );
  }
  return true;
}

function argument(name: UnresolvedOperand, type: Type): ParsedArgument {
  return { name, type, location: null, attributes: [] };
}

/** `(%argument = %operand, ...)`. */
export function parseAssignments(
  parser: Parser,
): { readonly name: UnresolvedOperand; readonly init: UnresolvedOperand }[] {
  return parser.parseList('paren', () => {
    const name = parser.parseOperand();
    parser.expect('=');
    return { name, init: parser.parseOperand() };
  });
}

/** Prints `%arg = %init` pairs, separated by commas. */
export function printAssignments(printer: Printer, args: readonly Value[], inits: readonly Value[]): void {
  args.forEach((value, i) => {
    if (i > 0) printer.write(', ');
    printer.printOperand(value);
    printer.write(' = ');
    printer.printOperand(inits[i]!);
  });
}

/** Interfaces of a loop for passes over control flow. */
export const forInterfaces: readonly InterfaceImplementation[] = [
  regionBranchOpInterface.implementFor(ForOp, (op) => {
    const body = { target: op.region, inputs: op.regionIterArgs };
    const end = { target: 'parent' as const, inputs: op.results };
    return {
      entrySuccessorOperands: () => ({ start: 3, count: op.operands.length - 3 }),
      successorRegions: () => [body, end],
    };
  }),
  loopLikeOpInterface.implementFor(ForOp, (op) => ({
    loopRegions: [op.region],
    loopInductionVars: [op.inductionVar],
    loopLowerBounds: [op.lowerBound],
    loopUpperBounds: [op.upperBound],
    loopSteps: [op.step],
    inits: { start: 3, count: op.operands.length - 3 },
    regionIterArgs: op.regionIterArgs,
    yieldedValues: op.yield.operandValues(),
    loopResults: op.results,
  })),
];
