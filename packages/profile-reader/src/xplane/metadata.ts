import type { WireType } from '@bufbuild/protobuf/wire';
import { MAP_ENTRY, XEVENT_METADATA, XSTAT, XSTAT_METADATA } from './schema.ts';
import type { Window } from './window.ts';

/** A part of the file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** The value of a stat: bytes are a part of the file, references are the numbers of stat metadata whose name is the text. */
export type StatValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reference'; readonly id: number }
  | { readonly kind: 'bytes'; readonly range: ByteRange };

/** A stat with the number of its metadata. */
export interface Stat {
  readonly id: number;
  readonly value: StatValue;
}

/** Content that events of a plane share. */
export interface EventMetadata {
  readonly name: string;
  readonly displayName: string;
  readonly stats: readonly Stat[];
}

/** Names are the texts of whole instructions on TPUs; longer ones are cut off after the name of the instruction. */
const LONGEST_NAME = 512;

/** Calls a reader for each field of the message up to `end`; fields that it does not read are passed over. */
export function fields(
  window: Window,
  end: number,
  read: (field: number, wire: WireType, end: number) => boolean,
): void {
  while (window.position < end) {
    const [field, wire] = window.tag(end);
    if (!read(field, wire, end)) window.skip(wire, end);
    if (window.position > end) window.fail('a field is longer than the message around it');
  }
}

/** Consumes an entry of a map whose values are messages. @returns its key */
export function mapEntry(window: Window, end: number, value: (end: number) => void): number {
  let key = 0;
  fields(window, end, (field, wire) => {
    if (field === MAP_ENTRY.key) key = window.number(wire);
    else if (field === MAP_ENTRY.value) value(window.end(wire, end));
    else return false;
    return true;
  });
  return key;
}

/** Consumes the metadata of an event. */
export function eventMetadata(window: Window, end: number): EventMetadata {
  let [name, displayName] = ['', ''];
  const stats: Stat[] = [];
  fields(window, end, (field, wire) => {
    if (field === XEVENT_METADATA.name) name = window.text(wire, end, LONGEST_NAME);
    else if (field === XEVENT_METADATA.displayName) displayName = window.text(wire, end, LONGEST_NAME);
    else if (field === XEVENT_METADATA.stats) stats.push(stat(window, window.end(wire, end)));
    else return false;
    return true;
  });
  return { name, displayName, stats };
}

/** Consumes the metadata of a stat. @returns its name */
export function statName(window: Window, end: number): string {
  let name = '';
  fields(window, end, (field, wire) => {
    if (field !== XSTAT_METADATA.name) return false;
    name = window.text(wire, end, LONGEST_NAME);
    return true;
  });
  return name;
}

/** Consumes a stat. */
export function stat(window: Window, end: number): Stat {
  let id = 0;
  let value: StatValue = { kind: 'text', text: '' };
  fields(window, end, (field, wire) => {
    const read = STAT_VALUES.get(field);
    if (field === XSTAT.metadataId) id = window.number(wire);
    else if (read === undefined) return false;
    else value = read(window, wire, end);
    return true;
  });
  return { id, value };
}

/** By field, how the value of a stat is read. */
const STAT_VALUES: ReadonlyMap<number, (window: Window, wire: WireType, end: number) => StatValue> = new Map<
  number,
  (window: Window, wire: WireType, end: number) => StatValue
>([
  [XSTAT.double, (window, wire) => ({ kind: 'text', text: String(window.double(wire)) })],
  [XSTAT.uint64, (window, wire) => ({ kind: 'text', text: window.digits(wire, false) })],
  [XSTAT.int64, (window, wire) => ({ kind: 'text', text: window.digits(wire, true) })],
  [XSTAT.text, (window, wire, end) => ({ kind: 'text', text: window.text(wire, end, LONGEST_NAME) })],
  [XSTAT.reference, (window, wire) => ({ kind: 'reference', id: window.number(wire) })],
  [
    XSTAT.bytes,
    (window, wire, end) => {
      const own = window.end(wire, end);
      const offset = window.position;
      window.position = own;
      return { kind: 'bytes', range: { offset, length: own - offset } };
    },
  ],
]);
