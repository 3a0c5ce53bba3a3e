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
  /** When the first event of each operation begins, and the last one ends; meaningless for those without events. */
  readonly firstPs: Float64Array;
  readonly lastPs: Float64Array;
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

/** What the allocator of a device's memory has in use over time, as it says at allocations and releases. */
export interface MemoryUse {
  readonly host: string;
  /** The name of the allocator, such as `GPU_0_bfc`, or the number of the device on its host. */
  readonly allocator: string;
  /** Allocations and releases. */
  readonly events: number;
  /** Some of their times, in order, the peak among them. */
  readonly timesPs: Float64Array;
  /** In use at these times: what is reserved for stacks and what is allocated. */
  readonly bytes: Float64Array;
  /** The most of all events, and when it is reached first. */
  readonly peakBytes: number;
  readonly peakPs: number;
  /** The most since the process has begun, which may be before the profile; `null` where the allocator does not say. */
  readonly lifetimePeakBytes: number | null;
  /** In use and available together; `null` where the allocator does not say. */
  readonly capacityBytes: number | null;
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
  /** By host and allocator; none where the profile has no events of allocators. */
  readonly memory: readonly MemoryUse[];
}
