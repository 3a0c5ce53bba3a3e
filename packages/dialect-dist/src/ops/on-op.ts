import {
  type Block,
  defineOp,
  isolatedFromAbove,
  type OpReport,
  type ParsedOp,
  type Parser,
  parseRegionWithArguments,
  printAttrsAndTypes,
  type Printer,
  printRegionWithArguments,
  RankedTensorType,
  singleBlockImplicitTerminator,
  sizedRegion,
  type Type,
  typeList,
  variadic,
} from '@shardform/ir-core';
import { deviceNameAttr, deviceNameConstraint, deviceOf } from '../attrs/device-name.ts';
import { type DeviceRef, parseDeviceRef, placed } from '../placed-type.ts';
import { operandTensors } from '../typing/typing.ts';
import { parseAttrsAndTypes, printParenthesized } from './operand-text.ts';

/**
 * A computation of any dialect of tensors, such as StableHLO, on one device. Inside, the operands are plain tensors.
 *
 * ```mlir
 * %y = dist.on 1 (%x) (%a: tensor<4xf32>) {
 *   %0 = stablehlo.exponential %a : tensor<4xf32>
 *   dist.return %0 : tensor<4xf32>
 * } : (!dist.tensor<4xf32, 1>) -> !dist.tensor<4xf32, 1>
 * ```
 */
export class OnOp extends defineOp('dist.on', {
  summary: 'computes with tensors of one device',
  operands: { inputs: variadic(placed) },
  attrs: { device: deviceNameConstraint },
  results: { outputs: variadic(placed) },
  regions: { body: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('dist.return'), isolatedFromAbove],
  effects: 'recursive',
  speculates: 'recursively',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    state.setAttr('device', deviceNameAttr(parseDeviceRef(parser)));
    const { offset } = parser;
    const operands = parser.parseOperandList('paren');
    parseRegionWithArguments(parser, state);
    parseAttrsAndTypes(parser, state, operands, offset);
  }

  static print(this: void, printer: Printer, op: OnOp): void {
    printer.write(` ${op.device.value}`);
    printParenthesized(printer, op);
    printRegionWithArguments(printer, op);
    printAttrsAndTypes(printer, op, ['device']);
  }

  /** The device on which it runs. */
  get place(): DeviceRef {
    return deviceOf(this.device);
  }

  get entry(): Block {
    return this.body.entry;
  }

  override verifyOp(report: OpReport): boolean {
    const { place } = this;
    const elsewhere = operandTensors(this).filter(({ device }) => device !== place);
    if (elsewhere.length > 0)
      return report.opError(`runs on device ${place}, but has operands ${typeList(elsewhere)}`);
    return verifyPlain('block argument', this.entry.arguments, this.inputs, report);
  }

  override verifyRegions(report: OpReport): boolean {
    const returned = this.entry.terminator?.operandValues() ?? [];
    const away = this.outputs.find(({ type }) => type.device !== this.place);
    if (away !== undefined)
      return report.opError(`runs on device ${this.place}, but has result '${String(away.type)}'`);
    return verifyPlain('returned value', returned, this.outputs, report);
  }
}

function verifyPlain(
  what: string,
  plain: readonly { readonly type: Type }[],
  outside: readonly { readonly type: { readonly tensor: RankedTensorType } }[],
  report: OpReport,
): boolean {
  if (plain.length !== outside.length) {
    return report.opError(`has ${plain.length} ${what}s for ${outside.length} tensors`);
  }
  for (const [i, { type }] of plain.entries()) {
    const { tensor } = outside[i]!.type;
    if (type === tensor) continue;
    return report.opError(`has ${what} ${i} of type '${String(type)}', expected '${String(tensor)}'`);
  }
  return true;
}
