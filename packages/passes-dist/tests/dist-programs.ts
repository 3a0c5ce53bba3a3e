import {
  Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  verifyOp,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { distSimulator, runDist } from '@shardform/runtime-dist';
import { arrayOf, elementsOf, type NdArray, type Scalar } from '@shardform/runtime-sim';
import { distPasses } from '../src/index.ts';

/** A context with everything that the strategies and their execution need. */
export function distContext(): Context {
  return new Context([distPasses, distSimulator]);
}

/** The module of a text that has to be right. */
export function parsed(text: string, context: Context): ModuleOp {
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context);
    return module !== null && verifyOp(module, context) ? module : null;
  });
  if (result === null)
    throw new Error(`${diagnostics.map(({ message }) => message).join('\n')}\nin:\n${text}`);
  return result;
}

/** Runs passes, such as `dist-map{data=2}`, on a module; it has to be right afterwards. */
export function transformed(text: string, passes: string, context: Context = distContext()): ModuleOp {
  const module = parsed(text, context);
  const { result, diagnostics } = context.diagnostics.capture(
    () =>
      runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context).succeeded &&
      verifyOp(module, context),
  );
  if (!result) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return module;
}

/** How a module prints after passes. */
export function printedAfter(text: string, passes: string): string {
  const context = distContext();
  return printOp(transformed(text, passes, context), context);
}

/** The only function of a module. */
export function functionIn(module: ModuleOp): FuncOp {
  const [func] = [...module.body].filter((op) => op instanceof FuncOp);
  return func!;
}

/** Runs a module; returns the results as numbers. */
export function run(module: ModuleOp, inputs: readonly NdArray[], context: Context): Scalar[][] {
  return runDist(functionIn(module), inputs, context).map(elementsOf);
}

/** Runs a module after passes. */
export function runAfter(text: string, passes: string, inputs: readonly NdArray[]): Scalar[][] {
  const context = distContext();
  return run(passes === '' ? parsed(text, context) : transformed(text, passes, context), inputs, context);
}

/** A matrix of f32 whose elements are a function of their row and column. */
export function matrix(rows: number, columns: number, element: (i: number, j: number) => number): NdArray {
  const elements = Array.from({ length: rows * columns }, (_, at) =>
    element(Math.floor(at / columns), at % columns),
  );
  return arrayOf('f32', [rows, columns], elements);
}

function tensor(...shape: readonly (number | string)[]): string {
  return `!dist.tensor<${[...shape, 'f32'].join('x')}, 0>`;
}

/** A training step of two layers on device 0: batch 4, widths 2, 4, 2. Its inputs are {@link mlpInputs}. */
export function sequentialMlp(relu = false): string {
  const [x, a, y, wA, wB, l] = [
    tensor(4, 2),
    tensor(4, 4),
    tensor(4, 2),
    tensor(2, 4),
    tensor(4, 2),
    tensor(),
  ];
  const act = relu ? `%a = dist.relu %p : (${a}) -> ${a}` : `%a = dist.identity %p : (${a}) -> ${a}`;
  const back = relu
    ? `%dp = dist.relu_grad %p, %da : (${a}, ${a}) -> ${a}`
    : `%dp = dist.identity %da : (${a}) -> ${a}`;
  return `func.func @mlp(%wA: ${wA}, %wB: ${wB}, %x: ${x}, %z: ${y}) -> (${wA}, ${wB}, ${y}, ${l}) {
  %p = dist.matmul %x, %wA : (${x}, ${wA}) -> ${a}
  ${act}
  %y = dist.matmul %a, %wB : (${a}, ${wB}) -> ${y}
  %l = dist.loss %y, %z batch 4 : (${y}, ${y}) -> ${l}
  %dl = dist.loss_grad %y, %z batch 4 : (${y}, ${y}) -> ${y}
  %da, %dwB = dist.matmul_grad %a, %wB, %dl : (${a}, ${wB}, ${y}) -> (${a}, ${wB})
  ${back}
  %dx, %dwA = dist.matmul_grad %x, %wA, %dp : (${x}, ${wA}, ${a}) -> (${x}, ${wA})
  %wB1 = dist.sgd %wB, %dwB rate 0.25 : (${wB}, ${wB}) -> ${wB}
  %wA1 = dist.sgd %wA, %dwA rate 0.25 : (${wA}, ${wA}) -> ${wA}
  return %wA1, %wB1, %y, %l : ${wA}, ${wB}, ${y}, ${l}
}`;
}

/** The sequential program of the design note on distribution: two layers without an activation. */
export function seedMlp(): string {
  return sequentialMlp()
    .replace(/ {2}%a = dist.identity.*\n/, '')
    .replace(/ {2}%dp = dist.identity.*\n/, '')
    .replaceAll('%p', '%a')
    .replace('%wA, %dp', '%wA, %da');
}

/** Small integers, so that every order of sums gives the same numbers. */
export const mlpInputs: readonly NdArray[] = [
  matrix(2, 4, (i, j) => ((2 * i + 3 * j) % 5) - 2),
  matrix(4, 2, (i, j) => ((3 * i + j) % 5) - 2),
  matrix(4, 2, (i, j) => ((3 * i + 5 * j) % 7) - 3),
  matrix(4, 2, (i, j) => ((i + 2 * j) % 3) - 1),
];

/** Results of the step, computed by hand: `wA1`, `wB1`, `y`, `l`. */
export const mlpResults = {
  linear: [
    [44.25, -22.875, 21.875, -42.75, -27.625, 18.75, -10.5, 12.75],
    [43.75, 0, -44.875, -7.75, 33.375, 5.125, -55.25, -7.625],
    [-40, -4, 10, 4, 25, -2, 5, 6],
    [578],
  ],
  relu: [
    [11, 5, 5, -11.75, -14.625, 8.5, -3, -4.75],
    [9, 3, -6.75, -2.625, 9, 4.375, -6.75, 1.125],
    [-17, -6, 8, 4, 11, -8, 3, 6],
    [149.75],
  ],
} as const;

/** A training step of `layers` products with relu between them, of squares of size `width`, on device 0. */
export function deepMlp(layers: number, width: number, batch: number): string {
  const [x, w, l] = [tensor(batch, width), tensor(width, width), tensor()];
  const numbers = Array.from({ length: layers }, (_, i) => i);
  const forward = numbers.map(
    (i) => `%p${i} = dist.matmul %y${i}, %w${i} : (${x}, ${w}) -> ${x}
  %y${i + 1} = dist.relu %p${i} : (${x}) -> ${x}`,
  );
  const backward = [...numbers].reverse().map(
    (i) => `%e${i} = dist.relu_grad %p${i}, %d${i + 1} : (${x}, ${x}) -> ${x}
  %d${i}, %g${i} = dist.matmul_grad %y${i}, %w${i}, %e${i} : (${x}, ${w}, ${x}) -> (${x}, ${w})`,
  );
  const update = numbers.map((i) => `%n${i} = dist.sgd %w${i}, %g${i} rate 0.5 : (${w}, ${w}) -> ${w}`);
  const weights = numbers.map((i) => `%w${i}: ${w}`).join(', ');
  return `func.func @mlp(${weights}, %y0: ${x}, %z: ${x}) -> (${numbers.map(() => w).join(', ')}, ${l}) {
  ${forward.join('\n  ')}
  %l = dist.loss %y${layers}, %z batch ${batch} : (${x}, ${x}) -> ${l}
  %d${layers} = dist.loss_grad %y${layers}, %z batch ${batch} : (${x}, ${x}) -> ${x}
  ${backward.join('\n  ')}
  ${update.join('\n  ')}
  return ${numbers.map((i) => `%n${i}`).join(', ')}, %l : ${numbers.map(() => w).join(', ')}, ${l}
}`;
}

/** Small integers for {@link deepMlp}: weights have two numbers that are not zero per column. */
export function deepMlpInputs(layers: number, width: number, batch: number): NdArray[] {
  const weight = (layer: number): NdArray =>
    matrix(width, width, (i, j) => {
      if (i === (j + layer) % width) return 1;
      return i === (3 * j + layer + 1) % width ? (layer % 2 === 0 ? 1 : -1) : 0;
    });
  return [
    ...Array.from({ length: layers }, (_, layer) => weight(layer)),
    matrix(batch, width, (i, j) => ((3 * i + 5 * j) % 7) - 3),
    matrix(batch, width, (i, j) => ((i + 2 * j) % 3) - 1),
  ];
}
