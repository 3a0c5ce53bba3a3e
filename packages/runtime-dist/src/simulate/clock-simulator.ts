import { checkInterruptAfter, STEPS_PER_OPERATION } from '@shardform/ir-core';
import type { CostModel, OpCosts } from '../cost/distir-cost.ts';
import type { FlatProgram } from '../program/flat-program.ts';
import { opClass, opKinds } from '../program/op-kind.ts';
import { LiveMemory } from './live-memory.ts';
import type { SimulateOptions, Simulation, TimedEvent } from './simulation.ts';

const communicates: readonly boolean[] = opKinds.map((kind) => opClass(kind) === 'communicate');

/**
 * DistIR's simulator: one clock per device. The devices of an operation synchronize, then each advances by its own
 * cost. Nothing overlaps on a device, and links are not contended.
 */
export function simulateClocks(
  program: FlatProgram,
  model: CostModel,
  { events: keepEvents = false, memory: keepMemory = false, updatesInPlace }: SimulateOptions = {},
): Simulation {
  const bound = program.deviceBound;
  const clock = new Float64Array(bound);
  const compute = new Float64Array(bound);
  const communication = new Float64Array(bound);
  const memory = new LiveMemory(program, keepMemory, updatesInPlace);
  const events: TimedEvent[] = [];
  const costs: OpCosts = { count: 0, devices: [], seconds: [] };
  const touched = new Uint8Array(bound);
  const { operandStart, operands, resultStart, valueDevice, opKind } = program;
  for (let op = 0; op < program.opCount; op += 1) {
    checkInterruptAfter(STEPS_PER_OPERATION);
    // Synchronize the devices of all operands and results.
    const firstOperand = operandStart[op];
    const lastOperand = operandStart[op + 1];
    const firstResult = resultStart[op];
    const lastResult = resultStart[op + 1];
    const one = valueDevice[firstOperand < lastOperand ? operands[firstOperand] : firstResult];
    let latest = clock[one];
    let isAlone = true;
    for (let i = firstOperand; i < lastOperand; i += 1) {
      const device = valueDevice[operands[i]];
      if (device === one) continue;
      isAlone = false;
      if (clock[device] > latest) latest = clock[device];
    }
    for (let value = firstResult; value < lastResult; value += 1) {
      const device = valueDevice[value];
      if (device === one) continue;
      isAlone = false;
      if (clock[device] > latest) latest = clock[device];
    }
    if (!isAlone) {
      for (let i = firstOperand; i < lastOperand; i += 1) clock[valueDevice[operands[i]]] = latest;
      for (let value = firstResult; value < lastResult; value += 1) clock[valueDevice[value]] = latest;
    }
    model.costOf(program, op, costs);
    const spent = communicates[opKind[op]] ? communication : compute;
    for (let i = 0; i < costs.count; i += 1) {
      const device = costs.devices[i];
      const duration = costs.seconds[i];
      if (keepEvents) events.push({ op, device, stream: 'compute', start: clock[device], duration });
      clock[device] += duration;
      spent[device] += duration;
      touched[device] = 1;
    }
    memory.execute(op, clock);
  }
  return summary(program, { clock, compute, communication, memory, events, touched });
}

/** Returns the times and memories of all devices, as a simulation. */
export function summary(
  program: FlatProgram,
  state: {
    readonly clock: Float64Array;
    readonly compute: Float64Array;
    readonly communication: Float64Array;
    readonly memory: LiveMemory;
    readonly events: readonly TimedEvent[];
    readonly touched: Uint8Array;
  },
): Simulation {
  const { clock, compute, communication, memory, events, touched } = state;
  const devices = Array.from({ length: program.deviceBound }, (_, device) => device).filter(
    (device) => touched[device] === 1 || memory.seen[device] === 1,
  );
  return {
    latency: Math.max(0, ...devices.map((device) => clock[device])),
    peakBytes: Math.max(0, ...devices.map((device) => memory.peak[device])),
    devices: devices.map((device) => ({
      device,
      clock: clock[device],
      peakBytes: memory.seen[device] === 1 ? memory.peak[device] : null,
      finalBytes: memory.live[device],
      computeSeconds: compute[device],
      communicationSeconds: communication[device],
    })),
    events,
    memory: memory.points ?? new Map(),
  };
}
