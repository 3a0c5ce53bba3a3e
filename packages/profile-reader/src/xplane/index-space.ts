import type { ByteSource } from '../byte-source.ts';
import { type ByteRange, type EventMetadata, eventMetadata, fields, mapEntry, statName } from './metadata.ts';
import { XLINE, XPLANE, XSPACE } from './schema.ts';
import { Window } from './window.ts';

/** A line of a plane. */
export interface LineIndex {
  readonly name: string;
  /** Nanoseconds that the offsets of its events count from. */
  readonly timestampNs: bigint;
  /** From its first event on, to its end. */
  readonly events: ByteRange;
}

/** A plane with all but the events of its lines. */
export interface PlaneIndex {
  readonly name: string;
  readonly lines: readonly LineIndex[];
  readonly events: ReadonlyMap<number, EventMetadata>;
  /** Names of stats by the numbers of their metadata. */
  readonly stats: ReadonlyMap<number, string>;
}

/** The content of an XSpace but for events. */
export interface SpaceIndex {
  readonly planes: readonly PlaneIndex[];
  readonly hostnames: readonly string[];
}

/**
 * Reads names and metadata. Events come before the metadata that they refer to, so that a file is read twice: events are passed over.
 *
 * @throws ProfileError
 */
export function indexSpace(source: ByteSource): SpaceIndex {
  const window = new Window(source);
  const planes: PlaneIndex[] = [];
  const hostnames: string[] = [];
  fields(window, source.size, (field, wire, end) => {
    if (field === XSPACE.planes) planes.push(indexPlane(window, window.end(wire, end)));
    else if (field === XSPACE.hostnames) hostnames.push(window.text(wire, end));
    else return false;
    return true;
  });
  return { planes, hostnames };
}

function indexPlane(window: Window, end: number): PlaneIndex {
  let name = '';
  const lines: LineIndex[] = [];
  const events = new Map<number, EventMetadata>();
  const stats = new Map<number, string>();
  fields(window, end, (field, wire) => {
    if (field === XPLANE.name) name = window.text(wire, end);
    else if (field === XPLANE.lines) lines.push(indexLine(window, window.end(wire, end)));
    else if (field === XPLANE.eventMetadata) {
      let found: EventMetadata = { name: '', displayName: '', stats: [] };
      const key = mapEntry(window, window.end(wire, end), (own) => (found = eventMetadata(window, own)));
      events.set(key, found);
    } else if (field === XPLANE.statMetadata) {
      let found = '';
      const key = mapEntry(window, window.end(wire, end), (own) => (found = statName(window, own)));
      stats.set(key, found);
    } else return false;
    return true;
  });
  return { name, lines, events, stats };
}

function indexLine(window: Window, end: number): LineIndex {
  let [name, displayName, timestampNs] = ['', '', 0n];
  let offset = end;
  fields(window, end, (field, wire) => {
    if (field === XLINE.name) name = window.text(wire, end);
    else if (field === XLINE.displayName) displayName = window.text(wire, end);
    else if (field === XLINE.timestampNs) timestampNs = window.bigint(wire);
    else if (field === XLINE.events && offset === end) {
      // The name comes before the events in what writers of protobuf write; the rest need not be walked.
      offset = window.position - TAG_BYTES;
      window.position = name === '' ? window.end(wire, end) : end;
    } else return false;
    return true;
  });
  return {
    name: displayName === '' ? name : displayName,
    timestampNs,
    events: { offset, length: end - offset },
  };
}

/** Bytes of the tag of events. */
const TAG_BYTES = 1;
