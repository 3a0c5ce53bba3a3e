const SPACE = /\.xplane\.pb$/i;
const TRACE = /\.trace\.json(?:\.gz)?$/i;
/** The same events as those of the other trace beside it. */
const SECOND_TRACE = 'perfetto_trace.json.gz';

/** A file of a profile. */
export interface ProfileFileName {
  readonly name: string;
  /** By its name; the file may say another one. */
  readonly host: string;
}

/** Returns whether a file is an XSpace, by its name. */
export function isSpaceFile(name: string): boolean {
  return SPACE.test(name);
}

/** Returns whether a file is one that profilers of JAX and TensorFlow write, by its name. */
export function isProfileFile(name: string): boolean {
  return SPACE.test(name) || TRACE.test(name) || name === SECOND_TRACE;
}

/** Returns the host that a file is of: names begin with it. */
export function hostOfFile(name: string): string {
  return name.replace(SPACE, '').replace(TRACE, '');
}

/** Returns the files of a run among those of a folder: of each host, the XSpace where there is one, or else the trace. */
export function filesOfRun(names: readonly string[]): readonly ProfileFileName[] {
  const hosts = new Map<string, string>();
  const sorted = names.toSorted();
  for (const name of sorted.filter((own) => TRACE.test(own) && own !== SECOND_TRACE))
    hosts.set(hostOfFile(name), name);
  for (const name of sorted.filter(isSpaceFile)) hosts.set(hostOfFile(name), name);
  return Array.from(hosts, ([host, name]) => ({ host, name }));
}
