import { basename } from 'node:path';
import { machineDevice } from '@shardform/cost-model';
import { bytesText } from '@shardform/ir-core';
import {
  countText,
  type Facts,
  type HeldGroup,
  LAUNCHES,
  meaningText,
  percentText,
  secondsText,
  sentText,
  throughputText,
  type TimeFacts,
} from '@shardform/study';
import type { ChangeText } from '../compiled/change-text.ts';
import { leftAligned } from '../distribution/table-text.ts';
import { oneDeviceHint } from '../partition/one-device-hint.ts';
import { argumentsTitle, patternText } from '../plan/spec-lines.ts';
import { hasPlayground } from '../play/playground-page.ts';
import { attentionPasses } from '../sim/attention-passes.ts';
import { spareText } from '../spare-text.ts';
import { exposedText } from '../table/exposed-text.ts';
import { moreLine } from '../table/length-flags.ts';
import type { SentGroup, StudyPage } from './study-page.ts';

/** Rows of each table, and collectives, which have two lines each, unless all are asked for. */
const [MOST_ROWS, MOST_SENDS] = [8, 6];

/** How a page is printed. */
export interface StudyTextOptions {
  /** All rows of all tables. */
  readonly isAll: boolean;
  /** With the reasons of collectives as the partitioner has them. */
  readonly isVerbose: boolean;
}

/** Returns the page for people: 60 lines at most, unless all rows are asked for. */
export function studyText(page: StudyPage, { isAll, isVerbose }: StudyTextOptions): string {
  const most = isAll ? Infinity : MOST_ROWS;
  const { facts, rules, sends, holds } = page;
  return [
    headLine(page),
    '',
    ...(facts.time === null ? [] : timeLines(facts.time, facts)),
    ...attentionLines(page),
    ...memoryLines(page),
    ...sentLines(facts),
    ...facts.problems.map((problem) => `not known: ${problem}`),
    ...section(argumentsTitle(rules ?? [], page.names.length), ruleRows(page), most),
    ...(rules?.length === 0 ? ['', argumentsTitle(rules, page.names.length)] : []),
    ...sentSection(sends, isAll ? Infinity : MOST_SENDS, isVerbose),
    ...section('largest at the peak of a device:', (holds ?? []).map(heldRow), most),
    ...suggestionLines(page),
    ...nextLines(page),
    '',
  ].join('\n');
}

/** `step.mlir: 8 devices, data=2, model=4, on a100x8; partitioned as XLA would, predicted`. */
function headLine({ file, machine, program, facts: { devices, mesh } }: StudyPage): string {
  const axes = (mesh?.axes ?? []).map(({ name, size }) => `${name}=${size}`);
  const where = [countText(devices, 'device'), ...axes].join(', ');
  return `${file === '-' ? 'the program' : file}: ${where}, on ${machine.name}; ${program}`;
}

function timeLines(time: TimeFacts, { throughput }: Facts): string[] {
  const parts = partsOf(time);
  const shares = parts
    .filter(({ seconds }) => seconds > 0.005 * time.seconds)
    .map(({ name, seconds }) => `${name} ${percentText(seconds / time.seconds)}`);
  const speed = throughput.map((own) => throughputText(own));
  return [
    [`${secondsText(time.seconds)} a step`, ...speed].join(', '),
    ...(shares.length === 0 ? [] : [`  bound by ${parts[0]!.name}: ${shares.join(', ')}`]),
  ];
}

/** `  attention is written out (4 kernels forward, 4 backward): with jax.nn... a step takes 16.8 ms`, where that is faster. */
function attentionLines({ attention, facts: { time } }: StudyPage): string[] {
  if (attention === null || time === null || attention.seconds > 0.99 * time.seconds) return [];
  return [
    `  attention is written out (${attentionPasses(attention).join(', ')}), which XLA does not fuse: with ${attention.function} a step takes ${secondsText(attention.seconds)}`,
  ];
}

/** The parts of a time, the longest first. */
function partsOf(time: TimeFacts): { readonly name: string; readonly seconds: number }[] {
  const contention = time.contention.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    { name: 'compute', seconds: time.compute },
    ...time.byAxis.map(({ axis, seconds }) => ({ name: `communication along ${axis}`, seconds })),
    { name: 'contention of links', seconds: contention },
    { name: 'waiting for other devices', seconds: time.waiting },
    { name: LAUNCHES, seconds: time.launch },
  ].sort((a, b) => b.seconds - a.seconds);
}

function memoryLines({ machine, facts: { memory } }: StudyPage): string[] {
  if (memory === null) return [];
  const { memory: capacity } = machineDevice(machine);
  const peak = `${bytesText(memory.bytes)} at the peak of a device`;
  if (capacity === Infinity) return [peak];
  const of = `${bytesText(capacity)} of ${machine.name}`;
  return [
    memory.bytes <= capacity
      ? `${peak}: fits into the ${of}${spareText(memory.bytes, capacity)}`
      : `${peak}: DOES NOT FIT into the ${of}`,
  ];
}

function sentLines({ sent, collectives, devices }: Facts): string[] {
  if (devices === 1) return [`nothing is sent: ${oneDeviceHint()}`];
  if (collectives.executions === 0) return ['nothing is sent'];
  const axes = sent.byAxis
    .filter(({ bytes }) => bytes > 0)
    .map(({ axis, bytes }) => `${bytesText(bytes)} along ${axis}`);
  const along =
    axes.length > 1 ? ` (${axes.join(', ')})` : axes.length === 1 ? ` along ${sent.byAxis[0]!.axis}` : '';
  return [
    `${sentText(sent)} sent by each device${along}, ${countText(collectives.executions, 'collective')}${meaningText(sent.meaning)}`,
  ];
}

function ruleRows({ rules, names }: StudyPage): string[][] {
  return (rules ?? []).map(({ pattern, spec, count }) => [
    patternText(pattern, names),
    spec,
    count === 1 ? '' : countText(count, 'argument'),
  ]);
}

function sentSection(sends: readonly SentGroup[], most: number, isVerbose: boolean): string[] {
  const lines = sends.slice(0, most).flatMap((own) => {
    const reason = isVerbose ? (own.detail ?? own.reason) : own.reason;
    return [groupText(own), ...(reason === null ? [] : [`      ${reason}`])];
  });
  if (lines.length === 0) return [];
  return ['', 'sent, by the time that the step waits for it:', ...lines, ...moreLine(sends.length, most)];
}

/** `2.5 ms  52.0 MiB  all_reduce along model, 32 times  x @ w (llama.py:36)`. */
function groupText(group: SentGroup): string {
  const { kind, axis, name, place, executions, bytes, seconds, hiddenSeconds } = group;
  const along = axis === '' ? '' : ` along ${axis}`;
  const often = executions === 1 ? '' : `, ${executions} times`;
  const of = [
    name,
    place === null || name?.includes(basename(place)) === true ? null : `(${basename(place)})`,
  ].filter((own) => own !== null);
  return `  ${exposedText(seconds, hiddenSeconds).padStart(9)}  ${bytesText(bytes).padStart(10)}  ${kind}${along}${often}${of.length === 0 ? '' : `: ${of.join(' ')}`}`;
}

function heldRow({ kind, name, count, bytes }: HeldGroup): string[] {
  return [bytesText(bytes).padStart(10), kind, name, count === 1 ? '' : `${count} arrays`];
}

function suggestionLines({ suggestions, isCompiled, facts: { time, sent } }: StudyPage): string[] {
  if (suggestions === null || suggestions.length === 0 || time === null) return [];
  const by = isCompiled ? 'compiled by XLA and simulated' : 'as simulated';
  return [
    '',
    `faster, ${by} (now ${secondsText(time.seconds)}, ${bytesText(sent.bytes)} sent):`,
    ...suggestions.flatMap(({ edits, seconds, bytes, peakBytes }) => {
      const costs = `${secondsText(seconds)}, ${bytesText(bytes)} sent, ${bytesText(peakBytes)} held`;
      const [first, ...others] = edits.map(editLines);
      return [
        `  ${costs}: ${first![0]!}`,
        ...[...first!.slice(1), ...others.flat()].map((line) => `      ${line}`),
      ];
    }),
  ];
}

/** The change, and the line of the user's file with it. */
function editLines({ change, place, code }: ChangeText): string[] {
  const at = place === null ? '' : `${basename(place)}: `;
  return [`${at}${change}`, ...(code === null ? [] : [`  ${code}`])];
}

function nextLines({ file, machineName, facts, rules, isCompiled }: StudyPage): string[] {
  const on = machineName === null ? '' : ` --machine ${machineName}`;

  // What came by standard input has no name.
  if (file === '-') return [];
  const devices = facts.mesh === null ? ' --devices 8' : '';
  return [
    '',
    'next:',
    `  shardform plan ${file}${devices}${on}    choose the shardings`,
    ...((rules ?? []).length === 0
      ? []
      : [`  shardform explain ${file} NAME    why a value has its sharding`]),
    ...(isCompiled
      ? []
      : [
          `  shardform study ${file}${on} --compile    the program that XLA compiles, by the jax of your Python`,
        ]),
    hasPlayground()
      ? `  shardform play ${file}    the same in the browser`
      : `  shardform report ${file} -o report.html    the same as a page`,
  ];
}

function section(title: string, rows: readonly (readonly string[])[], most: number): string[] {
  if (rows.length === 0) return [];
  const table = leftAligned(rows.slice(0, most));
  return ['', title, ...table.map((line) => `  ${line}`), ...moreLine(rows.length, most)];
}
