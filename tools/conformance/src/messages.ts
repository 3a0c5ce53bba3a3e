import type { LitStatus } from '@shardform/lit';

/** A test for a worker. Everything here passes between threads. */
export interface Job {
  readonly path: string;
  readonly features: ReadonlySet<string>;
  readonly substitutions: ReadonlyMap<string, string>;
  readonly fileCheckOptions: readonly string[];
  /** Options that a pass or pipeline is given wherever a command line calls it. */
  readonly passOptions: ReadonlyMap<string, string>;
}

/** A worker's answer. */
export interface JobResult {
  readonly status: LitStatus;
  readonly report: string;
}

/** The initial data of a worker. */
export interface WorkerSetup {
  /** The folder that holds the tools as programs, for shell scripts. */
  readonly programs: string;
  readonly timeoutSeconds: number;
}
