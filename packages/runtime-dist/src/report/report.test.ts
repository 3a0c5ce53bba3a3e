import { uniformMachine } from '@shardform/cost-model';
import { expect, test } from 'vitest';
import { distirCostModel } from '../cost/distir-cost.ts';

import { FlatBuilder } from '../program/flat-program.ts';
import { simulateClocks } from '../simulate/clock-simulator.ts';
import { simulateEvents } from '../simulate/event-simulator.ts';
import { chromeTrace, distirTrace } from './chrome-trace.ts';
import { ganttRows, ganttSvg, ganttText } from './gantt.ts';
import { summaryReport } from './summary-report.ts';

const machine = uniformMachine(2);
const builder = new FlatBuilder();
const type = builder.types.of([1024, 1024], 4);
const [a, b] = [builder.input(type, 1), builder.input(type, 1)];
builder.stage = 0;
builder.microbatch = 0;
const product = builder.op('MatMul', [a, b], type, 1);
const sent = builder.op('Send', [product], type, 2);
builder.stage = 1;
builder.op('Relu', [sent], type, 2);
const program = builder.build();
const simulation = simulateClocks(program, distirCostModel(machine), { events: true, memory: true });

test('a trace has an event for each device of each operation, and counters of memory', () => {
  const { traceEvents } = chromeTrace([
    { name: 'one', program, simulation },
    { name: 'two', program, simulation },
  ]);
  const events = traceEvents.filter(({ ph, pid }) => ph === 'X' && pid === 0);
  expect(events.map(({ name, tid }) => [name, tid])).toEqual([
    ['MatMul', 10],
    ['Send', 10],
    ['Send', 20],
    ['Relu', 20],
  ]);
  expect(Math.max(...events.map(({ ts, dur }) => ts! + dur!))).toBeCloseTo(simulation.latency * 1e6, 9);
  const bytes = traceEvents.filter(({ ph }) => ph === 'C').map(({ args }) => Number(args!.bytes));
  expect(Math.max(...bytes)).toBe(simulation.peakBytes);
  expect(new Set(traceEvents.map(({ pid }) => pid))).toEqual(new Set([0, 1]));
  expect(distirTrace({ program, simulation })[0]).toEqual({
    name: 'MatMul',
    ph: 'X',
    ts: 0,
    dur: simulation.events[0]!.duration * 1e6,
    pid: 0,
    tid: 1,
  });
});

test('two runs in one trace are processes with the same events', () => {
  const runs = ['first', 'second'].map((name) => ({ name, program, simulation }));
  const { traceEvents } = JSON.parse(JSON.stringify(chromeTrace(runs))) as ReturnType<typeof chromeTrace>;
  const eventsOf = (process: number) =>
    traceEvents.filter(({ pid }) => pid === process).map(({ pid: _, ...rest }) => rest);
  const [first, second] = [eventsOf(0), eventsOf(1)];
  expect(first.length + second.length).toBe(traceEvents.length);
  const named = (name: string) => ({ name: 'process_name', ph: 'M', args: { name } });
  expect(first[0]).toEqual(named('first'));
  expect(second).toEqual([named('second'), ...first.slice(1)]);
  // What the trace event format asks of each kind of event.
  for (const { name, ph, ts, dur, tid, args } of traceEvents) {
    expect(name).not.toBe('');
    if (ph !== 'M') expect(ts).toBeGreaterThanOrEqual(0);
    if (ph === 'X') expect([dur! >= 0, Number.isInteger(tid)]).toEqual([true, true]);
    if (ph === 'C') expect(args!.bytes).toBeGreaterThanOrEqual(0);
    if (name === 'thread_name') expect(args!.name).toMatch(/^device \d (compute|communication)$/);
  }
});

test('a report says how devices spend their time', () => {
  const report = summaryReport(program, simulation, machine);
  for (const { compute, communication, idle } of report.devices) {
    expect(compute + communication + idle).toBeCloseTo(report.latency, 15);
  }
  expect(report.mfu).toBeCloseTo((2 * 1024 ** 3 + 1024 ** 2) / (report.latency * 2 * 1.4e13), 12);
});

test('a bubble is time in which devices neither compute nor communicate', () => {
  const { latency, bubbleRatio, devices } = summaryReport(program, simulation, machine);
  // Device 1 waits for the last operation of device 2, which waits for the first one of device 1.
  const [first, last] = [simulation.events[0]!.duration, simulation.events.at(-1)!.duration];
  expect(devices.map(({ idle }) => idle)).toEqual([
    expect.closeTo(last, 15) as number,
    expect.closeTo(first, 15) as number,
  ]);
  expect(bubbleRatio).toBeCloseTo((first + last) / (2 * latency), 12);
});

test('a device that computes while it communicates is busy once', () => {
  const own = new FlatBuilder();
  const square = own.types.of([1024, 1024], 4);
  const x = own.input(square, 1);
  own.op('Send', [x], square, 2);
  own.op('MatMul', [x, x], square, 1);
  const beside = own.build();
  const overlapped = simulateEvents(beside, distirCostModel(machine), machine, { events: true });
  const [send] = overlapped.events.filter(({ device }) => device === 1);
  const product = overlapped.events.at(-1)!;
  expect([send!.start, product.start]).toEqual([0, 0]);
  const [one] = summaryReport(beside, overlapped, machine).devices;
  expect(one!.compute + one!.communication).toBeCloseTo(send!.duration + product.duration, 15);
  expect(one!.idle).toBe(0);
});

test('a picture has a line for each device', () => {
  const rows = ganttRows(program, simulation, 40, (stage) => stage === 1);
  expect(ganttText(rows)).toBe(
    [
      '1 FFFFF~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~',
      '2 .....~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~',
      '  F forward  B backward  # other computation  ~ communication  . idle\n',
    ].join('\n'),
  );
  const svg = ganttSvg(program, simulation);
  expect(svg.match(/<rect /g)).toHaveLength(2 + 4);
  expect(svg.match(/<path /g)).toHaveLength(2);
});
