/**
 * Field numbers of the messages of `xplane.proto`, as far as they are read. Maps are repeated messages of a key (1)
 * and a value (2).
 */
export const XSPACE = { planes: 1, hostnames: 4 } as const;

/** A plane: a device, or the threads of a host. */
export const XPLANE = { name: 2, lines: 3, eventMetadata: 4, statMetadata: 5 } as const;

/** A line: a thread, or a stream of a device. */
export const XLINE = { name: 2, timestampNs: 3, events: 4, displayName: 11 } as const;

/** An event of a line. */
export const XEVENT = { metadataId: 1, offsetPs: 2, durationPs: 3, stats: 4 } as const;

/** A named value of an event, or of all events with its metadata. */
export const XSTAT = {
  ...{ metadataId: 1, double: 2, uint64: 3, int64: 4, text: 5, bytes: 6, reference: 7 },
} as const;

/** Content that events share. */
export const XEVENT_METADATA = { name: 2, displayName: 4, stats: 5 } as const;

/** The name of a stat. */
export const XSTAT_METADATA = { name: 2 } as const;

/** Fields of an entry of a map. */
export const MAP_ENTRY = { key: 1, value: 2 } as const;
