import type { Spread } from '@shardform/profile-reader';
import type { Bound } from './predicted-instructions.ts';
import type { PlaceMeaning } from './joined-instructions.ts';

/** Seconds that were measured in the steps of a run, with their spread over steps and devices. */
export type MeasuredSeconds = Spread;

/** Operations that belong together, with their measured and predicted times. */
export interface ProfiledRow {
  /** `file:line`, the name of a value, or that of an instruction; `null` for operations that have none. */
  readonly name: string | null;
  /** What it computes: operations of the user's program, or opcodes. */
  readonly operation: string;
  /** Instructions of the compiled program, the one with the most time first. */
  readonly instructions: readonly string[];
  /** Of lines: how that of the first instruction is known; `null` for other rows. */
  readonly meaning: PlaceMeaning | null;
  /** A step takes on a device. */
  readonly seconds: MeasuredSeconds;
  /** Of all steps and devices together. */
  readonly totalSeconds: number;
  /** Of the time of all operations. */
  readonly share: number;
  /** Of a step on a device; `null` without a machine. */
  readonly predictedSeconds: number | null;
  /** The measured time by the predicted one. */
  readonly ratio: number | null;
  /** `null` where nothing tells. */
  readonly bound: Bound | null;
}

/** An instruction of the compiled program, with its time and its place in a step. */
export interface ProfiledOperation extends ProfiledRow {
  /** From the beginning of a device's run until its first event begins, in the median, and from there to the end of its last one. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Along which it communicates, as {@link ProfiledAxis} has it; `null` for what computes. */
  readonly axis: string | null;
}

/** The memory of a device over time, as its allocator tells it at allocations and releases. */
export interface ProfiledMemory {
  /** With the host in front where the profile has several. */
  readonly allocator: string;
  /** The most in use while the profile was recorded. */
  readonly peakBytes: number;
  /** The step in which that is reached first; `null` between steps, and before and after them. */
  readonly peakStep: string | null;
  /** From the beginning of the first step; negative before it. */
  readonly peakSeconds: number;
  /** The most since the process has begun; `null` where the allocator does not say. */
  readonly lifetimePeakBytes: number | null;
  readonly capacityBytes: number | null;
  /** Allocations and releases. */
  readonly events: number;
  /** Some moments, in order, the peak among them. */
  readonly moments: readonly { readonly seconds: number; readonly bytes: number }[];
}

/** Time that could not be joined to an operation of the compiled program, or to a line. */
export interface UnjoinedTime {
  readonly name: string;
  readonly totalSeconds: number;
  /** Of the time of all events of devices. */
  readonly share: number;
  readonly reason: string;
}

/** A collective of the compiled program, in means over steps and devices; what starts it and what ends it are one. */
export interface ProfiledCollective {
  /** The instruction that it is, or that starts it. */
  readonly instruction: string;
  /** `all_reduce`, ... */
  readonly kind: string;
  readonly axis: string;
  /** While the device computes nothing; waiting included. */
  readonly exposedSeconds: number;
  readonly hiddenSeconds: number;
  readonly waitingSeconds: number;
  /** While the device computes nothing; `null` without a machine. */
  readonly predictedExposedSeconds: number | null;
  /** The measured exposed time by the predicted one. */
  readonly ratio: number | null;
}

/** Communication along axes of the mesh, in means over steps and devices. */
export interface ProfiledAxis {
  /** As `axisLabel` writes it; the sizes of groups where no mesh is known. */
  readonly axis: string;
  readonly collectives: number;
  /** While the device computes nothing; waiting included. */
  readonly exposedSeconds: number;
  /** While it computes. */
  readonly hiddenSeconds: number;
  /** Longer than on the device of a group that comes last. */
  readonly waitingSeconds: number;
  readonly predictedExposedSeconds: number | null;
}

/** What devices are idle for: another device, the host, or launches and the host, which a profile does not tell apart. */
export type IdleCause = 'straggler' | 'host' | 'launch or host';

/** Time in which devices do nothing, in means over devices of medians over steps. */
export interface IdleTime {
  readonly cause: IdleCause;
  readonly reason: string;
  readonly seconds: number;
  /** Of the step. */
  readonly share: number;
}

/** A device that computes longer than others. */
export interface Straggler {
  readonly device: string;
  /** As long as the median device. */
  readonly times: number;
  readonly computingSeconds: number;
}

/** The use of the peak rates of devices. */
export interface MeasuredUse {
  /** Floating-point operations of products per second, of a device. */
  readonly flopsPerSecond: number;
  /** The fraction of the peak rates. */
  readonly ofPeak: number;
}

/** A run that was measured, beside its prediction. */
export interface ProfileReport {
  /** The name of the module. */
  readonly program: string;
  readonly hosts: readonly string[];
  readonly devices: number;
  readonly steps: {
    readonly count: number;
    readonly foundBy: 'markers' | 'runs';
    readonly warmUp: number;
    readonly incomplete: number;
    readonly seconds: MeasuredSeconds;
    /** Of a device, from its first event to its last one: what a simulation predicts. */
    readonly deviceSeconds: MeasuredSeconds;
  };
  /** Of all operations in all steps, on all devices. */
  readonly deviceSeconds: number;
  /** Of the time of all events of devices. */
  readonly joined: { readonly operations: number; readonly lines: number };
  readonly predicted: {
    readonly machine: string;
    /** Of a step. */
    readonly seconds: number;
    /** Of these, of operations that the profile has no events of. */
    readonly unmeasuredSeconds: number;
  } | null;
  /** `null` without a machine or products. */
  readonly use: MeasuredUse | null;
  readonly lines: readonly ProfiledRow[];
  /** `null` without the program that was compiled. */
  readonly values: readonly ProfiledRow[] | null;
  readonly operations: readonly ProfiledOperation[];
  readonly unjoined: readonly UnjoinedTime[];
  readonly communication: readonly ProfiledAxis[];
  /** The longest exposed one first. */
  readonly collectives: readonly ProfiledCollective[];
  readonly idle: readonly IdleTime[];
  readonly stragglers: readonly Straggler[];
  /** None where the profile has no events of allocators. */
  readonly memory: readonly ProfiledMemory[];
  /** Other programs of the profile, with their part of the time of all. */
  readonly otherPrograms: readonly { readonly name: string; readonly share: number }[];
  readonly problems: readonly string[];
}
