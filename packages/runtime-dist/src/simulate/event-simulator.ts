import { linkName, type Machine, type PermutedPair } from '@shardform/cost-model';
import { checkInterruptAfter, STEPS_PER_OPERATION } from '@shardform/ir-core';
import type { CostModel, OpCosts } from '../cost/distir-cost.ts';
import { permutedPairs } from '../cost/permute-cost.ts';

import type { FlatProgram } from '../program/flat-program.ts';
import { kindNumber, opClass, opKinds } from '../program/op-kind.ts';
import { MemoryLedger, nothingHeld } from './memory-ledger.ts';
import type { DeviceSummary, LinkTime, SimulateOptions, Simulation, TimedEvent } from './simulation.ts';

/** Options of the use of devices and wires. */
export interface EventOptions extends SimulateOptions {
  /** True if a device communicates while it computes; by default it does, unless the devices of the machine never compute meanwhile. */
  readonly overlap?: boolean;
  /** True if transfers and collectives that share a wire wait for each other; by default they do. */
  readonly contention?: boolean;
}

const communicates: readonly boolean[] = opKinds.map((kind) => opClass(kind) === 'communicate');
const SEND = kindNumber('Send');
const PERMUTE = kindNumber('CollectivePermute');
const NO_WIRES: readonly number[] = [];
/** Of those of an operation, about as many as waiting for an operand or a result takes. */
const STEPS_PER_VALUE = 100;

/** A simulation with what determined its length. */
export interface EventSimulation extends Simulation {
  readonly criticalPath: readonly number[];
}

/**
 * Simulates a program with a stream of computation and one of communication per device. Each stream does its
 * operations in program order; an operation starts when its operands are there and all its streams are free. Without
 * overlap and contention the outcome is that of `simulateClocks`.
 */
export function simulateEvents(
  program: FlatProgram,
  model: CostModel,
  machine: Machine,
  options: EventOptions = {},
): EventSimulation {
  return new EventSimulator(program, model, machine, options).run();
}

/** Whether no device computes while it communicates: then the two are one stream, whose events are not slowed but wait. */
function isBlocking({ devices }: Machine): boolean {
  const [, ...others] = devices.values();
  return others.length > 0 && others.every(({ efficiency }) => efficiency?.overlap === 0);
}

class EventSimulator {
  readonly #program: FlatProgram;
  readonly #model: CostModel;
  readonly #overlap: boolean;
  /** True if events of communication are told from those of computation. */
  readonly #namesStreams: boolean;
  readonly #options: EventOptions;
  readonly #streams: number;
  /** Time at which each stream is free, and the operation it did last: [device * streams + stream]. */
  readonly #free: Float64Array;
  readonly #lastOp: Int32Array;
  readonly #wires: Wires;
  readonly #ready: Float64Array;
  readonly #producer: Int32Array;
  /** The operation for which each operation waited last. */
  readonly #cause: Int32Array;
  readonly #compute: Float64Array;
  readonly #communication: Float64Array;
  readonly #isUsed: Uint8Array;
  /** `null` where nobody asks what devices hold. */
  readonly #ledger: MemoryLedger | null;
  readonly #machine: Machine;
  /** By device, when its last collective began. */
  readonly #began: Float64Array;
  /** By device, its speed while it communicates. */
  readonly #speeds: (number | undefined)[] = [];
  readonly #costs: OpCosts = { count: 0, devices: [], seconds: [] };
  readonly #alone: OpCosts = { count: 0, devices: [], seconds: [] };
  readonly #events: TimedEvent[] = [];
  /** The devices of the collective at hand. */
  readonly #members: number[] = [];
  #start = 0;
  #because = -1;

  constructor(program: FlatProgram, model: CostModel, machine: Machine, options: EventOptions) {
    const { overlap = true } = options;
    const bound = program.deviceBound;
    this.#program = program;
    this.#model = model;
    this.#options = options;
    this.#namesStreams = overlap;
    this.#overlap = overlap && !isBlocking(machine);
    this.#streams = this.#overlap ? 2 : 1;
    this.#free = new Float64Array(bound * this.#streams);
    this.#lastOp = new Int32Array(bound * this.#streams).fill(-1);
    this.#wires = new Wires(machine, bound);
    this.#ready = new Float64Array(program.valueCount);
    this.#producer = new Int32Array(program.valueCount).fill(-1);
    this.#cause = new Int32Array(program.opCount).fill(-1);
    this.#compute = new Float64Array(bound);
    this.#communication = new Float64Array(bound);
    this.#isUsed = new Uint8Array(bound);
    this.#machine = machine;
    this.#began = new Float64Array(bound);
    this.#ledger = options.holds === false ? null : new MemoryLedger(program, options.updatesInPlace ?? true);
  }

  run(): EventSimulation {
    let latency = 0;
    let last = -1;
    for (let op = 0; op < this.#program.opCount; op += 1) {
      const end = this.#operation(op);
      if (end <= latency && last >= 0) continue;
      latency = end;
      last = op;
    }
    const criticalPath: number[] = [];
    for (let op = last; op >= 0; op = this.#cause[op]) criticalPath.push(op);
    return this.#outcome(latency, criticalPath.reverse());
  }

  /** @returns when the operation ends. */
  #operation(op: number): number {
    const { operandStart, operands, resultStart, valueDevice, opKind } = this.#program;
    const kind = opKind[op];
    const isCommunication = communicates[kind];
    const streams = this.#streams;
    const stream = isCommunication ? streams - 1 : 0;
    const [from, to] = [operandStart[op], operandStart[op + 1]];
    const [firstResult, lastResult] = [resultStart[op], resultStart[op + 1]];
    checkInterruptAfter(STEPS_PER_OPERATION + STEPS_PER_VALUE * (to - from + lastResult - firstResult));
    this.#start = 0;
    this.#because = -1;
    if (kind === SEND && this.#options.ordersSends === false) return this.#sendAtOnce(op);
    for (let i = from; i < to; i += 1) {
      const value = operands[i];
      this.#waitFor(this.#ready[value], this.#producer[value]);
      const at = valueDevice[value] * streams + stream;
      this.#waitFor(this.#free[at], this.#lastOp[at]);
    }
    for (let value = firstResult; value < lastResult; value += 1) {
      const at = valueDevice[value] * streams + stream;
      this.#waitFor(this.#free[at], this.#lastOp[at]);
    }
    const wires = this.#options.contention === false ? NO_WIRES : this.#wiresOf(op, kind);
    const collective = this.#program.opCollective.get(op)?.first ?? op;
    const queued = this.#queueFor(wires, collective);
    const start = this.#start;
    this.#cause[op] = this.#because;
    // All participating streams wait for the start; each is busy for its own time.
    for (let i = from; i < to; i += 1) this.#occupy(valueDevice[operands[i]] * streams + stream, start);
    for (let value = firstResult; value < lastResult; value += 1)
      this.#occupy(valueDevice[value] * streams + stream, start);
    const end = this.#spend(op, isCommunication, stream, start, queued);
    for (const wire of wires) this.#wires.take(wire, end, op, collective);
    for (let value = firstResult; value < lastResult; value += 1) {
      this.#ready[value] = this.#free[valueDevice[value] * streams + stream];
      this.#producer[value] = op;
    }
    this.#ledger?.execute(op, start, end);
    return end;
  }

  /** @returns when a send ends that waits for nothing but what it sends. */
  #sendAtOnce(op: number): number {
    const { operandStart, operands, resultStart } = this.#program;
    const [value, received] = [operands[operandStart[op]], resultStart[op]];
    this.#waitFor(this.#ready[value], this.#producer[value]);
    const start = this.#start;
    this.#cause[op] = this.#because;
    this.#model.costOf(this.#program, op, this.#costs);
    let end = start;
    for (let i = 0; i < this.#costs.count; i += 1) {
      const [device, duration] = [this.#costs.devices[i], this.#costs.seconds[i]];
      end = Math.max(end, start + duration);
      if (this.#options.events === true)
        this.#events.push({ op, device, stream: 'communication', start, duration });
    }
    this.#ready[received] = end;
    this.#producer[received] = op;
    this.#ledger?.execute(op, start, end);
    return end;
  }

  /** The wires that an operation needs for itself: a permute those of its pairs, another collective those of the ring of its devices. */
  #wiresOf(op: number, kind: number): readonly number[] {
    if (!communicates[kind]) return NO_WIRES;
    const { operandStart, operands, resultStart, valueDevice } = this.#program;
    const [first, last] = [resultStart[op], resultStart[op + 1]];
    const source = valueDevice[operands[operandStart[op]]];
    if (kind === SEND) return this.#wires.between(source, valueDevice[first]);
    if (kind === PERMUTE) return this.#wires.ofPairs(permutedPairs(this.#program, op));
    const devices = this.#members;
    devices.length = 0;
    for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) devices.push(valueDevice[operands[i]]);
    for (let value = first; value < last; value += 1) devices.push(valueDevice[value]);
    return this.#wires.around(devices);
  }

  /** Waits for wires that other collectives have. @returns how long; `null` if they are free. */
  #queueFor(wires: readonly number[], collective: number): LinkTime | null {
    const ready = this.#start;
    let last = -1;
    for (const wire of wires) {
      const before = this.#start;
      this.#waitFor(this.#wires.freeFor(wire, collective), this.#wires.lastOp[wire]);
      if (this.#start > before) last = wire;
    }
    return last < 0 ? null : { seconds: this.#start - ready, link: this.#wires.linkOf(last) };
  }

  #waitFor(time: number, op: number): void {
    if (time < this.#start || (time === this.#start && this.#because >= 0)) return;
    this.#start = time;
    this.#because = op;
  }

  #occupy(at: number, start: number): void {
    if (this.#free[at] < start) this.#free[at] = start;
  }

  #spend(
    op: number,
    isCommunication: boolean,
    stream: number,
    start: number,
    queued: LinkTime | null,
  ): number {
    const costs = this.#costs;
    const isRecorded = this.#options.events === true;
    this.#model.costOf(this.#program, op, costs);
    const link =
      isRecorded && isCommunication
        ? (this.#model.aloneCostOf?.(this.#program, op, this.#alone) ?? null)
        : null;
    const spent = isCommunication ? this.#communication : this.#compute;
    let end = start;
    for (let i = 0; i < costs.count; i += 1) {
      const device = costs.devices[i];
      const at = device * this.#streams + stream;
      const duration = isCommunication ? costs.seconds[i] : this.#slowed(device, start, costs.seconds[i]);
      if (isCommunication) this.#began[device] = start;
      this.#free[at] = start + duration;
      this.#lastOp[at] = op;
      this.#isUsed[device] = 1;
      spent[device] += duration;
      if (start + duration > end) end = start + duration;
      if (isRecorded) {
        const name = this.#namesStreams && isCommunication ? 'communication' : 'compute';
        const slowed = duration - costs.seconds[i];
        const shared = link === null ? 0 : duration - this.#alone.seconds[i];
        const event = { op, device, stream: name, start, duration } as const;
        const isPlain = slowed <= 0 && queued === null && (link === null || shared <= 0);
        // Most events are plain, and copying them takes longer than all else of an operation.
        this.#events.push(
          isPlain
            ? event
            : {
                ...event,
                ...(slowed > 0 ? { slowed } : {}),
                ...(queued === null ? {} : { queued }),
                ...(link === null || shared <= 0 ? {} : { shared: { seconds: shared, link } }),
              },
        );
      }
    }
    return end;
  }

  /** The seconds of a kernel, which takes longer while its device communicates. */
  #slowed(device: number, start: number, seconds: number): number {
    const speed = this.#speedOf(device);
    if (speed === 1 || !this.#overlap) return seconds;
    // Both streams do their operations in order: what communicates is known when a kernel begins.
    const from = Math.max(start, this.#began[device]);
    const until = this.#free[device * this.#streams + 1];
    if (until <= from || from >= start + seconds) return seconds;
    const before = from - start;
    const during = (until - from) * speed;
    const left = seconds - before;
    return left <= during ? before + left / speed : seconds + (until - from) - during;
  }

  #speedOf(device: number): number {
    let speed = this.#speeds[device];
    if (speed === undefined)
      this.#speeds[device] = speed = this.#machine.devices.get(device)?.efficiency?.overlap ?? 1;
    return speed;
  }

  #outcome(latency: number, criticalPath: readonly number[]): EventSimulation {
    const held = this.#ledger?.settle(this.#options.memory === true) ?? nothingHeld(this.#program);
    const { peak, final, points, seen } = held;
    const devices: DeviceSummary[] = [];
    for (let device = 0; device < this.#program.deviceBound; device += 1) {
      if (this.#isUsed[device] === 0 && seen[device] === 0) continue;
      const first = device * this.#streams;
      devices.push({
        device,
        clock: Math.max(this.#free[first], this.#free[first + this.#streams - 1]),
        peakBytes: seen[device] === 1 ? peak[device] : null,
        finalBytes: final[device],
        computeSeconds: this.#compute[device],
        communicationSeconds: this.#communication[device],
      });
    }
    const peakBytes = devices.reduce((most, { device }) => Math.max(most, peak[device]), 0);
    return { latency, devices, peakBytes, events: this.#events, memory: points, criticalPath };
  }
}

/** The links of a machine, numbered in the order of first use. */
class Wires {
  /** When each wire is free, and when it was before the collective that has it. */
  readonly #free: number[] = [];
  readonly #before: number[] = [];
  readonly #collective: number[] = [];
  readonly lastOp: number[] = [];
  readonly #names: string[] = [];
  readonly #machine: Machine;
  readonly #bound: number;
  readonly #numbers = new Map<string, number>();
  readonly #routes = new Map<number, readonly number[]>();
  readonly #rings = new Map<
    number,
    { readonly members: readonly number[]; readonly wires: readonly number[] }[]
  >();

  constructor(machine: Machine, bound: number) {
    this.#machine = machine;
    this.#bound = bound;
  }

  between(from: number, to: number): readonly number[] {
    const key = from * this.#bound + to;
    const known = this.#routes.get(key);
    if (known !== undefined) return known;
    const route = this.#machine.route(from, to).map((name) => {
      const number = this.#numbers.get(name) ?? this.#numbers.size;
      this.#numbers.set(name, number);
      this.#names[number] = name;
      this.#free[number] ??= 0;
      this.#before[number] ??= 0;
      this.#collective[number] ??= -1;
      this.lastOp[number] ??= -1;
      return number;
    });
    this.#routes.set(key, route);
    return route;
  }

  /** The wires of all pairs, each once. */
  ofPairs(pairs: readonly PermutedPair[]): readonly number[] {
    return [...new Set(pairs.flatMap(({ from, to }) => this.between(from, to)))];
  }

  /** The wires of a ring of devices, each once. The list is not kept. */
  around(devices: readonly number[]): readonly number[] {
    let hash = devices.length;
    for (const device of devices) hash = (Math.imul(hash, 31) + device) | 0;
    let rings = this.#rings.get(hash);
    if (rings === undefined) this.#rings.set(hash, (rings = []));
    const known = rings.find(
      ({ members }) => members.length === devices.length && members.every((own, i) => own === devices[i]),
    );
    if (known !== undefined) return known.wires;
    const ring = [...new Set(devices)];
    const wires = new Set(
      ring.flatMap((from, i) => {
        const to = ring[(i + 1) % ring.length];
        return from === to ? [] : this.between(from, to);
      }),
    );
    const found = { members: [...devices], wires: [...wires] };
    rings.push(found);
    return found.wires;
  }

  /** The links that a wire is one of. */
  linkOf(wire: number): string {
    return linkName(this.#machine, this.#names[wire]);
  }

  /** When a wire is free for a collective, all of whose groups have it at the same time. */
  freeFor(wire: number, collective: number): number {
    return this.#collective[wire] === collective ? this.#before[wire] : this.#free[wire];
  }

  take(wire: number, until: number, op: number, collective: number): void {
    if (this.#collective[wire] === collective) this.#free[wire] = Math.max(this.#free[wire], until);
    else {
      this.#before[wire] = this.#free[wire];
      this.#free[wire] = until;
      this.#collective[wire] = collective;
    }
    this.lastOp[wire] = op;
  }
}
