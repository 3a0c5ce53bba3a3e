import { bytesText, type Operation } from '@shardform/ir-core';
import type { ArrayData } from '../array/index.ts';
import { ExecutionError } from './execution-error.ts';
import type { RuntimeValue } from './runtime-value.ts';

/** The most memory that a device has used, and the operation that made it so much. */
export interface MemoryPeak {
  readonly bytes: number;
  /** `null` for a device that has held nothing. */
  readonly op: Operation | null;
}

/** Memory of the devices of one run: of arguments and results from when they are made until their last use. */
export class DeviceMemory {
  readonly #limit: number;
  readonly #meters: MemoryMeter[] = [];

  /** @param limit bytes that a device has. */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  /** The meter of a device. */
  meter(device: number): MemoryMeter {
    return (this.#meters[device] ??= new MemoryMeter(device, this.#limit));
  }

  /** By device. */
  get peaks(): readonly MemoryPeak[] {
    return this.#meters.map(({ peak }) => peak);
  }
}

/** Counts the memory that one device holds. Storage that several values share counts once. */
export class MemoryMeter {
  readonly #device: number;
  readonly #limit: number;
  readonly #holders = new Map<ArrayData, number>();
  #bytes = 0;
  #peak: MemoryPeak = { bytes: 0, op: null };

  constructor(device: number, limit: number) {
    this.#device = device;
    this.#limit = limit;
  }

  get peak(): MemoryPeak {
    return this.#peak;
  }

  /** @throws ExecutionError when the device has not got as much. */
  hold(value: RuntimeValue, op: Operation): void {
    if (value.kind === 'token') return;
    if (value.kind === 'tuple') {
      for (const part of value.parts) this.hold(part, op);
      return;
    }
    const { data } = value;
    const holders = this.#holders.get(data) ?? 0;
    this.#holders.set(data, holders + 1);
    if (holders > 0) return;
    this.#bytes += data.byteLength;
    if (this.#bytes <= this.#peak.bytes) return;
    this.#peak = { bytes: this.#bytes, op };
    if (this.#bytes <= this.#limit) return;
    const [own, all, limit] = [data.byteLength, this.#bytes, this.#limit].map(bytesText);
    throw new ExecutionError(
      op,
      `out of memory: device ${this.#device} has ${limit}, '${op.name}' needs ${own} more and makes it ${all}`,
    );
  }

  release(value: RuntimeValue): void {
    if (value.kind === 'token') return;
    if (value.kind === 'tuple') {
      for (const part of value.parts) this.release(part);
      return;
    }
    const { data } = value;
    const holders = this.#holders.get(data)! - 1;
    if (holders > 0) this.#holders.set(data, holders);
    else {
      this.#holders.delete(data);
      this.#bytes -= data.byteLength;
    }
  }
}
