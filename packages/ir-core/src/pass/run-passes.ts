import { checkInterrupt, currentBudget } from '../budget/budget.ts';
import { Interrupted, LimitError } from '../budget/limit-error.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { note } from '../diagnostic/diagnostic.ts';
import { verifyChanges } from '../verify/verifier.ts';
import type { PassInstrumentation, PassProgress } from './instrumentation.ts';
import type { PassInstance, PassRun } from './pass.ts';
import type { OpPipeline } from './pipeline.ts';
import { restoredWhenInterrupted } from './restore.ts';
import { isNestedSchedules, type NestedSchedules, passesOf, type Schedule, schedule } from './schedule.ts';

/** Options of running passes. */
export interface RunOptions {
  /** True if the operation is verified after each pass that changed it; true by default. */
  readonly verify?: boolean;
  readonly instrumentations?: readonly PassInstrumentation[];
  /** Hears how far the work is, before each pass. */
  readonly onProgress?: (progress: PassProgress) => void;
}

/** Counters of a pass by name. */
export type PassStatistics = ReadonlyMap<string, number>;

/** The outcome of a pipeline. */
export interface RunResult {
  readonly succeeded: boolean;
  /** The pass after which the pipeline stopped; the first one where several failed. */
  readonly failedPass: PassInstance | null;
  /** The error that the failed pass threw: a defect of the pass. The diagnostics tell of it as well. */
  readonly thrown: unknown;
  /** Statistics of the passes that counted something. */
  readonly statistics: ReadonlyMap<PassInstance, PassStatistics>;
}

/**
 * Runs a pipeline on an operation in place. It stops at the first pass that fails, reports an error, leaves
 * invalid IR or throws; the passes of a nested pipeline are run on the other operations all the same. Problems are
 * reported to the context's diagnostics.
 *
 * @throws Interrupted when the budget's interrupt ends the work; the operation is what it was before.
 */
export function runPasses(
  op: Operation,
  pipeline: OpPipeline,
  context: Context,
  options: RunOptions = {},
): RunResult {
  const run = (): RunResult => new PipelineRunner(context, options).run(op, pipeline);
  return currentBudget().isInterruptible ? restoredWhenInterrupted(op, run) : run();
}

/** The position of a stage in the pipeline's work. */
interface Span {
  /** Number of the stage's first pass, from 0. */
  readonly firstPass: number;
  /** The fraction of the whole that is done before, and that the stage itself is. */
  readonly done: number;
  readonly share: number;
  readonly opNumber: number;
  readonly opCount: number;
}

class PipelineRunner {
  readonly #context: Context;
  readonly #verify: boolean;
  readonly #instrumentations: readonly PassInstrumentation[];
  readonly #onProgress: ((progress: PassProgress) => void) | undefined;
  readonly #statistics = new Map<PassInstance, Map<string, number>>();
  /** Of pipelines that passes run: a pass often runs the same one on many operations. */
  readonly #dynamicSchedules = new Map<OpPipeline, Schedule>();
  #passCount = 0;
  #failedPass: PassInstance | null = null;
  #thrown: unknown = null;

  constructor(context: Context, { verify = true, instrumentations = [], onProgress }: RunOptions) {
    this.#context = context;
    this.#verify = verify;
    this.#instrumentations = instrumentations;
    this.#onProgress = onProgress;
  }

  run(op: Operation, pipeline: OpPipeline): RunResult {
    const whole = schedule(pipeline);
    this.#passCount = passesOf(whole).length;
    const span: Span = { firstPass: 0, done: 0, share: 1, opNumber: 1, opCount: 1 };
    const succeeded = this.#runSchedule(op, whole, span);
    return { succeeded, failedPass: this.#failedPass, thrown: this.#thrown, statistics: this.#statistics };
  }

  /** @param span `null` in pipelines that passes run, which are part of those passes' work. */
  #runSchedule(op: Operation, pipeline: Schedule, span: Span | null): boolean {
    const { anchor, stages } = pipeline;
    if (anchor !== 'any' && anchor !== op.name) {
      this.#context.diagnostics.error(op.location, `can't run '${anchor}' pass manager on '${op.name}' op`);
      return false;
    }
    for (const instrumentation of this.#instrumentations) instrumentation.beforePipeline?.(pipeline, op);
    let firstPass = span?.firstPass ?? 0;
    let succeeded = true;
    for (const [i, stage] of stages.entries()) {
      const share = (span?.share ?? 0) / stages.length;
      const stageSpan = span === null ? null : { ...span, firstPass, share, done: span.done + i * share };
      if (isNestedSchedules(stage)) {
        succeeded = this.#runNested(op, stage, stageSpan);
        firstPass += stage.nested.flatMap(passesOf).length;
      } else {
        succeeded = this.#runPass(op, stage, stageSpan);
        firstPass++;
      }
      if (!succeeded) break;
    }
    for (const instrumentation of this.#instrumentations.toReversed())
      instrumentation.afterPipeline?.(pipeline, op);
    return succeeded;
  }

  #runNested(op: Operation, stage: NestedSchedules, span: Span | null): boolean {
    const work = visits(op, stage);
    for (const instrumentation of this.#instrumentations) instrumentation.beforeNested?.(stage, op);
    let firstFailure: { readonly pass: PassInstance | null; readonly thrown: unknown } | null = null;
    for (const [i, { nested, pipeline, passesBefore }] of work.entries()) {
      const share = (span?.share ?? 0) / work.length;
      const nestedSpan: Span | null = span && {
        firstPass: span.firstPass + passesBefore,
        done: span.done + i * share,
        share,
        opNumber: i + 1,
        opCount: work.length,
      };
      // As in MLIR, whose operations are visited in parallel: what fails on one is no reason to keep problems of others back.
      if (this.#runSchedule(nested, pipeline, nestedSpan)) continue;
      firstFailure ??= { pass: this.#failedPass, thrown: this.#thrown };
    }
    if (firstFailure !== null) {
      this.#failedPass = firstFailure.pass;
      this.#thrown = firstFailure.thrown;
    }
    for (const instrumentation of this.#instrumentations.toReversed())
      instrumentation.afterNested?.(stage, op);
    return firstFailure === null;
  }

  #runPass(op: Operation, instance: PassInstance, span: Span | null): boolean {
    if (!this.#canRun(op, instance)) {
      this.#failedPass = instance;
      return false;
    }
    if (span !== null) {
      const { firstPass, done, opNumber, opCount } = span;
      const passNumber = firstPass + 1;
      this.#onProgress?.({
        pass: instance,
        passNumber,
        passCount: this.#passCount,
        op,
        opNumber,
        opCount,
        done,
      });
    }
    for (const instrumentation of this.#instrumentations) instrumentation.beforePass?.(instance, op);
    const succeeded = this.#execute(op, instance) && (!this.#verify || verifyChanges(op, this.#context));
    // Like a stack: who observed first before the pass observes last after it.
    for (const instrumentation of this.#instrumentations.toReversed()) {
      if (succeeded) instrumentation.afterPass?.(instance, op);
      else instrumentation.afterPassFailed?.(instance, op);
    }
    if (!succeeded) this.#failedPass = instance;
    return succeeded;
  }

  #canRun(op: Operation, { pass }: PassInstance): boolean {
    const { diagnostics, dialects } = this.#context;
    const missing = pass.dependentDialects.find((dialect) => !dialects.has(dialect));
    if (missing !== undefined) {
      diagnostics.error(op.location, `pass '${pass.name}' needs the dialect '${missing}'`);
      return false;
    }
    const refuse = (message: string): false => {
      diagnostics.emitOn(op, 'error', `'${op.name}' op trying to schedule a pass on an ${message}`);
      return false;
    };
    if (pass.anchor !== null && pass.anchor !== op.name) return refuse('unsupported operation');
    if (op.definition.isRegistered && !op.definition.isIsolatedFromAbove)
      return refuse("operation not marked as 'IsolatedFromAbove'");
    return true;
  }

  #execute(op: Operation, instance: PassInstance): boolean {
    const { diagnostics } = this.#context;
    const errorsBefore = diagnostics.errorCount;
    const state = { failed: false };
    const run: PassRun = {
      context: this.#context,
      options: instance.options,
      fail: () => {
        state.failed = true;
      },
      opError: (at, message) => {
        diagnostics.emitOn(at, 'error', `'${at.name}' op ${message}`);
        state.failed = true;
      },
      runPipeline: (on, pipeline) => this.#runDynamic(op, on, pipeline),
      count: (statistic, amount = 1) => {
        let counters = this.#statistics.get(instance);
        if (counters === undefined) this.#statistics.set(instance, (counters = new Map<string, number>()));
        counters.set(statistic, (counters.get(statistic) ?? 0) + amount);
      },
    };
    try {
      checkInterrupt();
      instance.pass.run(op, run);
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      if (error instanceof LimitError) {
        diagnostics.error(op.location, `pass '${instance.pass.name}' stopped: ${error.message}`);
        return false;
      }
      this.#reportThrown(op, instance, error);
      return false;
    }
    if (state.failed) return false;
    return instance.pass.toleratesErrors !== undefined || diagnostics.errorCount === errorsBefore;
  }

  #runDynamic(current: Operation, op: Operation, pipeline: OpPipeline): boolean {
    if (!contains(current, op)) {
      this.#context.diagnostics.emitOn(
        op,
        'error',
        `'${op.name}' op Trying to schedule a dynamic pipeline on an operation that isn't nested under the current operation the pass is processing`,
      );
      return false;
    }
    let dynamic = this.#dynamicSchedules.get(pipeline);
    if (dynamic === undefined) this.#dynamicSchedules.set(pipeline, (dynamic = schedule(pipeline)));
    return this.#runSchedule(op, dynamic, null);
  }

  /** A pass must not throw; whoever runs it learns which one did, with the stack only where traces are asked for. */
  #reportThrown(op: Operation, { pass }: PassInstance, error: unknown): void {
    this.#thrown = error;
    const { diagnostics } = this.#context;
    const reason = error instanceof Error ? error.message : String(error);
    const stack = diagnostics.printStackTrace && error instanceof Error ? error.stack : undefined;
    diagnostics.error(op.location, `pass '${pass.name}' stopped with an internal error: ${reason}`, [
      note(op.location, 'this is a defect of the pass, not of the program'),
      ...(stack === undefined ? [] : [note(op.location, `error thrown with trace:\n${stack}`)]),
    ]);
  }
}

function contains(outer: Operation, op: Operation): boolean {
  for (let at: Operation | null = op; at !== null; at = at.parentOp) if (at === outer) return true;
  return false;
}

/** An operation to visit and the schedule for it. */
interface Visit {
  readonly nested: Operation;
  readonly pipeline: Schedule;
  /** Passes of the schedules that come before it in the stage. */
  readonly passesBefore: number;
}

function visits(op: Operation, stage: NestedSchedules): Visit[] {
  const byAnchor = new Map<string, Omit<Visit, 'nested'>>();
  let passesBefore = 0;
  for (const pipeline of stage.nested) {
    byAnchor.set(pipeline.anchor, { pipeline, passesBefore });
    passesBefore += passesOf(pipeline).length;
  }
  const forAny = byAnchor.get('any');
  const work: Visit[] = [];
  for (const region of op.regions) {
    for (const block of region.blocks) {
      for (const nested of block) {
        const isSchedulable = nested.definition.isRegistered && nested.definition.isIsolatedFromAbove;
        const found = byAnchor.get(nested.name) ?? (isSchedulable ? forAny : undefined);
        if (found !== undefined) work.push({ ...found, nested });
      }
    }
  }
  return work;
}
