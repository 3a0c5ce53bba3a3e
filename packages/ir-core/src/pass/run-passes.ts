import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { verifyOp } from '../verify/verifier.ts';
import type { PassInstrumentation } from './instrumentation.ts';
import type { PassInstance, PassRun } from './pass.ts';
import { isOpPipeline, type OpPipeline, type PipelineElement } from './pipeline.ts';

/** How passes are run. */
export interface RunOptions {
  /** Whether the operation is verified after each pass; true by default. */
  readonly verify?: boolean;
  readonly instrumentations?: readonly PassInstrumentation[];
}

/** Counters of a pass by name. */
export type PassStatistics = ReadonlyMap<string, number>;

/** What became of a pipeline. */
export interface RunResult {
  readonly succeeded: boolean;
  /** The pass after which the pipeline stopped. */
  readonly failedPass: PassInstance | null;
  /** Statistics of the passes that counted something. */
  readonly statistics: ReadonlyMap<PassInstance, PassStatistics>;
}

/**
 * Runs a pipeline on an operation in place. It stops at the first pass that fails, reports an error or leaves
 * invalid IR; problems are reported to the context's diagnostics.
 */
export function runPasses(
  op: Operation,
  pipeline: OpPipeline,
  context: Context,
  options: RunOptions = {},
): RunResult {
  return new PipelineRunner(context, options).run(op, pipeline);
}

class PipelineRunner {
  readonly #context: Context;
  readonly #verify: boolean;
  readonly #instrumentations: readonly PassInstrumentation[];
  readonly #statistics = new Map<PassInstance, Map<string, number>>();
  #failedPass: PassInstance | null = null;

  constructor(context: Context, { verify = true, instrumentations = [] }: RunOptions) {
    this.#context = context;
    this.#verify = verify;
    this.#instrumentations = instrumentations;
  }

  run(op: Operation, pipeline: OpPipeline): RunResult {
    const succeeded = this.#runPipeline(op, pipeline);
    return { succeeded, failedPass: this.#failedPass, statistics: this.#statistics };
  }

  #runPipeline(op: Operation, { anchor, elements }: OpPipeline): boolean {
    if (anchor === 'any' || anchor === op.name) return this.#runElements(op, elements);
    const message = `can't run '${anchor}' pass manager on '${op.name}' op`;
    this.#context.diagnostics.error(op.location, message);
    return false;
  }

  #runElements(op: Operation, elements: readonly PipelineElement[]): boolean {
    for (let i = 0; i < elements.length;) {
      const element = elements[i]!;
      if (!isOpPipeline(element)) {
        if (!this.#runPass(op, element)) return false;
        i++;
        continue;
      }
      // Neighbouring nested pipelines share one visit of the nested operations, as in MLIR.
      const group: OpPipeline[] = [];
      for (; i < elements.length; i++) {
        const next = elements[i]!;
        if (
          !isOpPipeline(next) ||
          (group.length > 0 && (next.anchor === 'any' || group[0]!.anchor === 'any'))
        ) {
          break;
        }
        group.push(next);
      }
      if (!this.#runNested(op, group)) return false;
    }
    return true;
  }

  #runNested(op: Operation, group: readonly OpPipeline[]): boolean {
    const elementsByAnchor = new Map<string, PipelineElement[]>();
    for (const { anchor, elements } of group) {
      elementsByAnchor.set(anchor, [...(elementsByAnchor.get(anchor) ?? []), ...elements]);
    }
    const forAny = elementsByAnchor.get('any');
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (const nested of block) {
          const isSchedulable = nested.definition.isRegistered && nested.definition.isIsolatedFromAbove;
          const elements = elementsByAnchor.get(nested.name) ?? (isSchedulable ? forAny : undefined);
          if (elements !== undefined && !this.#runElements(nested, elements)) return false;
        }
      }
    }
    return true;
  }

  #runPass(op: Operation, instance: PassInstance): boolean {
    if (!this.#canRun(op, instance)) {
      this.#failedPass = instance;
      return false;
    }
    for (const instrumentation of this.#instrumentations) instrumentation.beforePass?.(instance, op);
    const succeeded = this.#execute(op, instance) && (!this.#verify || verifyOp(op, this.#context));
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
    for (const dialect of pass.dependentDialects) {
      if (!dialects.has(dialect)) throw new Error(`pass '${pass.name}' needs the dialect '${dialect}'`);
    }
    if (pass.anchor !== null && pass.anchor !== op.name) {
      diagnostics.error(op.location, `'${op.name}' op trying to schedule a pass on an unsupported operation`);
      return false;
    }
    if (op.definition.isRegistered && !op.definition.isIsolatedFromAbove) {
      const message = `'${op.name}' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'`;
      diagnostics.error(op.location, message);
      return false;
    }
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
        diagnostics.error(at.location, `'${at.name}' op ${message}`);
        state.failed = true;
      },
      runPipeline: (on, pipeline) => this.#runPipeline(on, pipeline),
      count: (statistic, amount = 1) => {
        let counters = this.#statistics.get(instance);
        if (counters === undefined) this.#statistics.set(instance, (counters = new Map<string, number>()));
        counters.set(statistic, (counters.get(statistic) ?? 0) + amount);
      },
    };
    instance.pass.run(op, run);
    return !state.failed && diagnostics.errorCount === errorsBefore;
  }
}
