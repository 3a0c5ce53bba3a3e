import {
  anyType,
  defineOp,
  type InterfaceImplementation,
  loopLikeOpInterface,
  type Operation,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  type Region,
  regionBranchOpInterface,
  singleBlock,
  sizedRegion,
  variadic,
  zip,
} from '@shardform/ir-core';
import { parseAssignments, printAssignments } from './for-op.ts';
import { withBlock } from './parse-block.ts';
import { verifyRegionFlow } from './region-flow.ts';
import { ConditionOp, YieldOp } from './yield-op.ts';

/** Executes a body as long as a condition holds (MLIR, `scf.while`). */
export class WhileOp extends defineOp('scf.while', {
  summary: 'a generic "while" loop',
  operands: { inits: variadic(anyType) },
  results: { results: variadic(anyType) },
  regions: { before: sizedRegion(1), after: sizedRegion(1) },
  traits: [singleBlock],
  effects: 'recursive',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const carried = parser.at('(') ? parseAssignments(parser) : [];
    const { offset } = parser;
    parser.expect(':');
    const { inputs, results } = parser.parseFunctionType();
    state.resultTypes.push(...results);
    if (inputs.length !== carried.length) {
      parser.fail(
        `expected as many input types as operands (expected ${carried.length} got ${inputs.length})`,
        offset,
      );
    }
    zip(carried, inputs).forEach(([{ init }, input]) => state.operands.push(parser.resolve(init, input)));
    const args = zip(carried, inputs).map(([{ name }, input]) => ({
      name,
      type: input,
      location: null,
      attributes: [],
    }));
    state.regions.push(withBlock(parser.parseRegion(state, args)));
    parser.expectKeyword('do');
    state.regions.push(withBlock(parser.parseRegion(state)));
    if (parser.acceptKeyword('attributes'))
      for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }

  static print(this: void, printer: Printer, op: WhileOp): void {
    const args = op.before.entry.arguments;
    if (args.length > 0) {
      printer.write(' (');
      printAssignments(printer, args, op.inits);
      printer.write(')');
    }
    printer.write(' : ');
    printer.printFunctionType(op.operandTypes(), op.resultTypes());
    printer.write(' ');
    printer.printRegion(op.before, { entryArguments: false, terminators: true });
    printer.write(' do ');
    printer.printRegion(op.after);
    printer.printOptionalAttrDict(op.sortedAttrs(), [], 'attributes');
  }

  /** The end of the first region. */
  get condition(): ConditionOp {
    // Verified: the region ends so.
    return this.before.entry.lastOp as ConditionOp;
  }

  /** The end of the second region. */
  get yield(): YieldOp {
    // Verified: the region ends with a yield.
    return this.after.entry.lastOp as YieldOp;
  }

  override verifyRegions(report: OpReport): boolean {
    return (
      verifyRegionFlow(this, report) &&
      this.#verifyEnd(this.before, 'before', ConditionOp, report) &&
      this.#verifyEnd(this.after, 'after', YieldOp, report)
    );
  }

  #verifyEnd(
    region: Region,
    name: string,
    cls: typeof ConditionOp | typeof YieldOp,
    report: OpReport,
  ): boolean {
    const { lastOp }: { lastOp: Operation | null } = region.entry;
    if (lastOp instanceof cls) return true;
    const pending = report.opErrorWithNotes(
      `expects the '${name}' region to terminate with '${cls.definition.name}'`,
    );
    return lastOp === null ? pending.notes([]) : pending.note(lastOp.location, 'terminator here');
  }
}

/** Interfaces of a while loop for passes over control flow. */
export const whileInterfaces: readonly InterfaceImplementation[] = [
  regionBranchOpInterface.implementFor(WhileOp, (op) => {
    const before = { target: op.before, inputs: op.before.entry.arguments };
    const after = { target: op.after, inputs: op.after.entry.arguments };
    const end = { target: 'parent' as const, inputs: op.results };
    return {
      entrySuccessorOperands: () => ({ start: 0, count: op.operands.length }),
      successorRegions: (from) => (from === op.before ? [end, after] : [before]),
    };
  }),
  loopLikeOpInterface.implementFor(WhileOp, (op) => ({
    loopRegions: [op.before, op.after],
    inits: { start: 0, count: op.operands.length },
    regionIterArgs: op.before.entry.arguments,
    yieldedValues: op.yield.operandValues(),
    loopResults: op.results,
  })),
];
