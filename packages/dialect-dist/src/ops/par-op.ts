import {
  type Block,
  defineOp,
  type OpReport,
  type Operation,
  type ParsedOp,
  type Parser,
  type Printer,
  singleBlockImplicitTerminator,
  sizedRegion,
  variadic,
  lookUp,
} from '@shardform/ir-core';
import { type DeviceRef, placedOrTuple, placedTypes } from '../placed-type.ts';

/**
 * Operations that devices execute at the same time, such as a timestep of a pipeline. Devices don't wait for each other
 * inside: no operation uses what another device has computed or sent inside. Values from outside are visible.
 *
 * ```mlir
 * %r:2 = dist.par {
 *   %a = dist.matmul %x, %w : …   // on device 0
 *   %b = dist.matmul %y, %v : …   // on device 1
 *   dist.return %a, %b : …
 * } : !dist.tensor<4x2xf32, 0>, !dist.tensor<4x2xf32, 1>
 * ```
 */
export class ParOp extends defineOp('dist.par', {
  summary: 'groups what devices do at the same time',
  results: { outputs: variadic(placedOrTuple) },
  regions: { body: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('dist.return')],
  effects: 'recursive',
  speculates: 'recursively',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    state.regions.push(parser.parseRegion(state));
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    if (parser.accept(':')) state.resultTypes.push(...parser.parseTypeList());
  }

  static print(this: void, printer: Printer, op: ParOp): void {
    printer.write(' ');
    printer.printRegion(op.body, { entryArguments: false, terminators: true });
    printer.printOptionalAttrDict(op.sortedAttrs());
    if (op.results.length === 0) return;
    printer.write(' : ');
    printer.printTypes(op.resultTypes());
  }

  get entry(): Block {
    return this.body.entry;
  }

  override verifyRegions(report: OpReport): boolean {
    const returned = this.entry.terminator?.operandTypes() ?? [];
    const matches =
      returned.length === this.results.length && returned.every((type, i) => type === this.getResult(i).type);
    if (!matches) return report.opError('returns other types than its results have');
    const arrived = new Map<Operation, DeviceRef>();
    for (const op of this.entry) {
      if (op === this.entry.terminator) continue;
      for (const { value } of op.operands) {
        const { definingOp } = value;
        if (definingOp === null || !arrived.has(definingOp)) continue;
        const device = lookUp(arrived, definingOp);
        return report
          .on(op)
          .opError(`uses on device ${device} what is sent there at the same time by '${definingOp.name}'`);
      }
      const from = placedTypes(op.operandTypes()).map(({ device }) => device);
      const to = placedTypes(op.resultTypes()).find(
        ({ device }) => from.length > 0 && !from.includes(device),
      );
      if (to !== undefined) arrived.set(op, to.device);
    }
    return true;
  }
}
