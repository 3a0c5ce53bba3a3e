import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  MAP_ENTRY,
  XEVENT,
  XEVENT_METADATA,
  XLINE,
  XPLANE,
  XSPACE,
  XSTAT,
  XSTAT_METADATA,
} from '../src/xplane/schema.ts';

/** A value of a stat: a number, a text, a text by reference, or bytes. */
export type WrittenValue = number | string | { readonly reference: string } | Uint8Array;

/** An event: its name, start and duration in picoseconds. */
export interface WrittenEvent {
  readonly name: string;
  readonly start: number;
  readonly duration: number;
  readonly stats?: Readonly<Record<string, WrittenValue>>;
}

/** A line of a plane. */
export interface WrittenLine {
  readonly name: string;
  readonly timestampNs?: bigint;
  readonly events: readonly WrittenEvent[];
}

/** A plane, with what events of a name share. */
export interface WrittenPlane {
  readonly name: string;
  readonly lines: readonly WrittenLine[];
  readonly shared?: Readonly<
    Record<string, { readonly displayName?: string; readonly stats?: Readonly<Record<string, WrittenValue>> }>
  >;
}

/** Writes an XSpace in the order of its fields, as protobuf does. */
export function writtenSpace(planes: readonly WrittenPlane[], hostname = 'host'): Uint8Array {
  const writer = new BinaryWriter();
  for (const plane of planes) message(writer, XSPACE.planes, (own) => writePlane(own, plane));
  text(writer, XSPACE.hostnames, hostname);
  return writer.finish();
}

/** Numbers of names, in the order in which they are asked for. */
class Numbers {
  readonly all = new Map<string, number>();

  of(name: string): number {
    const known = this.all.get(name) ?? this.all.size + 1;
    this.all.set(name, known);
    return known;
  }
}

function writePlane(writer: BinaryWriter, { name, lines, shared = {} }: WrittenPlane): void {
  const [events, stats] = [new Numbers(), new Numbers()];
  text(writer, XPLANE.name, name);
  for (const line of lines)
    message(writer, XPLANE.lines, (own) => {
      text(own, XLINE.name, line.name);
      own.tag(XLINE.timestampNs, WireType.Varint).int64(line.timestampNs ?? 1_790_000_000_000_000_000n);
      for (const event of line.events)
        message(own, XLINE.events, (at) => {
          number(at, XEVENT.metadataId, events.of(event.name));
          number(at, XEVENT.offsetPs, event.start);
          number(at, XEVENT.durationPs, event.duration);
          for (const [key, value] of Object.entries(event.stats ?? {}))
            message(at, XEVENT.stats, (stat) => writeStat(stat, stats, key, value));
        });
    });
  for (const key of Object.keys(shared)) events.of(key);
  for (const [key, id] of events.all)
    message(writer, XPLANE.eventMetadata, (entry) => {
      number(entry, MAP_ENTRY.key, id);
      message(entry, MAP_ENTRY.value, (metadata) => {
        text(metadata, XEVENT_METADATA.name, key);
        const { displayName, stats: own = {} } = shared[key] ?? {};
        if (displayName !== undefined) text(metadata, XEVENT_METADATA.displayName, displayName);
        for (const [stat, value] of Object.entries(own))
          message(metadata, XEVENT_METADATA.stats, (at) => writeStat(at, stats, stat, value));
      });
    });
  for (const [key, id] of stats.all)
    message(writer, XPLANE.statMetadata, (entry) => {
      number(entry, MAP_ENTRY.key, id);
      message(entry, MAP_ENTRY.value, (metadata) => text(metadata, XSTAT_METADATA.name, key));
    });
}

function writeStat(writer: BinaryWriter, stats: Numbers, name: string, value: WrittenValue): void {
  number(writer, XSTAT.metadataId, stats.of(name));
  if (typeof value === 'number') number(writer, XSTAT.uint64, value);
  else if (typeof value === 'string') text(writer, XSTAT.text, value);
  else if (value instanceof Uint8Array) writer.tag(XSTAT.bytes, WireType.LengthDelimited).bytes(value);
  else number(writer, XSTAT.reference, stats.of(value.reference));
}

function message(writer: BinaryWriter, field: number, write: (own: BinaryWriter) => void): void {
  const own = writer.tag(field, WireType.LengthDelimited).fork();
  write(own);
  own.join();
}

function text(writer: BinaryWriter, field: number, value: string): void {
  writer.tag(field, WireType.LengthDelimited).string(value);
}

function number(writer: BinaryWriter, field: number, value: number): void {
  writer.tag(field, WireType.Varint).int64(BigInt(value));
}
