import type { ByteSource } from '../byte-source.ts';
import type { Collector } from '../events/collector.ts';
import { deviceNameOf } from '../events/device-name.ts';
import { ProfileError } from '../profile-error.ts';
import { readDevicePlane } from './device-plane.ts';
import { readHostPlane } from './host-plane.ts';
import { indexSpace } from './index-space.ts';
import { namePrograms } from './programs.ts';
import { Window } from './window.ts';

/** The plane of the HLO of programs. */
const METADATA = '/host:metadata';

/** Planes of the threads of a host. */
const HOSTS = /^\/host:CPU(?:\b|$)/;

/**
 * Reads an XSpace: `*.xplane.pb`, one for each host.
 *
 * @param host names the host, where the file does not.
 * @param progress is told the part of the file that was read.
 * @throws ProfileError
 */
export function readSpace(
  source: ByteSource,
  host: string,
  collector: Collector,
  progress: (part: number) => void = () => undefined,
): void {
  if (source.size === 0)
    throw new ProfileError(
      `${source.name}: no profile was written: the file is empty; let the trace end before the program does`,
    );
  const { planes, hostnames } = indexSpace(source);
  if (planes.length === 0)
    throw new ProfileError(
      `${source.name}: byte 0: it has no planes: this is no XSpace of a profile; give a file '*.xplane.pb'`,
    );
  const name = hostnames[0] ?? host;
  collector.host(name);
  const starts = planes.flatMap(({ lines }) => lines.map(({ timestampNs }) => timestampNs));
  const base = starts.reduce((least, own) => (own < least ? own : least), starts[0] ?? 0n);
  const about = { host: name, base, collector };
  const window = new Window(source);
  let read = 0;
  const tell = (bytes: number): void => {
    read += bytes;
    progress(read / source.size);
  };
  for (const plane of planes) {
    const device = deviceNameOf(plane.name);
    if (plane.name === METADATA) namePrograms(plane, source, collector);
    else if (device !== null) readDevicePlane(window, plane, device, about, tell);
    else if (HOSTS.test(plane.name)) readHostPlane(window, plane, about, tell);
  }
}
