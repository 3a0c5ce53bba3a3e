/** An operation on a device's timeline. */
export interface TimedEvent {
  /** Number of the operation in the program. */
  readonly op: number;
  readonly device: number;
  /** `compute`, or the stream of communication on which it ran. */
  readonly stream: string;
  /** Seconds. */
  readonly start: number;
  readonly duration: number;
  /** The part of the duration by which communication at the same time slows a kernel; absent where it does not. */
  readonly slowed?: number;
  /** The time before the start in which all devices were ready, and links were taken by other collectives; absent for none. */
  readonly queued?: LinkTime;
  /** The end of the duration, which the event would not take if its collective's groups did not share links; absent for none. */
  readonly shared?: LinkTime;
}

/** Time that sharing links adds. */
export interface LinkTime {
  readonly seconds: number;
  /** The links, such as `network between nodes`. */
  readonly link: string;
}

/** Bytes that are live on a device from a time on. */
export interface MemoryPoint {
  readonly time: number;
  readonly bytes: number;
}

/** Statistics of one device. */
export interface DeviceSummary {
  readonly device: number;
  /** Seconds at which the device has done its last operation. */
  readonly clock: number;
  /** Largest number of bytes that were live at once; `null` when the device never held a value. */
  readonly peakBytes: number | null;
  readonly finalBytes: number;
  readonly computeSeconds: number;
  readonly communicationSeconds: number;
}

/** The outcome of simulating a program. */
export interface Simulation {
  /** Seconds until the last device is done. */
  readonly latency: number;
  /** By device number, ascending. */
  readonly devices: readonly DeviceSummary[];
  /** Largest peak of all devices in bytes. */
  readonly peakBytes: number;
  /** Empty unless requested. */
  readonly events: readonly TimedEvent[];
  /** By device; empty unless requested. */
  readonly memory: ReadonlyMap<number, readonly MemoryPoint[]>;
  /** Operations on the critical path, the first to run first; if the simulator records it. */
  readonly criticalPath?: readonly number[];
}

/** Recording options of a simulation. */
export interface SimulateOptions {
  readonly events?: boolean;
  readonly memory?: boolean;
  /** False if nobody asks for the memory of devices, which then hold nothing; true by default. For event simulations. */
  readonly holds?: boolean;
  /** True if updated weights take the memory of the weights, as they do by default. */
  readonly updatesInPlace?: boolean;
  /**
   * True if each device sends and receives in the order of the program, as it does by default; otherwise a send begins when
   * there is something to send. For event simulations.
   */
  readonly ordersSends?: boolean;
}
