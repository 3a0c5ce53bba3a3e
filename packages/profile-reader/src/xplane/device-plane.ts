import { DeviceEvents, type DeviceLine } from '../events/device-events.ts';
import { type DeviceName, deviceLines, instructionName } from '../events/device-name.ts';
import type { Collector } from '../events/collector.ts';
import { type ModuleRun, moduleName } from '../events/module-runs.ts';
import { EventReader } from './event-reader.ts';
import type { LineIndex, PlaneIndex } from './index-space.ts';
import type { Window } from './window.ts';

/** Reads the lines of a device: of a TPU its operations and the programs around them, of a GPU its streams. */
export function readDevicePlane(
  window: Window,
  plane: PlaneIndex,
  { kind, ordinal }: DeviceName,
  { host, base, collector }: { readonly host: string; readonly base: bigint; readonly collector: Collector },
  progress: (bytes: number) => void,
): void {
  const reader = new EventReader(window, plane);
  const device = collector.device(host, kind, ordinal);
  const lines = deviceLines(plane.lines);
  const nameOf = (metadataId: number): string => plane.events.get(metadataId)?.name ?? '';
  const modules: ModuleRun[] = [];
  for (const line of lines.modules)
    reader.read(line, base, ({ metadataId, startPs, durationPs, get }) => {
      const { name, id } = moduleName(nameOf(metadataId));
      const run = get('run') ?? String(modules.length);
      modules.push({ name, id: get('program') ?? id, run, startPs, endPs: startPs + durationPs });
    });
  for (const line of lines.steps)
    reader.read(line, base, ({ metadataId, startPs, durationPs, get }) => {
      const number = get('step') ?? nameOf(metadataId);
      collector.marker({ host, name: 'Steps', number, startPs, endPs: startPs + durationPs });
    });
  const events = new DeviceEvents(collector, device, modules);
  // On streams, kernels have names of their own; on the line of operations, events are called as these.
  const isNamed = (line: LineIndex): boolean => line.name.endsWith('XLA Ops');
  const read = (kind: DeviceLine, line: LineIndex): void => {
    events.line(kind, (visit) =>
      reader.read(line, base, ({ metadataId, startPs, durationPs, get }) => {
        const metadata = plane.events.get(metadataId);
        const name = metadata?.name ?? '';
        const own = metadata?.displayName === '' || metadata === undefined ? name : metadata.displayName;
        const operation = get('operation') ?? (isNamed(line) && own !== '' ? instructionName(own) : null);
        const known = { module: get('module'), program: get('program'), run: get('run') };
        visit({ startPs, durationPs, operation, name: own, ...known });
      }),
    );
    progress(line.events.length);
  };
  for (const line of lines.operations) read('operations', line);
  for (const line of lines.asynchronous) read('asynchronous', line);
  events.finish();
}
