import { Budget, type Context, LimitError, type ModuleOp, product, withBudget } from '@shardform/ir-core';
import {
  arrayOf,
  arrayTypeOf,
  ExecutionError,
  type NdArray,
  runSequential,
  type Scalar,
} from '@shardform/runtime-sim';
import { mutateText } from '../mutate.ts';
import type { Random } from '../random.ts';
import { readProgram } from './read.ts';
import type { Target } from './target.ts';

const REALS = [
  0,
  -0,
  1,
  -1,
  0.5,
  3.7,
  -128,
  255,
  1e-45,
  1e-310,
  65504,
  3.4e38,
  -1e300,
  Infinity,
  -Infinity,
  NaN,
];
const INTEGERS = [
  0n,
  1n,
  -1n,
  2n,
  7n,
  127n,
  128n,
  -128n,
  32768n,
  2n ** 31n,
  -(2n ** 31n),
  2n ** 63n - 1n,
  -(2n ** 63n),
];
/** Elements of an input; programs with larger ones are left alone. */
const MOST_ELEMENTS = 4096;

/** Programs that verify, executed on inputs at the edges of what their types hold. */
export const interpreter: Target = {
  summary: 'programs that verify to the interpreter, with odd inputs',
  inputOf(random, { programs, texts }) {
    const text = random.pick(programs.length === 0 ? texts : programs);
    return new TextEncoder().encode(random.below(2) === 0 ? text : mutateText(random, text, texts));
  },
  execute(input, context, random) {
    const module = readProgram(input, context);
    const inputs = module === null ? null : inputsOf(module, random);
    if (inputs !== null) execute(module!, inputs, context);
    return null;
  },
};

/** @throws what an execution never should. */
function execute(module: ModuleOp, inputs: readonly NdArray[], context: Context): void {
  const budget = new Budget({ time: 3, memory: 2 ** 26, work: 1e7 });
  try {
    context.diagnostics.capture(() => withBudget(budget, () => runSequential(module, inputs, context)));
  } catch (error) {
    if (!(error instanceof ExecutionError || error instanceof LimitError)) throw error;
  }
}

/** Inputs of the main function, or `null` when it has none that arrays are. */
function inputsOf(module: ModuleOp, random: Random): NdArray[] | null {
  const functions = [...module.body].filter(({ name }) => name === 'func.func');
  const main = functions.find((op) => String(op.getAttr('sym_name')) === '"main"');
  const args = main?.regions[0]?.blocks[0]?.arguments ?? [];
  const inputs = args.map(({ type }) => {
    const found = arrayTypeOf(type);
    if (found === null) return null;
    const { kind, shape } = found;
    const count = product(shape);
    if (count > MOST_ELEMENTS) return null;
    const values = /^(u?i|si)\d/.test(kind) ? INTEGERS : REALS;
    return arrayOf(
      kind,
      shape,
      Array.from({ length: count }, (): Scalar => random.pick<Scalar>(values)),
    );
  });
  return inputs.some((input) => input === null) ? null : inputs.filter((input) => input !== null);
}
