import {
  anyRegion,
  anyType,
  defineOp,
  type InterfaceImplementation,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  regionBranchOpInterface,
  variadic,
} from '@shardform/ir-core';
import { verifyRegionFlow } from './region-flow.ts';

/** Executes a region with blocks of its own once (MLIR, `scf.execute_region`). */
export class ExecuteRegionOp extends defineOp('scf.execute_region', {
  summary: 'operation that executes its region exactly once',
  results: { results: variadic(anyType) },
  regions: { region: anyRegion },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    if (parser.accept('->')) {
      state.resultTypes.push(
        ...(parser.at('(') ? parser.parseList('paren', () => parser.parseType()) : [parser.parseType()]),
      );
    }
    state.regions.push(parser.parseRegion(state));
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }

  static print(this: void, printer: Printer, op: ExecuteRegionOp): void {
    if (op.results.length > 0) {
      printer.write(' -> ');
      printer.printResultTypes(op.resultTypes());
    }
    printer.write(' ');
    printer.printRegion(op.region, { entryArguments: false, terminators: true });
    printer.printOptionalAttrDict(op.sortedAttrs());
  }

  override verifyOp(report: OpReport): boolean {
    if (this.region.isEmpty) return report.opError('region needs to have at least one block');
    return this.region.entry.arguments.length === 0 || report.opError('region cannot have any arguments');
  }

  override verifyRegions(report: OpReport): boolean {
    return verifyRegionFlow(this, report);
  }
}

/** Interface of the operation for passes over control flow. */
export const executeRegionInterface: InterfaceImplementation = regionBranchOpInterface.implementFor(
  ExecuteRegionOp,
  (op) => ({
    entrySuccessorOperands: () => ({ start: 0, count: 0 }),
    successorRegions: (from) =>
      from === 'parent' ? [{ target: op.region, inputs: [] }] : [{ target: 'parent', inputs: op.results }],
  }),
);
