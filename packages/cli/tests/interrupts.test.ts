import {
  Budget,
  checkInterruptAfter,
  type Context,
  Interrupted,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  readBytecode,
  runPasses,
  verifyOp,
  withBudget,
  writeBytecode,
} from '@shardform/ir-core';
import { copyOf, partition } from '@shardform/inspect';
import { filled, runSequential } from '@shardform/runtime-sim';
import { describe, expect, test, vi } from 'vitest';
import { createContext } from '../src/context.ts';

vi.setConfig({ testTimeout: 180_000 });

/** Short steps are counted together, and looked after a million of them: makes the next look as far away as it gets. */
function forgetSteps(): void {
  checkInterruptAfter(Infinity);
}

/** The number of times that work looks at its interrupt. */
function looksOf(work: () => unknown): number {
  let looks = 0;
  const interrupt = {
    get isRaised() {
      looks += 1;
      return false;
    },
  };
  forgetSteps();
  withBudget(new Budget({}, interrupt), work);
  return looks;
}

/** Does work that is told to stop at a look, counted from 0. @returns whether it was stopped. */
function isStoppedAt(look: number, work: () => unknown): boolean {
  let left = look;
  const interrupt = {
    get isRaised() {
      left -= 1;
      return left < 0;
    },
  };
  forgetSteps();
  try {
    withBudget(new Budget({}, interrupt), work);
    return false;
  } catch (error) {
    if (error instanceof Interrupted) return true;
    throw error;
  }
}

const TYPE = 'tensor<8x8xf32>';

/** A program with as many operations, one after the other. */
function chain(count: number): string {
  const ops = Array.from({ length: count }, (_, i) => `  %${i + 1} = stablehlo.add %${i}, %arg : ${TYPE}\n`);
  return `sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg: ${TYPE} {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> ${TYPE} {
  %0 = stablehlo.tanh %arg : ${TYPE}
${ops.join('')}  return %${count} : ${TYPE}
}
`;
}

function run(pipeline: string, module: ModuleOp, context: Context): void {
  const parsed = parsePipeline(pipeline, context);
  // Passes are also tried on programs that are not theirs.
  context.diagnostics.capture(() => runPasses(module, parsed, context, { verify: false }));
}

/** Of the slowest kind, as many operations take about 100 ms. */
const OPERATIONS_PER_LOOK = 2048;

describe('work looks at its interrupt in proportion to the program', () => {
  const sizes = [2 * OPERATIONS_PER_LOOK, 6 * OPERATIONS_PER_LOOK];
  const context = createContext();
  const texts = sizes.map(chain);
  const modules = texts.map((text) => parseModule(text, context)!);
  const files = modules.map((module) => writeBytecode(module, context));

  /** How many looks the larger program has more than the smaller one. */
  const added = (work: (i: number) => unknown): number => {
    const [small, large] = sizes.map((_, i) => looksOf(() => work(i)));
    return large! - small!;
  };
  const looksOfCopy = added((i) => copyOf(modules[i]!));

  test.each<[string, (i: number) => unknown]>([
    ['reading text', (i) => parseModule(texts[i]!, context)],
    ['reading bytecode', (i) => readBytecode(files[i]!, context)],
    ['verifying', (i) => verifyOp(modules[i]!, context)],
    ['copying', (i) => copyOf(modules[i]!)],
    ['printing', (i) => printOp(modules[i]!, context)],
    ['writing bytecode', (i) => writeBytecode(modules[i]!, context)],
    ['partitioning', (i) => partition(modules[i]!, context)],
  ])('%s', (_, work) => {
    expect(added(work)).toBeGreaterThanOrEqual(4);
  });

  test('executing, before each operation', () => {
    const input = filled('f32', [8, 8], 1);
    const looks = added((i) => runSequential(modules[i]!, [input], context));
    expect(looks).toBeGreaterThanOrEqual(sizes[1]! - sizes[0]!);
  });

  test.each([
    'canonicalize',
    'cse',
    'inline',
    'loop-invariant-code-motion',
    'remove-dead-values',
    'sccp',
    'symbol-dce',
    'topological-sort',
    'stablehlo-aggressive-simplification',
    'stablehlo-refine-shapes',
    'sdy-add-data-flow-edges',
    'sdy-aggressive-propagate',
    'sdy-basic-propagate',
    'sdy-insert-explicit-reshards',
    'sdy-user-priority-propagate',
    'convert-stablehlo-to-ttir',
    'ttnn-deallocate',
  ])('%s', (name) => {
    const isNested = context.passes.get(name)!.anchor === 'func.func';
    const pipeline = isNested ? `builtin.module(func.func(${name}))` : `builtin.module(${name})`;
    const copies = modules.map(copyOf);
    // Each pipeline begins with a copy, for when it is stopped.
    expect(added((i) => run(pipeline, copies[i]!, context)) - looksOfCopy).toBeGreaterThanOrEqual(4);
  });
});

describe('a pipeline that is stopped leaves the module as it was', () => {
  const context = createContext();
  const text = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<4x8xf32>) -> (tensor<8xf32> {jax.result_info = "r"}) attributes {tt.function_type = "forward_device"} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %dead = stablehlo.negate %w : tensor<4x8xf32>
  %p = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %q = func.call @inner(%p) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}
func.func private @inner(%b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %b : tensor<8x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}`;
  const options = { generic: true, debugInfo: true };
  /** Which has no pass. */
  const EMPTY = 'ttnn-common-to-runtime-pipeline';
  const names = [...context.passes.keys(), ...context.pipelines.keys()].filter((name) => name !== EMPTY);

  /** At most so many looks of a pass are tried, its first and its last one among them. */
  const TRIED = 8;

  test.each(names)('%s', (name) => {
    const module = parseModule(text, context)!;
    const before = printOp(module, context, options);
    const anchor = context.passes.get(name)?.anchor ?? 'builtin.module';
    const pipeline =
      anchor === 'builtin.module' ? `builtin.module(${name})` : `builtin.module(${anchor}(${name}))`;
    const work = (on: ModuleOp) => () => run(pipeline, on, context);
    const looks = looksOf(work(copyOf(module)));
    expect(looks).toBeGreaterThan(0);
    for (let i = 0; i < TRIED; i += 1) {
      const look = Math.floor((i * (looks - 1)) / (TRIED - 1));
      expect([look, isStoppedAt(look, work(module))]).toEqual([look, true]);
      expect(printOp(module, context, options)).toBe(before);
    }
  });
});
