import {
  anyType,
  type Block,
  defineOp,
  isolatedFromAbove,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  sizedRegion,
  variadic,
  parseRegionWithArguments,
  printAttrsAndTypes,
  printRegionWithArguments,
} from '@shardform/ir-core';
import { manualAxesAttr, tensorShardingPerValueAttr } from '../attrs/stripped-attr.ts';
import { verifyManualComputation } from '../verify/verify-manual-computation.ts';
import { parseLabel, printLabel } from './label.ts';
import { endsWithReturn } from './sharding-traits.ts';

/**
 * A computation that each device does on its shard of the tensors along the manual axes, with collective operations of
 * its own; along the other axes it is partitioned like the rest of the program. The shardings say how operands are
 * split before and results after; inside, sizes are divided along the manual axes.
 */
export class ManualComputationOp extends defineOp('sdy.manual_computation', {
  summary: 'multi-device parallelism with manual collectives',
  operands: { tensors: variadic(anyType) },
  attrs: {
    in_shardings: tensorShardingPerValueAttr,
    out_shardings: tensorShardingPerValueAttr,
    manual_axes: manualAxesAttr,
  },
  results: { results: variadic(anyType) },
  regions: { body: sizedRegion(1) },
  traits: [endsWithReturn, isolatedFromAbove],
  effects: 'recursive',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const { offset } = parser;
    const operands = parser.parseOperandList('paren');
    for (const name of ['in_shardings', 'out_shardings'] as const) {
      parseLabel(parser, name);
      state.setAttr(name, tensorShardingPerValueAttr.format!.parse(parser));
    }
    parseLabel(parser, 'manual_axes');
    state.setAttr('manual_axes', manualAxesAttr.format!.parse(parser));
    parseRegionWithArguments(parser, state);
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    parser.expect(':');
    const { inputs, results } = parser.parseFunctionType();
    state.operands.push(...parser.resolveAll(operands, inputs, offset));
    state.resultTypes.push(...results);
  }

  static print(this: void, printer: Printer, op: ManualComputationOp): void {
    printer.write('(');
    printer.printOperands(op.operandValues());
    printer.write(')');
    printLabel(printer, 'in_shardings');
    op.inShardings.printBody(printer);
    printLabel(printer, 'out_shardings');
    op.outShardings.printBody(printer);
    printLabel(printer, 'manual_axes');
    op.manualAxes.printBody(printer);
    printRegionWithArguments(printer, op);
    printAttrsAndTypes(printer, op, ['in_shardings', 'out_shardings', 'manual_axes']);
  }

  get entry(): Block {
    return this.body.entry;
  }

  verifySymbolUses(report: OpReport): boolean {
    return verifyManualComputation(this, report);
  }
}
