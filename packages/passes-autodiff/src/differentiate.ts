import { tensorOf } from '@shardform/dialect-stablehlo';
import { type FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  ArrayAttr,
  Builder,
  type Context,
  DictionaryAttr,
  FloatType,
  FunctionType,
  type Tensor,
} from '@shardform/ir-core';
import { isDifferentiable, isDiscrete } from './activity.ts';
import { DifferentiationError } from './differentiation-error.ts';
import { GradientBuilder } from './gradient-builder.ts';
import { inlineCalls } from './inline-calls.ts';
import { ReversePass } from './reverse-pass.ts';

/** The results to differentiate, and the arguments with respect to which. */
export interface DifferentiateOptions {
  /** Numbers of the arguments whose gradients are wanted; by default all of floating-point and complex numbers. */
  readonly wrt?: readonly number[];
  /** Number of the result that is differentiated, 0 by default. */
  readonly result?: number;
  /** True if the function takes the gradient of that result as a last argument; else the result is a scalar. */
  readonly seed?: boolean;
  /** True if the function returns its own results before the gradients, as by default. */
  readonly keepResults?: boolean;
}

/**
 * Makes a function return the gradients of one of its results with respect to its arguments: reverse-mode
 * differentiation. The operations that compute them follow those of the function, in reverse order; calls are inlined
 * first. Arguments that the result does not depend on have zeros.
 *
 * @throws DifferentiationError that names the first operation without a rule.
 */
export function differentiate(func: FuncOp, options: DifferentiateOptions, context: Context): void {
  const { result = 0, seed = false, keepResults = true } = options;
  if (func.body.blocks.length !== 1) throw new DifferentiationError(func, 'has to have one block');
  inlineCalls(func, context);
  const { entry } = func.body;
  const terminator = entry.getTerminator();
  const loss = terminator.operandValues()[result];
  if (loss === undefined)
    throw new DifferentiationError(func, `has no result ${result}, only ${terminator.operands.length}`);
  if (!isDifferentiable(loss))
    throw new DifferentiationError(
      func,
      `can't be differentiated: result ${result} is no tensor of floating-point or complex numbers of a static shape, but '${String(loss.type)}'`,
    );
  if (!seed && !isFloat(loss))
    throw new DifferentiationError(
      func,
      `can't be differentiated: result ${result} is complex: '${String(loss.type)}'; differentiate a real function of it, or give its gradient as an argument with 'seed'`,
    );
  if (!seed && loss.type.rank > 0)
    throw new DifferentiationError(
      func,
      `can't be differentiated: result ${result} is no scalar, but '${String(loss.type)}'; give its gradient as an argument with 'seed'`,
    );
  const wrt = argumentsOf(func, options.wrt ?? null);
  const builder = new Builder(context);
  builder.location = terminator.location;
  builder.setInsertionPoint(terminator);
  const build = new GradientBuilder(builder);
  const start = seed ? tensorOf(entry.addArgument(loss.type, func.location)) : build.constant(loss.type, 1);
  const ops = [...entry].filter((op) => op !== terminator);
  const gradients = new ReversePass(context, build).run(ops, [[loss, start]], wrt);
  const outputs = gradients.map((gradient, i) => gradient ?? build.zeros(wrt[i]!.type));
  const operands = [...(keepResults ? terminator.operandValues() : []), ...outputs];
  builder.create(ReturnOp, { operands });
  terminator.erase();
  func.functionType = FunctionType.get(
    entry.arguments.map(({ type }) => type),
    operands.map(({ type }) => type),
  );
  fitAttributes(func, operands.length, keepResults);
}

function argumentsOf(func: FuncOp, wanted: readonly number[] | null): Tensor[] {
  const { arguments: args } = func.body.entry;
  const indices = wanted ?? args.flatMap((argument, index) => (isDiscrete(argument) ? [] : [index]));
  return indices.map((index) => {
    const argument = args[index];
    if (argument === undefined)
      throw new DifferentiationError(func, `has no argument ${index}, only ${args.length}`);
    if (isDifferentiable(argument)) return argument;
    throw new DifferentiationError(
      func,
      `can't be differentiated: argument ${index} is no tensor of floating-point or complex numbers of a static shape, but '${String(argument.type)}'; list the others with 'wrt'`,
    );
  });
}

function isFloat({ type }: Tensor): boolean {
  return type.elementType instanceof FloatType;
}

function padded(attrs: ArrayAttr, count: number): ArrayAttr {
  const missing = Array.from({ length: count - attrs.elements.length }, () => DictionaryAttr.empty);
  return ArrayAttr.get([...attrs.elements, ...missing]);
}

/** Attributes of arguments and results have to be as many as these are; gradients have none. */
function fitAttributes(func: FuncOp, results: number, keepResults: boolean): void {
  const { argAttrs, resAttrs } = func;
  const inputs = func.functionType.inputs.length;
  if (argAttrs !== null) func.argAttrs = padded(argAttrs, inputs);
  if (resAttrs !== null) func.resAttrs = keepResults ? padded(resAttrs, results) : null;
}
