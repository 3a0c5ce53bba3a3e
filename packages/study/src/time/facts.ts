import type { TotalMeaning } from '../collectives/collective-totals.ts';
import type { Throughput } from './throughput.ts';
import type { PeakMemory } from './simulated-time.ts';

/** What is known about a program in numbers. Sums over axes are the totals. */
export interface Facts {
  readonly devices: number;
  /** `null` for a program without a mesh. */
  readonly mesh: MeshFacts | null;
  /** `null` where the program can't be partitioned or simulated, for reasons in {@link problems}. */
  readonly time: TimeFacts | null;
  /** What is known of the size of a step: its tokens, or what a user says of them. Nothing where there is no time. */
  readonly throughput: readonly Throughput[];
  /** `null` where the program can't be partitioned, or where devices run different programs that are not simulated. */
  readonly memory: PeakMemory | null;
  readonly sent: SentFacts;
  readonly collectives: CollectiveFacts;
  /** Why there is no time, or what the time does not contain. */
  readonly problems: readonly string[];
}

/** The mesh of a program. */
export interface MeshFacts {
  readonly name: string;
  readonly axes: readonly { readonly name: string; readonly size: number }[];
}

/** The time of the slowest device, whose parts add up to {@link seconds}. */
export interface TimeFacts {
  /** The name of the machine that the time is of. */
  readonly machine: string;
  /** The rates that times are computed with: calibrated ones with their error, or peak rates, a lower bound. */
  readonly rates: string;
  readonly seconds: number;
  /** Computing, launches aside. */
  readonly compute: number;
  /** Communicating while the device doesn't compute, contention aside. */
  readonly byAxis: readonly { readonly axis: string; readonly seconds: number }[];
  /** Communicating for longer, or later, because links are shared, while the device doesn't compute; the longest first. */
  readonly contention: readonly ContentionFacts[];
  /** Waiting for other devices: for what they compute or send. */
  readonly waiting: number;
  /** Launching kernels. */
  readonly launch: number;
}

/** The time that the collectives of a kind along an axis take for links that other groups or collectives use at the same time. */
export interface ContentionFacts {
  /** `all_reduce`, ... */
  readonly collective: string;
  /** As in {@link TimeFacts.byAxis}. */
  readonly axis: string;
  /** The links, such as `network between nodes`. */
  readonly link: string;
  readonly seconds: number;
}

/** What each device sends in one run; where tensors are placed on devices, the one that sends most. */
export interface SentFacts extends AxisSums {
  readonly meaning: TotalMeaning;
}

/** Bytes, and these by axes. */
export interface AxisSums {
  readonly bytes: number;
  /** Several axes that a collective goes along have one name, such as `x, y`. */
  readonly byAxis: readonly { readonly axis: string; readonly bytes: number }[];
}

/** The collectives of a program. */
export interface CollectiveFacts {
  readonly count: number;
  /** In one run. */
  readonly executions: number;
  readonly byKind: readonly {
    readonly kind: string;
    readonly count: number;
    readonly executions: number;
    /** That each device sends. */
    readonly bytes: number;
  }[];
}
