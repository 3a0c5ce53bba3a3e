import type { ByteSource } from '../byte-source.ts';
import type { Collector } from '../events/collector.ts';
import { moduleName } from '../events/module-runs.ts';
import type { PlaneIndex } from './index-space.ts';

/** The stat that has the `HloProto` of a program. */
const HLO_PROTO: ReadonlySet<string> = new Set(['Hlo Proto', 'hlo_proto']);

/** Names the programs of the plane of metadata, and where the file has their HLO. */
export function namePrograms({ events, stats }: PlaneIndex, source: ByteSource, collector: Collector): void {
  for (const metadata of events.values()) {
    const found = metadata.stats.find(
      ({ id, value }) => value.kind === 'bytes' && HLO_PROTO.has(stats.get(id) ?? ''),
    );
    if (found?.value.kind !== 'bytes') continue;
    const { offset, length } = found.value.range;
    const { name, id } = moduleName(metadata.name);
    // Events may name the module only, as those of Chrome traces do.
    for (const program of [collector.program(name, id), collector.program(name, null)])
      program.hlo = () => source.read(offset, length);
  }
}
