import type { Facts } from '@shardform/study';

/**
 * Returns what a deep program takes and sends, by two programs of which one has a layer more: each further layer adds as much as that one.
 * Times, memory, and what is sent are those of the deep program; everything else is of the first program.
 */
export function factsAtDepth(more: Facts, fewer: Facts, missing: number): Facts {
  const at = (own: number, other: number): number => Math.max(own, own + missing * (own - other));
  const bytesOf = (kind: string): number =>
    fewer.collectives.byKind.find((own) => own.kind === kind)?.bytes ?? 0;
  return {
    ...more,
    time: more.time && { ...more.time, seconds: at(more.time.seconds, fewer.time?.seconds ?? 0) },
    memory: more.memory && { ...more.memory, bytes: at(more.memory.bytes, fewer.memory?.bytes ?? 0) },
    sent: { ...more.sent, bytes: at(more.sent.bytes, fewer.sent.bytes) },
    collectives: {
      ...more.collectives,
      byKind: more.collectives.byKind.map((own) => ({ ...own, bytes: at(own.bytes, bytesOf(own.kind)) })),
    },
  };
}
