import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  Builder,
  type Context,
  FunctionType,
  type Location,
  type RankedTensorType,
  StringAttr,
  type Tensor,
  type Value,
  lookUp,
} from '@shardform/ir-core';
import { ChannelHandleAttr, channelType } from '../attrs/channel-handle-attr.ts';
import { AfterAllOp } from '../ops/token-ops.ts';
import { RecvOp, SendOp } from '../ops/host-transfer-ops.ts';
import { TokenType } from '../types/token-type.ts';
import { type TensorBuilder, tensorOf } from './tensor-builder.ts';

/** A tensor in the function of a device. */
export interface DeviceTensor {
  readonly device: number;
  readonly value: Tensor;
}

interface DeviceProgram<B> {
  /** The number of the process that runs the function. */
  readonly process: number;
  readonly func: FuncOp;
  readonly tensors: B;
  readonly returned: Tensor[];
  /** The token that orders messages; `null` before the first. */
  token: Value | null;
}

/**
 * A function per device, which grow side by side in the order of the program of all devices: devices that wait for
 * each other meet in that order, so that none waits for ever.
 */
export class DevicePrograms<B extends TensorBuilder> {
  readonly devices: readonly number[];
  readonly #programs = new Map<number, DeviceProgram<B>>();
  #location: Location;
  #channels = 0;

  /**
   * @param devices in ascending order; the index of a device is the id of the process that runs its function.
   * @param makeBuilder makes what creates the operations of a device.
   */
  constructor(
    devices: readonly number[],
    location: Location,
    context: Context,
    makeBuilder: (builder: Builder) => B,
  ) {
    this.devices = devices;
    this.#location = location;
    for (const [process, device] of devices.entries()) {
      const func = FuncOp.declaration(`device_${device}`, FunctionType.get([], []));
      func.location = location;
      const builder = new Builder(context);
      builder.createBlock(func.body);
      const tensors = makeBuilder(builder);
      this.#programs.set(device, { process, func, tensors, returned: [], token: null });
    }
  }

  /** The location of operations created from here on. */
  set location(location: Location) {
    this.#location = location;
  }

  /** Creates at the end of a device's function. */
  on(device: number): B {
    return this.#at(this.#programOf(device));
  }

  #programOf(device: number): DeviceProgram<B> {
    return lookUp(this.#programs, device);
  }

  #at({ tensors }: DeviceProgram<B>): B {
    tensors.builder.location = this.#location;
    return tensors;
  }

  /** The number of the process that runs a device's function. */
  processOf(device: number): number {
    return this.#programOf(device).process;
  }

  /** A channel that nothing else uses. */
  newChannel(): ChannelHandleAttr {
    this.#channels += 1;
    return ChannelHandleAttr.get({ handle: this.#channels, type: channelType.deviceToDevice });
  }

  addArgument(device: number, type: RankedTensorType): DeviceTensor {
    const { entry } = this.#programOf(device).func;
    return { device, value: tensorOf(entry.addArgument(type, this.#location)) };
  }

  addResult({ device, value }: DeviceTensor): void {
    this.#programOf(device).returned.push(value);
  }

  /** A tensor on a device, which is sent there unless it is there. */
  transfer({ device, value }: DeviceTensor, to: number): DeviceTensor {
    if (device === to) return { device, value };
    const channelHandle = this.newChannel();
    const source = this.#programOf(device);
    const sent = { inputs: [value], token: this.#tokenOf(source), channelHandle };
    source.token = this.#at(source).builder.create(SendOp, sent, [TokenType.instance]).result;
    const target = this.#programOf(to);
    const expected = { token: this.#tokenOf(target), channelHandle };
    const types = [value.type, TokenType.instance];
    const received = this.#at(target).builder.create(RecvOp, expected, types);
    target.token = received.getResult(1);
    return { device: to, value: tensorOf(received.results[0]) };
  }

  #tokenOf(program: DeviceProgram<B>): Value {
    return program.token ?? this.#at(program).builder.create(AfterAllOp, { inputs: [] }).result;
  }

  /** Completes the functions, which are not in a block yet, in the order of the devices. */
  finish(): FuncOp[] {
    return this.devices.map((device) => {
      const program = this.#programOf(device);
      const { func, returned } = program;
      this.#at(program).builder.create(ReturnOp, { operands: returned });
      func.functionType = FunctionType.get(
        func.entry.arguments.map(({ type }) => type),
        returned.map(({ type }) => type),
      );
      func.symVisibility = StringAttr.get('private');
      return func;
    });
  }
}
