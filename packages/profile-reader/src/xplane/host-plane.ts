import type { CollectedProgram, Collector } from '../events/collector.ts';
import { LineEvents } from '../events/line-events.ts';
import { isMemoryEvent, memoryStats } from '../events/memory-curve.ts';
import { EventReader } from './event-reader.ts';
import type { PlaneIndex } from './index-space.ts';
import type { Window } from './window.ts';

/**
 * Reads the threads of a host: steps that are marked, and operations of the devices that are its processors. Threads are shared: which
 * device an operation is of, is a stat.
 */
export function readHostPlane(
  window: Window,
  plane: PlaneIndex,
  { host, base, collector }: { readonly host: string; readonly base: bigint; readonly collector: Collector },
  progress: (bytes: number) => void,
): void {
  const reader = new EventReader(window, plane);
  let known: KnownRun | null = null;
  const memory = new Set([...plane.events].flatMap(([id, { name }]) => (isMemoryEvent(name) ? [id] : [])));
  for (const line of plane.lines) {
    const events = new LineEvents();
    reader.read(line, base, ({ startPs, durationPs, metadataId, get }) => {
      const operation = get('operation');
      if (operation !== undefined) {
        const [module = '', id, device = '0', run = ''] = [
          get('module'),
          get('program'),
          get('device'),
          get('run'),
        ];
        // Most events are of the run of the one before.
        if (known?.module !== module || known.id !== id || known.device !== device || known.run !== run) {
          const program = collector.program(module, id ?? null);
          const number = collector.run(collector.device(host, 'CPU', Number(device)), program, run);
          known = { module, id, device, run, program, number };
        }
        events.push(startPs, durationPs, known.program.operation(operation), known.number);
        return;
      }
      if (memory.has(metadataId)) {
        const told = memoryStats(get);
        if (told !== null) collector.memory(host, told.allocator, startPs, told.stats);
        return;
      }
      const number = get('step');
      if (number === undefined) return;
      const name = plane.events.get(metadataId)?.name ?? '';
      collector.marker({ host, name, number, startPs, endPs: startPs + durationPs });
    });
    collector.line(events);
    progress(line.events.length);
  }
}

/** The run of an event by its stats. */
interface KnownRun {
  readonly module: string;
  readonly id: string | undefined;
  readonly device: string;
  readonly run: string;
  readonly program: CollectedProgram;
  readonly number: number;
}
