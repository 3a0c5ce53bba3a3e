import { bytesText } from '@shardform/ir-core';
import { countText, groupsText, mergedName, ofAnyLayer, patternText } from '@shardform/study';
import { tellsPlace } from '../partition/told-place.ts';
import { MOST_ROWS, moreLine } from '../table/length-flags.ts';
import type { CompiledJson } from './compiled-schema.ts';

type Collective = CompiledJson['collectives'][number];

/** Arrays of a combined collective that are listed. */
const MOST_ARRAYS = 3;

/** Returns the collectives of a compiled program for people, those for which devices send most first. */
export function compiledText(
  { program, compiler, devices, executedBy, collectives, totals, causes, remedies }: CompiledJson,
  isAll: boolean,
): string {
  const as = executedBy === 'accelerators' ? '; collectives as accelerators execute them' : '';
  const lines = [`${program} as compiled by ${compiler}, for ${countText(devices, 'device')}${as}`];
  if (collectives.length === 0) return `${[...lines, 'no communication'].join('\n')}\n`;
  const groups = grouped(collectives);
  const most = isAll ? Infinity : MOST_ROWS;
  const width = Math.max(...groups.map(({ bytes }) => bytesText(bytes).length));
  lines.push('', 'communication, with the bytes that each device sends:');
  for (const group of groups.slice(0, most)) lines.push(...groupLines(group, width));
  lines.push(...moreLine(groups.length, most));
  const counts = Object.entries(totals.executionsByKind).map(([kind, count]) => `${count} ${kind}`);
  lines.push('', `in all ${bytesText(totals.bytes)}: ${counts.join(', ')}${MEANINGS[totals.meaning]}`);
  const kinds = Object.entries(causes).map(([kind, count]) => `${count} ${kind}`);
  lines.push(`causes: ${kinds.join(', ')}`);
  if (remedies !== null) lines.push('', ...remedyLines(remedies));
  return `${lines.join('\n')}\n`;
}

const MEANINGS: Readonly<Record<CompiledJson['totals']['meaning'], string>> = {
  exact: '',
  'at-most': ', if all branches are taken',
  'per-iteration': ', counting one iteration of loops of unknown length',
  'at-least': ', and what unknown calls send',
};

function total({ bytes, executions }: Collective): number {
  return bytes * executions;
}

/** Collectives that are alike, such as those of equal layers. */
interface Group {
  readonly first: Collective;
  readonly executions: number;
  /** That each device sends for all of them. */
  readonly bytes: number;
  /** The arrays that they move, and why. */
  readonly reasons: readonly string[];
}

/** Returns the groups of collectives, those for which devices send most first. */
function grouped(collectives: readonly Collective[]): Group[] {
  const groups = new Map<string, Group>();
  for (const own of collectives) {
    const { kind, axes, bytes, executions, executionsMeaning, groupSize, pattern, place } = own;
    const reasons = reasonLines(own);
    const key = [
      kind,
      axes,
      groupSize,
      pattern,
      bytes,
      executionsMeaning,
      place,
      ...reasons.map(ofAnyLayer),
    ].join('|');
    const known = groups.get(key);
    groups.set(
      key,
      known === undefined
        ? { first: own, executions, bytes: total(own), reasons }
        : {
            first: known.first,
            executions: known.executions + executions,
            bytes: known.bytes + total(own),
            reasons: known.reasons.map((reason, i) => mergedName(reason, reasons[i]!)!),
          },
    );
  }
  return [...groups.values()].sort((a, b) => b.bytes - a.bytes);
}

function groupLines({ first, executions, bytes, reasons }: Group, width: number): string[] {
  const { kind, axes, place, executionsMeaning } = first;
  const members = axes.length > 0 || first.pattern !== null ? patternText(first) : ` ${groupsText(first)}`;
  const along = `${axes.length === 0 ? '' : ` along ${axes.join(', ')}`}${members}`;
  const often = executions === 1 ? '' : `, ${executions} times ${bytesText(first.bytes)}`;
  const unsure = { exact: '', 'at-most': ', if the branch is taken', 'per-iteration': ', per iteration' };
  const at = place === null ? '' : `  ${place}`;
  return [
    `  ${bytesText(bytes).padStart(width)}  ${kind}${along}${often}${unsure[executionsMeaning]}${at}`,
    ...reasons.map((reason) => `${' '.repeat(width + 4)}${reason}`),
  ];
}

function reasonLines({ moved, decisions }: Collective): string[] {
  const listed = moved.toSorted((a, b) => b.bytes - a.bytes).slice(0, MOST_ARRAYS);
  return [
    ...listed.map(arrayText),
    ...(moved.length > MOST_ARRAYS ? [`and ${moved.length - MOST_ARRAYS} more arrays`] : []),
    ...decisions.map(({ text }) => `- ${text}`),
  ];
}

function arrayText({
  value,
  name,
  from,
  to,
  cause,
  shardyBytes,
  bytes,
}: Collective['moved'][number]): string {
  const title = name ?? value;
  const change = from === null ? '' : ` ${from}${to === null ? '' : ` to ${to}`}`;
  const moved = title === null ? '' : `${title}${change}: `;
  const isDearer = shardyBytes !== null && shardyBytes < bytes * MUCH_LESS;
  const beside = isDearer ? ` (Shardy's partitioner sends ${bytesText(shardyBytes)})` : '';
  return `${moved}${cause.text}${beside}`;
}

/** The part of the bytes below which another partitioner is told. */
const MUCH_LESS = 0.95;

/** Remedies that are listed. */
const MOST_REMEDIES = 6;

function remedyLines({ compiled, bytesNow, changes }: NonNullable<CompiledJson['remedies']>): string[] {
  if (changes.length === 0)
    return [`no remedy: of ${countText(compiled, 'change')} that XLA compiled, none sends less`];
  return [
    `remedies, compiled by XLA, of ${countText(compiled, 'change')} tried:`,
    ...changes.slice(0, MOST_REMEDIES).flatMap(({ edits, bytes, heldBytes, heldBytesNow }) => {
      const held =
        heldBytes === heldBytesNow
          ? ''
          : ` (each device holds ${bytesText(heldBytes)} of it instead of ${bytesText(heldBytesNow)})`;
      const [first, ...others] = edits.map(({ change, place, code }) => [
        `${place === null || tellsPlace(change, place) ? '' : `${place}: `}${change}`,
        ...(code === null ? [] : [`    ${code}`]),
      ]);
      return [
        `  ${bytesText(bytes)} instead of ${bytesText(bytesNow)}: ${first!.join('\n    ')}`,
        ...others.map((own) => `    and ${own.join('\n    ')}`),
        ...(held === '' ? [] : [`   ${held}`]),
      ];
    }),
    ...(changes.length > MOST_REMEDIES
      ? [`  and ${changes.length - MOST_REMEDIES} more that send less`]
      : []),
  ];
}
