import type { ModuleOp, Operation, Value } from '@shardform/ir-core';
import type { MemoryPoint } from '@shardform/runtime-dist';
import {
  moduleAround,
  type Route,
  type Timeline,
  type TimeFacts,
  timelineOf,
  type ValueId,
} from '@shardform/study';
import { transfer } from 'comlink';
import type { Basis } from '../../compiler/messages.ts';
import { defineAnswer } from '../define-view.ts';
import { measuredLane, timesOfKernel } from './measured-lane.ts';

/** A timeline as it is sent to the page. */
export interface TimelinePicture {
  readonly seconds: number;
  /** What is shown of time: as long as the longer one of the predicted and the measured step. */
  readonly span: number;
  /** The machine's name. */
  readonly machine: string;
  readonly basis: Basis;
  readonly time: TimeFacts;
  /** The most bytes that a device needs, and why it may be more than are live. */
  readonly peakBytes: number | null;
  readonly lanes: readonly Lane[];
  /** The measured step; `null` without a profile of what is shown. */
  readonly measured: MeasuredLane | null;
  /** By number of the operation. */
  readonly operations: readonly TimedOperation[];
  /** What the times do not contain. */
  readonly warnings: readonly string[];
}

/** A measured step, in medians over steps and devices, beside the lanes that are predicted. */
export interface MeasuredLane extends Lane {
  /** Until the last operation ends, as it is drawn. */
  readonly end: number;
  /** From the first event of a device to its last one. */
  readonly seconds: number;
  /** Of the time of devices, the part that is joined to operations of the compiled program. */
  readonly joined: number;
}

/** What devices do that all do the same. */
export interface Lane {
  /** Numbers of the mesh. */
  readonly devices: readonly number[];
  /** Computation first, then communication by axis, as far as there is any. */
  readonly rows: readonly Row[];
  /** Beginnings and ends of the times in which the devices do nothing. */
  readonly waits: Float64Array;
  readonly memoryTimes: Float64Array;
  readonly memoryBytes: Float64Array;
}

/** Events that don't overlap, ordered by time. */
export interface Row {
  /** The name of the axes; `null` for computation. */
  readonly axis: string | null;
  /** Numbers of operations. */
  readonly operations: Int32Array;
  readonly starts: Float64Array;
  readonly durations: Float64Array;
  /** The seconds of each duration, at the end, that sharing links adds; and those before each start. */
  readonly shared: Float64Array;
  readonly queued: Float64Array;
}

/** An operation of a timeline. */
export interface TimedOperation {
  readonly name: string;
  readonly label: string;
  readonly id: ValueId | null;
  /** The name of its value; empty for none. */
  readonly value: string;
  readonly line: number | null;
  readonly axis: string | null;
  readonly bytes: number | null;
  readonly flops: number;
  /** Seconds. */
  readonly launch: number;
  readonly bound: 'launch' | 'compute' | 'memory' | 'network';
  readonly stage: number | null;
  readonly microbatch: number | null;
  /** The pairs of devices between which a tensor is sent; none for other operations. */
  readonly routes: readonly Route[];
  /** The links that it contends for; `null` for none. */
  readonly contendedLink: string | null;
  /** What was measured of it in a step; `null` for nothing. */
  readonly measured: MeasuredTimes | null;
}

/** Measured times of an operation, of a kernel with all that is fused in it. */
export interface MeasuredTimes {
  /** Of a step, the median over steps and devices. */
  readonly seconds: number;
  /** In the simulation of the profiled program. */
  readonly predictedSeconds: number | null;
  readonly ratio: number | null;
  /** The part of the time from its first event to its last one in which it goes on: less than 1 in loops. */
  readonly density: number;
  /** Whether it stands for a measured event, not a predicted one. */
  readonly isEvent: boolean;
}

/** What devices do over time when they run the program as far as a step, or why that is unknown. */
export default defineAnswer(
  async (
    session,
    { stage: index }: { readonly stage: number },
  ): Promise<TimelinePicture | { readonly problem: string } | null> => {
    const { study, machine } = session;
    const stage = session.stage(index);
    if (stage === null) return null;
    const { facts } = study.measuredAt(stage, machine);
    const timeline = timelineOf(study, stage, machine);
    if (timeline === null || facts.time === null)
      return { problem: facts.problems[0] ?? 'the program can not be simulated' };
    const { module } = timeline;
    const isOnMeshes = study.isOnMeshesAt(module);
    const versionOf = (op: Operation | null): ModuleOp => (op === null ? null : moduleAround(op)) ?? module;
    const idOf = (value: Value, version: ModuleOp): ValueId | null => {
      const id = study.valuesOf(version).idOf(value);
      // Microbatches share the function of a fragment: which of their values it is, is not known.
      return isOnMeshes && stage.values.find(`${id}~1`) !== null ? null : id;
    };
    const lanes = timeline.lanes.map((lane) => sentLane(lane, timeline));
    const overlay = stage.compiled === undefined ? null : await session.profiled();
    const measured =
      overlay === null ? null : measuredLane(overlay, session, stage, timeline.operations.length);
    const picture: TimelinePicture = {
      seconds: timeline.seconds,
      span: Math.max(timeline.seconds, measured?.lane.end ?? 0),
      machine: machine.name,
      basis: session.basisAt(stage),
      time: facts.time,
      peakBytes: facts.memory?.bytes ?? null,
      lanes,
      measured: measured?.lane ?? null,
      operations: [
        ...timeline.operations.map(({ op, value, ...known }) => ({
          ...known,
          id: value === null ? null : idOf(value, versionOf(op)),
          value: value === null ? '' : study.namingOf(versionOf(op)).operand(value),
          line: op === null ? null : study.lineOfOperation(op),
          measured: op === null || overlay === null ? null : timesOfKernel(overlay.measured(op), false),
        })),
        ...(measured?.operations ?? []),
      ],
      warnings: facts.problems,
    };
    const sent = measured === null ? lanes : [...lanes, measured.lane];
    return transfer(picture, sent.flatMap(buffersOf));
  },
);

function sentLane(lane: Timeline['lanes'][number], { operations, seconds }: Timeline): Lane {
  const byAxis = new Map<string | null, number[]>([[null, []]]);
  for (const [event, operation] of lane.operations.entries()) {
    const { axis } = operations[operation]!;
    const known = byAxis.get(axis);
    if (known === undefined) byAxis.set(axis, [event]);
    else known.push(event);
  }
  return {
    devices: lane.devices,
    rows: Array.from(byAxis, ([axis, events]) => ({
      axis,
      operations: Int32Array.from(events, (event) => lane.operations[event]!),
      starts: Float64Array.from(events, (event) => lane.starts[event]!),
      durations: Float64Array.from(events, (event) => lane.durations[event]!),
      shared: Float64Array.from(events, (event) => lane.shared[event]!),
      queued: Float64Array.from(events, (event) => lane.queued[event]!),
    })),
    waits: waitsOf(lane, seconds),
    memoryTimes: timesOf(lane.memory),
    memoryBytes: Float64Array.from(lane.memory, ({ bytes }) => bytes),
  };
}

function timesOf(memory: readonly MemoryPoint[]): Float64Array {
  return Float64Array.from(memory, ({ time }) => time);
}

/** The times between events, contention aside, and from the last one to the end of the program. */
function waitsOf({ starts, durations, queued }: Timeline['lanes'][number], seconds: number): Float64Array {
  const waits: number[] = [];
  let busyUntil = 0;
  const wait = (until: number): void => {
    // Less is the rounding of sums.
    if (until - busyUntil > seconds * 1e-9) waits.push(busyUntil, until);
  };
  for (const [event, start] of starts.entries()) {
    wait(start - queued[event]!);
    busyUntil = Math.max(busyUntil, start + durations[event]!);
  }
  wait(seconds);
  return Float64Array.from(waits);
}

function buffersOf({ rows, waits, memoryTimes, memoryBytes }: Lane): ArrayBuffer[] {
  const arrays = [
    ...rows.flatMap(({ operations, starts, durations, shared, queued }) => [
      ...[operations, starts, durations, shared, queued],
    ]),
    ...[waits, memoryTimes, memoryBytes],
  ];
  // They were made here, on buffers of their own.
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}
