import {
  compareResults,
  copyOf,
  describeMismatch,
  localInputs,
  type ResultComparison,
  RoundingSamples,
  shardedFunction,
  type ShardedFunction,
} from '@shardform/inspect';
import {
  type Context,
  type ModuleOp,
  type Operation,
  type PassInstance,
  type PassInstrumentation,
  printOp,
} from '@shardform/ir-core';
import { ExecutionError, type NdArray, runSequential, runSpmd } from '@shardform/runtime-sim';
import { moduleAround } from '@shardform/study';
import type { PassCheck } from '../partition/partition-schema.ts';
import { LOCALIZING_PASSES } from '../partition/localizing-passes.ts';

/**
 * Executes a program after every pass, on the same inputs, and compares the numbers with those of the program as it was
 * given. Programs of global sizes are executed as a whole, those of local sizes on the devices of their mesh.
 */
export class ExecutionCheck implements PassInstrumentation {
  /** One for every pass that ran, in order; after the first difference nothing is executed any more. */
  readonly checks: PassCheck[] = [];
  readonly #context: Context;
  readonly #inputs: readonly NdArray[];
  readonly #expected: readonly NdArray[];
  readonly #tolerance: number | null;
  readonly #samples: RoundingSamples;
  #layout: ShardedFunction;
  #isLocal = false;
  #text: string;

  /**
   * @param tolerance see `compareResults`.
   * @throws ExecutionError when the program can't be executed.
   */
  constructor(
    module: ModuleOp,
    inputs: readonly NdArray[],
    context: Context,
    tolerance: number | null = null,
  ) {
    this.#context = context;
    this.#inputs = inputs;
    this.#tolerance = tolerance;
    this.#expected = runSequential(module, inputs, context);
    // Passes change the module.
    this.#samples = new RoundingSamples(copyOf(module), inputs, context);
    this.#layout = shardedFunction(module);
    this.#text = printOp(module, context);
  }

  /** The check that found a difference. */
  get failure(): PassCheck | null {
    return this.checks.find(({ verdict }) => verdict === 'different') ?? null;
  }

  beforePass({ pass }: PassInstance, op: Operation): void {
    const module = moduleAround(op);
    if (this.#isLocal || module === null || !LOCALIZING_PASSES.has(pass.name)) return;
    this.#layout = shardedFunction(module);
    this.#isLocal = true;
  }

  afterPass({ pass }: PassInstance, op: Operation): void {
    const module = moduleAround(op);
    if (module === null || this.failure !== null) return;
    const text = printOp(module, this.#context);
    if (text === this.#text) {
      this.checks.push({ pass: pass.name, verdict: 'unchanged', message: null });
      return;
    }
    this.#text = text;
    this.checks.push({ pass: pass.name, ...this.#check(module) });
  }

  #check(module: ModuleOp): Omit<PassCheck, 'pass'> {
    try {
      const comparison = this.#compare(module).find(({ mismatch }) => mismatch !== null);
      if (comparison === undefined) return { verdict: 'equal', message: null };
      return { verdict: 'different', message: describeMismatch(comparison) };
    } catch (error) {
      if (!(error instanceof ExecutionError)) throw error;
      return { verdict: 'not executable', message: `${error.message} ('${error.op.name}')` };
    }
  }

  #compare(module: ModuleOp): readonly ResultComparison[] {
    if (!this.#isLocal) {
      const whole: ShardedFunction = shardedFunction(module);
      return compareResults(
        [runSequential(module, this.#inputs, this.#context)],
        this.#expected,
        onOneDevice(whole),
        this.#tolerance,
        this.#samples,
      );
    }
    const { deviceCount } = this.#layout;
    const shards = runSpmd(module, deviceCount, localInputs(this.#layout, this.#inputs), this.#context);
    return compareResults(shards, this.#expected, this.#layout, this.#tolerance, this.#samples);
  }
}

/** Every value whole on device 0. */
function onOneDevice(program: ShardedFunction): ShardedFunction {
  const whole = (values: ShardedFunction['results']): ShardedFunction['results'] =>
    values.map((value) => ({
      ...value,
      layout: { localShape: [], offsets: new Map([[0, value.layout.localShape.map(() => 0)]]) },
    }));
  return { ...program, deviceCount: 1, inputs: whole(program.inputs), results: whole(program.results) };
}
