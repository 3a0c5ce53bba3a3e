/** A device of a profile. */
export interface ProfiledDevice {
  readonly host: string;
  /** `CPU`, `GPU`, `TPU` or another name of the profile. */
  readonly kind: string;
  /** Among the devices of its host. */
  readonly ordinal: number;
  /** `CPU:3`; with the host in front where the profile has several. */
  readonly name: string;
}

/** A compiled program of a profile. */
export interface ProfiledProgram {
  /** The name of its module: `jit_step`. */
  readonly name: string;
  /** Distinguishes programs of one name; `null` where the profile has no number. */
  readonly id: string | null;
  /** Names of the operations of HLO that events have, in the order in which they appear. */
  readonly operations: readonly string[];
  /** Returns the `HloProto` of the profile; `null` where it has none. */
  readonly hlo: () => Uint8Array | null;
}

/** The time that communication takes while its device computes, and while it doesn't. */
export interface CommunicationTimes {
  readonly exposedPs: number;
  readonly hiddenPs: number;
}

/** A run of a program on a device. Times are in picoseconds, those of one host on one clock. */
export interface Execution {
  readonly program: ProfiledProgram;
  readonly device: ProfiledDevice;
  readonly run: string;
  readonly startPs: number;
  readonly endPs: number;
  /** In which any of its operations goes on. */
  readonly busyPs: number;
  /** Of each operation by its number, without the operations that it calls; those at the end that are missing take no time. */
  readonly operationPs: Float64Array;
  /** Number of events of each operation. */
  readonly counts: Uint32Array;
  /** Of operations that communicate, by their number. */
  readonly communication: ReadonlyMap<number, CommunicationTimes>;
}

/** A step that the program of the user has marked, such as with `jax.profiler.StepTraceAnnotation`. */
export interface StepMarker {
  readonly host: string;
  readonly name: string;
  readonly number: string;
  readonly startPs: number;
  readonly endPs: number;
}

/** Events of a device without an operation of HLO, such as copies or kernels of libraries. */
export interface UnnamedEvents {
  readonly device: ProfiledDevice;
  readonly name: string;
  readonly count: number;
  readonly ps: number;
}

/** The content of the files of a profile. */
export interface Profile {
  readonly hosts: readonly string[];
  /** In the order of hosts and ordinals. */
  readonly devices: readonly ProfiledDevice[];
  /** The one with the most time first. */
  readonly programs: readonly ProfiledProgram[];
  readonly executions: readonly Execution[];
  readonly markers: readonly StepMarker[];
  readonly unnamed: readonly UnnamedEvents[];
}
