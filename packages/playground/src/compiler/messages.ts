import type { ExplanationJson, GraphLayout, ProgramGraph, ShardPanel } from '@shardform/inspect';
import type { InsertedCollective, SimulatedTime } from '@shardform/study';

/** A problem with its position in a text. */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'remark' | 'note';
  readonly message: string;
  /** Offsets in the text; equal for a single position. */
  readonly from: number;
  readonly to: number;
  /** Lines and columns count from 1. */
  readonly line: number;
  readonly column: number;
}

/** A program after one step of its pipeline. */
export interface StepResult {
  /** The pass or pipeline that ran, as written; empty for the program as it was parsed. */
  readonly step: string;
  /** `null` when the step failed. */
  readonly text: string | null;
  readonly problems: readonly Problem[];
  readonly milliseconds: number;
}

/** The description of a value. */
export interface ValueDescription {
  readonly name: string;
  readonly type: string;
  /** `null` without a sharding. */
  readonly sharding: string | null;
  /** The type on one device; `null` without a sharding, or if shards differ. */
  readonly localType: string | null;
  readonly operation: string | null;
  readonly summary: string | null;
}

/** A shard of a tensor. */
export interface TensorPart {
  /** The numbers of the devices that hold it, as in the grids. */
  readonly label: string;
  /** By dimension, the first index and the one after the last. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** The distribution of a value over a mesh. */
export interface ValuePicture {
  readonly mesh: {
    readonly name: string;
    readonly axes: readonly (readonly [string, number])[];
    /** The numbers of the devices, the last axis first to change. */
    readonly devices: readonly number[];
  };
  readonly value: ValueDescription;
  readonly panels: readonly ShardPanel[];
  readonly parts: readonly TensorPart[];
}

/** A function's data flow with its layout. */
export interface DrawnGraph extends ProgramGraph, GraphLayout {}

/** A simulated run of a program on a machine. */
export interface TimelineAnswer {
  /** `null` where the program can't be simulated, for the reason in `problem`. */
  readonly timeline: {
    readonly report: SimulatedTime;
    /** A drawing of all devices' time and memory. */
    readonly svg: string;
    /** For Perfetto. */
    readonly trace: string;
  } | null;
  readonly problem: string;
}

/** The results of a program, partitioned and whole. */
export interface NumbersAnswer {
  readonly deviceCount: number;
  readonly results: readonly NumbersRow[];
  /** Why nothing was computed; empty when it was. */
  readonly problem: string;
}

/** A result of a program. */
export interface NumbersRow {
  /** The name in the user's program; empty if unknown. */
  readonly name: string;
  readonly type: string;
  /** The largest difference relative to the largest magnitude; `null` if there is one device only. */
  readonly relative: number | null;
  /** The description of a difference beyond the tolerance; empty without one. */
  readonly difference: string;
  /** The first elements. */
  readonly begin: string;
}

/** Arrays from a file; random ones are the same for the same seed. */
export interface NumbersInput {
  readonly seed: number;
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null;
}

/** The text of a program in a file, or its error. */
export interface ReadFile {
  readonly text: string | null;
  readonly messages: readonly string[];
}

/** The service of the worker to the page. Every program is a text; the most recent ones are kept parsed. */
export interface Compiler {
  check(text: string): Promise<readonly Problem[]>;
  /** @param steps names of passes and pipelines, or texts of pipelines on modules. */
  run(text: string, steps: readonly string[]): Promise<readonly StepResult[]>;
  /** @param offset of a value's name in the text; `null` where there is none. */
  describe(text: string, offset: number): Promise<ValueDescription | null>;
  picture(text: string, offset: number): Promise<ValuePicture | null>;
  explain(text: string, offset: number): Promise<readonly ExplanationJson[]>;
  collectives(text: string): Promise<readonly InsertedCollective[]>;
  /** Of the main function; `null` where there is none. */
  graph(text: string): Promise<DrawnGraph | null>;
  /** The run of the main function, partitioned first where it has a mesh. */
  timeline(text: string, machine: string): Promise<TimelineAnswer>;
  /** The program executed on simulated devices, and whole. */
  numbers(text: string, input: NumbersInput): Promise<NumbersAnswer>;
  /** Model Explorer's JSON. */
  modelExplorer(text: string): Promise<string>;
  fromBytecode(bytes: Uint8Array): Promise<ReadFile>;
  /** Sizes that the model only names are 8. */
  fromOnnx(bytes: Uint8Array): Promise<ReadFile>;
}

/** The compiler on its own side. */
export interface WorkerCompiler extends Compiler {
  /** @param flag cancels work while it isn't 0: see `sharedInterrupt` of ir-core. */
  listenTo(flag: SharedArrayBuffer): Promise<void>;
}
