import { bytesText } from '@shardform/ir-core';
import {
  DeviceMemory,
  type Fault,
  FaultPlan,
  type MachineOptions,
  type MemoryPeak,
  parseFaultScenario,
  ScenarioError,
} from '@shardform/runtime-sim';
import { secondsText } from '@shardform/study';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { readInputText } from '../utf8-text.ts';
import type { RunArguments } from './run-flags.ts';

/** The options of the simulated machine, and its observations at the end of the run. */
export interface MachineWatch {
  /** `null` unless requested. */
  readonly memory: DeviceMemory | null;
  /** `null` without faults. */
  readonly faults: FaultPlan | null;
}

/** Sets up the machine that a run requests. @throws UsageError for an invalid scenario. */
export function machineWatch(flags: RunArguments, deviceCount: number, input: ToolInput): MachineWatch {
  const countsMemory = flags.tellsMemory || flags.memoryLimit !== null;
  const memory = countsMemory ? new DeviceMemory(flags.memoryLimit ?? Infinity) : null;
  if (flags.faults === null) return { memory, faults: null };
  const text = readInputText(flags.faults, input);
  try {
    return { memory, faults: new FaultPlan(parseFaultScenario(text, deviceCount)) };
  } catch (error) {
    if (error instanceof ScenarioError) throw new UsageError(`'${flags.faults}': ${error.message}`);
    throw error;
  }
}

/** Returns the same for the execution. */
export function machineOptions({ memory, faults }: MachineWatch): MachineOptions {
  return { ...(memory === null ? {} : { memory }), ...(faults === null ? {} : { faults }) };
}

/** Returns the machine's observations, one line each. */
export function machineReport({ memory, faults }: MachineWatch): string[] {
  const lines = memory === null ? [] : [memoryLine(memory.peaks)];
  if (faults !== null) {
    const { collectives, slowed, seconds, secondsWithoutFaults } = faults.linkReport();
    if (slowed > 0) {
      const times = `${secondsText(seconds)} instead of ${secondsText(secondsWithoutFaults)}`;
      lines.push(
        `slow links: ${slowed} of ${collectives} collectives used one; communication takes ${times}`,
      );
    }
    for (const fault of faults.unusedFaults()) lines.push(`no effect: ${faultText(fault)}`);
  }
  return lines;
}

function memoryLine(peaks: readonly MemoryPeak[]): string {
  const device = peaks.reduce((most, { bytes }, i) => (bytes > peaks[most]!.bytes ? i : most), 0);
  const { bytes = 0, op = null } = peaks[device] ?? {};
  const place = op === null ? '' : ` at '${op.name}' on device ${device}`;
  return `peak memory of a device: ${bytesText(bytes)}${place}`;
}

function faultText(fault: Fault): string {
  if (fault.kind === 'slow-link') return `the link of devices ${fault.from} and ${fault.to}`;
  const time = fault.occurrence === 1 ? '' : ` a ${fault.occurrence}. time`;
  if (fault.kind === 'device-failure') return `device ${fault.device} does not execute '${fault.op}'${time}`;
  return `devices ${fault.from} and ${fault.to} do not meet at '${fault.op}'${time}`;
}
