import {
  type Block,
  defineOp,
  isolatedFromAbove,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  singleBlockImplicitTerminator,
  sizedRegion,
  StringAttr,
  stringAttr,
  TupleType,
  type Type,
  variadic,
  type Value,
  parseRegionWithArguments,
  printAttrsAndTypes,
  printRegionWithArguments,
} from '@shardform/ir-core';
import { devicesAttr, devicesConstraint } from '../attrs/constraints.ts';
import { type DeviceRef, placedTuple, PlacedTensorType, placedTypes } from '../placed-type.ts';
import { parseAttrsAndTypes, printParenthesized } from './operand-text.ts';

/**
 * Runs a function on each of several devices: on device `j` of the list with element `j` of each tuple. The variable
 * stands for the device in the types of the body. Nothing is communicated: operands are there already, results stay.
 *
 * ```mlir
 * %ys = dist.pmap d in [1, 2] (%xs, %ws) (%x: !dist.tensor<4x4xf32, d>, %w: !dist.tensor<4x2xf32, d>) {
 *   %y = dist.matmul %x, %w : (!dist.tensor<4x4xf32, d>, !dist.tensor<4x2xf32, d>) -> !dist.tensor<4x2xf32, d>
 *   dist.return %y : !dist.tensor<4x2xf32, d>
 * } : (tuple<…>, tuple<…>) -> tuple<…>
 * ```
 */
export class PmapOp extends defineOp('dist.pmap', {
  summary: 'runs a function on each of several devices',
  operands: { data: variadic(placedTuple) },
  attrs: { variable: stringAttr, devices: devicesConstraint },
  results: { outputs: variadic(placedTuple) },
  regions: { body: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('dist.return'), isolatedFromAbove],
  effects: 'recursive',
  speculates: 'recursively',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const at = parser.offset;
    const variable = parser.parseOptionalKeyword() ?? parser.fail('expected a variable for the device', at);
    state.setAttr('variable', StringAttr.get(variable));
    parser.expectKeyword('in');
    state.setAttr('devices', devicesAttr(parser.parseList('square', () => parser.parseNumber())));
    const { offset } = parser;
    const operands = parser.parseOperandList('paren');
    parseRegionWithArguments(parser, state);
    parseAttrsAndTypes(parser, state, operands, offset);
  }

  static print(this: void, printer: Printer, op: PmapOp): void {
    printer.write(` ${op.variable.value} in [${op.devices.numbers().join(', ')}]`);
    printParenthesized(printer, op);
    printRegionWithArguments(printer, op);
    printAttrsAndTypes(printer, op, ['variable', 'devices']);
  }

  get entry(): Block {
    return this.body.entry;
  }

  /** The devices, in the order of the tuples' elements. */
  get deviceNumbers(): readonly number[] {
    return this.devices.numbers();
  }

  override verifyOp(report: OpReport): boolean {
    const { arguments: args } = this.entry;
    if (this.data.length === 0) return report.opError('has nothing to map over');
    if (args.length !== this.data.length) {
      return report.opError(`has ${args.length} block arguments for ${this.data.length} tuples`);
    }
    return this.data.every((tuple, i) => this.#verifyTuple('operand', i, tuple.type, args[i]!, report));
  }

  override verifyRegions(report: OpReport): boolean {
    const returned = this.entry.terminator?.operandValues() ?? [];
    if (returned.length !== this.outputs.length) {
      return report.opError(`returns ${returned.length} values for ${this.outputs.length} results`);
    }
    return (
      this.outputs.every((result, i) => this.#verifyTuple('result', i, result.type, returned[i]!, report)) &&
      this.#verifyDevices(report)
    );
  }

  #verifyTuple(what: string, index: number, { types }: TupleType, inside: Value, report: OpReport): boolean {
    const devices = this.deviceNumbers;
    if (types.length !== devices.length) {
      return report.opError(`has ${what} ${index} of ${types.length} elements for ${devices.length} devices`);
    }
    const expected = mappedTypes(inside.type, devices);
    for (const [j, type] of types.entries()) {
      if (
        type === expected?.[j] &&
        inside.type instanceof PlacedTensorType &&
        inside.type.device === this.variable.value
      )
        continue;
      return report.opError(
        `has '${String(type)}' as element ${j} of ${what} ${index}, which is '${String(inside.type)}' in the body, on device ${devices[j]!}`,
      );
    }
    return true;
  }

  /** In the body, tensors live on the device that is mapped over and nowhere else. */
  #verifyDevices(report: OpReport): boolean {
    const { value: variable } = this.variable;
    for (const op of this.entry) {
      for (const { device } of placedTypes([...op.operandTypes(), ...op.resultTypes()])) {
        if (device !== variable) return report.on(op).opError(mentionsDevice(device, variable));
      }
    }
    return true;
  }
}

function mentionsDevice(device: DeviceRef, variable: string): string {
  return `mentions device ${device} in the body of a pmap, where every tensor lives on '${variable}'`;
}

/** Returns a type of a pmap's body on each of the devices; `null` for types without a device. */
function mappedTypes(type: Type, devices: readonly number[]): PlacedTensorType[] | null {
  return type instanceof PlacedTensorType ? devices.map((device) => type.onDevice(device)) : null;
}
