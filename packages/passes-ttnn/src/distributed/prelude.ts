import { type DeviceType, openedDevice } from '@shardform/dialect-ttnn';
import { Builder, type Context, groupOf, type Operation, segmentSizes, type Value } from '@shardform/ir-core';

/** The head of functions, behind the opened device: what stands there is made before a trace is recorded. */
export class Prelude {
  readonly #builder: Builder;

  constructor(context: Context) {
    this.#builder = new Builder(context);
  }

  /** Returns what `make` creates at the head of the function of an operation, for it. */
  add<T>(op: Operation, make: (builder: Builder, device: Value<DeviceType>) => T): T {
    const builder = this.#builder;
    const device = openedDevice(op, builder);
    builder.location = op.location;
    // An opened device is the result of an operation.
    builder.setInsertionPointAfter(device.definingOp!);
    return make(builder, device);
  }
}

/** Gives an operation an operand that it may have and has not. */
export function addOperand(op: Operation, name: string, value: Value): void {
  const index = op.definition.operands.findIndex((operand) => operand.name === name);
  const [start] = groupOf(op, 'operand', index);
  const sizes = op.definition.operands.map((_, i) => (i === index ? 1 : groupOf(op, 'operand', i)[1]));
  op.setOperands(op.operandValues().toSpliced(start, 0, value));
  op.setAttr('operandSegmentSizes', segmentSizes(sizes));
}
