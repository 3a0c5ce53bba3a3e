import { bytesText } from '@shardform/ir-core';
import {
  type FlatProgram,
  ganttSvg,
  opHistogram,
  type Simulation,
  type SummaryReport,
} from '@shardform/runtime-dist';
import { percentText, secondsText } from '@shardform/study';
import { page, type Section, table } from '../report/html.ts';

/** The contents of a page about a simulation. */
export interface SimulationPage {
  readonly name: string;
  /** Which parts of a step are simulated; `null` of a program as it is written. */
  readonly simulated: string | null;
  readonly machine: string;
  readonly program: FlatProgram;
  readonly simulation: Simulation;
  readonly report: SummaryReport;
  /** Samples per second, if known. */
  readonly throughput: number | null;
  readonly isBackward: (stage: number) => boolean | null;
}

/** More operations than these make no picture that can be read. */
const MOST_DRAWN = 20_000;

/** Returns a page about a simulation that needs nothing but itself. */
export function simulationPage(given: SimulationPage): string {
  const { name, simulated, machine, program, simulation, report, throughput, isBackward } = given;
  const share = (seconds: number): string => percentText(report.latency === 0 ? 0 : seconds / report.latency);
  const figures = [
    ...(simulated === null ? [] : [['step', simulated]]),
    ['latency', secondsText(report.latency)],
    ...(throughput === null ? [] : [['throughput', `${throughput.toPrecision(6)} samples/s`]]),
    ['peak memory', bytesText(report.peakBytes)],
    ['bubble', percentText(report.bubbleRatio)],
    ['MFU', percentText(report.mfu)],
  ];
  const sections: Section[] = [{ title: 'Figures', body: table(['', ''], figures) }];
  if (program.opCount <= MOST_DRAWN)
    sections.push({ title: 'Time and memory', body: ganttSvg(program, simulation, isBackward) });
  sections.push({
    title: 'Devices',
    body: table(
      ['device', 'computes', 'communicates', 'idle', 'peak memory'],
      report.devices.map(({ device, compute, communication, idle, peakBytes }) => [
        String(device),
        share(compute),
        share(communication),
        share(idle),
        bytesText(peakBytes),
      ]),
    ),
  });
  if (report.criticalPath !== null) {
    const rows = report.criticalPath.map(({ kind, seconds }) => [kind, secondsText(seconds), share(seconds)]);
    sections.push({
      title: 'What the length comes from',
      body: table(['operations', 'time', 'share'], rows),
    });
  }
  const counts = Object.entries(opHistogram(program)).map(([kind, count]) => [kind, String(count)]);
  sections.push({ title: 'Operations', body: table(['kind', 'number'], counts) });
  return page(`${name} on ${machine}`, 'Made by shardform dist simulate.', sections);
}
