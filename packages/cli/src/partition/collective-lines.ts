import { bytesText, oneLine } from '@shardform/ir-core';
import { groupsText, type InsertedCollective, mergedName, ofAnyLayer, patternText } from '@shardform/study';
import { tellsPlace } from './told-place.ts';
import { MOST_ROWS, moreLine } from '../table/length-flags.ts';

/** The maximum number of values and locations that are listed for equal collectives. */
const MOST_PLACES = 3;

/** Collectives that are equal except for their locations, such as those of equal layers. */
interface MergedCollectives {
  readonly first: InsertedCollective;
  /** For any of their layers. */
  readonly reason: string | null;
  readonly count: number;
  readonly executions: number;
  /** Their operands, as arguments of `explain`; distinct, as the locations are. */
  readonly values: readonly string[];
  readonly places: readonly string[];
}

/** How collectives are listed. */
export interface ListingOptions {
  /** All of them. */
  readonly isAll: boolean;
  /** With their reasons as the partitioner has them. */
  readonly isVerbose: boolean;
  /** The rows of a list that is cut. */
  readonly most?: number;
}

/** Returns the collectives of a program for people, those for which devices send most first, equal ones once. */
export function collectiveLines(
  collectives: readonly InsertedCollective[],
  { isAll, isVerbose, most: mostRows = MOST_ROWS }: ListingOptions,
): string[] {
  const most = isAll ? Infinity : mostRows;
  const all = merged(collectives, isVerbose);
  const rows = all
    .map((row) => ({ row, total: row.first.bytes * row.executions }))
    .sort((a, b) => b.total - a.total)
    .slice(0, most)
    .map(({ row, total }) => ({ bytes: sentText(row.first, total), ...texts(row) }));
  const width = Math.max(...rows.map(({ bytes }) => bytes.length));
  const lines = rows.flatMap(({ bytes, what, why }) => [
    `  ${bytes.padStart(width)}  ${what}`,
    `  ${' '.repeat(width)}    ${why}`,
  ]);
  return [...lines, ...moreLine(all.length, most)];
}

/** Bytes, or what is known of them. */
function sentText({ bytesMeaning }: InsertedCollective, bytes: number): string {
  if (bytesMeaning === 'at-least') return bytes === 0 ? 'unknown' : `at least ${bytesText(bytes)}`;
  return bytesMeaning === 'exact' ? bytesText(bytes) : `at most ${bytesText(bytes)}`;
}

function merged(collectives: readonly InsertedCollective[], isVerbose: boolean): MergedCollectives[] {
  const groups = new Map<string, InsertedCollective[]>();
  for (const collective of collectives) {
    const { kind, axes, bytes, type, groupSize, pattern, source, executionsMeaning, bytesMeaning } =
      collective;
    const why = ofAnyLayer(reasonOf(collective, isVerbose));
    const key = [
      kind,
      axes,
      bytes,
      type,
      groupSize,
      pattern,
      why,
      source,
      executionsMeaning,
      bytesMeaning,
    ].join('|');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [collective]);
    else group.push(collective);
  }
  return [...groups.values()].map((group) => ({
    first: group[0]!,
    reason: group.map((own) => reasonOf(own, isVerbose)).reduce(mergedName),
    count: group.length,
    executions: group.reduce((sum, { executions }) => sum + executions, 0),
    values: ofLayers(new Set(group.flatMap((collective) => valueText(collective) ?? []))),
    places: [...new Set(group.flatMap(({ place }) => place ?? []))],
  }));
}

/** Names with those of equal layers as one. */
function ofLayers(names: Iterable<string>): string[] {
  const found = new Map<string, string>();
  for (const name of names) {
    const key = ofAnyLayer(name);
    found.set(key, mergedName(found.get(key) ?? name, name)!);
  }
  return [...found.values()];
}

function reasonOf({ reason, detail }: InsertedCollective, isVerbose: boolean): string | null {
  return isVerbose ? (detail ?? reason) : reason;
}

/** The name in the user's program, or else that of the text. */
function valueText({ kind, value, name }: InsertedCollective): string | null {
  return kind === 'custom_call' ? name : (name ?? value);
}

/** The first few, and how many more there are. */
function listed(texts: readonly string[]): string {
  const more = texts.length > MOST_PLACES ? ` and ${texts.length - MOST_PLACES} more` : '';
  // Names may have commas in them.
  const between = texts.some((text) => text.includes(', ')) ? '; ' : ', ';
  return `${texts.slice(0, MOST_PLACES).join(between)}${more}`;
}

function texts({ first, reason, count, executions, values, places }: MergedCollectives) {
  const { kind, bytes, type, pattern, executionsMeaning } = first;
  const groups = pattern === null ? ` ${groupsText(first)}` : '';
  const often =
    executions === 1
      ? ''
      : `, ${executions} times ${bytesText(bytes)}${count === executions ? '' : ` at ${count === 1 ? 'one place' : `${count} places`}`}`;
  const unsure = { exact: '', 'at-most': ', if the branch is taken', 'per-iteration': ', per iteration' };
  return {
    what: `${kind}${axesText(first)}${patternText(first)}${values.length === 0 ? '' : ` of ${listed(values)}`} -> ${type}${groups}${often}${unsure[executionsMeaning]}`,
    why: `${reason ?? 'in the program'}${placesText(reason, places)}`,
  };
}

/** The axes as the operation writes them; a permute writes none. */
function axesText({ axes, axisNames, pattern }: InsertedCollective): string {
  if (pattern !== null && axes === '' && axisNames.length > 0)
    return ` along ${axisNames.map(oneLine).join(', ')}`;
  return axes === '' ? '' : ` ${axes}`;
}

/** The places of collectives, unless their reason tells the only one. */
function placesText(reason: string | null, places: readonly string[]): string {
  const isTold = places.length === 1 && tellsPlace(reason, places[0]!);
  return places.length === 0 || isTold ? '' : ` (${listed(places)})`;
}
