import { tensorOf, type Tensor } from '@shardform/dialect-stablehlo';
import { CallOp, type FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  ArrayAttr,
  Builder,
  type Context,
  DictionaryAttr,
  FloatType,
  FunctionType,
  IrMapping,
  type Operation,
  RankedTensorType,
  SymbolTables,
  type Value,
} from '@shardform/ir-core';
import { GradientBuilder } from './gradient-builder.ts';
import { gradientRule } from './gradient-rule.ts';

/** What is differentiated with respect to what. */
export interface DifferentiateOptions {
  /** Numbers of the arguments whose gradients are wanted; by default all of floating-point numbers. */
  readonly wrt?: readonly number[];
  /** Number of the result that is differentiated, 0 by default. */
  readonly result?: number;
  /** Whether the function takes the gradient of that result as a last argument; else the result is a scalar. */
  readonly seed?: boolean;
  /** Whether the function returns its own results before the gradients, as by default. */
  readonly keepResults?: boolean;
}

/** Why a function can't be differentiated; `op` is where. */
export class DifferentiationError extends Error {
  override readonly name = 'DifferentiationError';
  readonly op: Operation;

  constructor(op: Operation, message: string) {
    super(message);
    this.op = op;
  }
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
  const terminator = entry.terminator!;
  const loss = terminator.operandValues()[result];
  if (loss === undefined)
    throw new DifferentiationError(func, `has no result ${result}, only ${terminator.operands.length}`);
  if (!isDifferentiable(loss))
    throw new DifferentiationError(
      func,
      `can't be differentiated: result ${result} is no tensor of floating-point numbers of known sizes, but '${String(loss.type)}'`,
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
  const gradients = propagate(func, wrt, loss, start, build, context);
  builder.location = terminator.location;
  const outputs = wrt.map((value) => gradients.get(value) ?? build.zeros(value.type));
  const operands = [...(keepResults ? terminator.operandValues() : []), ...outputs];
  builder.create(ReturnOp, { operands });
  terminator.erase();
  func.functionType = FunctionType.get(
    entry.arguments.map(({ type }) => type),
    operands.map(({ type }) => type),
  );
  fitAttributes(func, operands.length, keepResults);
}

/** Whether a value has a gradient: a tensor of floating-point numbers of known sizes. */
function isDifferentiable(value: Value): value is Tensor {
  const { type } = value;
  return type instanceof RankedTensorType && type.hasStaticShape && type.elementType instanceof FloatType;
}

function argumentsOf(func: FuncOp, wanted: readonly number[] | null): Tensor[] {
  const { arguments: args } = func.body.entry;
  if (wanted === null) return args.filter(isDifferentiable).map(tensorOf);
  return wanted.map((index) => {
    const argument = args[index];
    if (argument === undefined)
      throw new DifferentiationError(func, `has no argument ${index}, only ${args.length}`);
    if (isDifferentiable(argument)) return argument;
    throw new DifferentiationError(
      func,
      `can't be differentiated: argument ${index} is no tensor of floating-point numbers of known sizes, but '${String(argument.type)}'`,
    );
  });
}

/** Gradients of all values that the result depends on and that depend on the arguments. */
function propagate(
  func: FuncOp,
  wrt: readonly Tensor[],
  loss: Tensor,
  start: Tensor,
  build: GradientBuilder,
  context: Context,
): ReadonlyMap<Value, Tensor> {
  const active = new Set<Value>(wrt);
  const ops = [...func.body.entry].filter((op) => !op.definition.isTerminator);
  for (const op of ops) {
    if (usedValues(op).some((value) => active.has(value)))
      for (const value of op.results) if (isDifferentiable(value)) active.add(value);
  }
  const gradients = new Map<Value, Tensor>([[loss, start]]);
  for (const op of ops.reverse()) {
    const results = op.results.map((value) => gradients.get(value) ?? null);
    const isWanted = op.operandValues().map((value) => active.has(value));
    const isActive = op.results.some((value, i) => active.has(value) && results[i] !== null);
    if (!isActive || !usedValues(op).some((value) => active.has(value))) continue;
    const rule =
      op.regions.length === 0 || !capturesActive(op, active) ? context.query(gradientRule, op) : undefined;
    if (rule === undefined) throw new DifferentiationError(op, 'has no rule of differentiation');
    build.builder.location = op.location;
    const own = rule({ results, isWanted, build });
    if (typeof own === 'string') throw new DifferentiationError(op, own);
    op.operandValues().forEach((value, i) => {
      const gradient = own[i] ?? null;
      if (gradient === null || isWanted[i] !== true) return;
      const before = gradients.get(value);
      gradients.set(value, before === undefined ? gradient : build.add(before, gradient));
    });
  }
  return gradients;
}

/** Operands, and what regions use from outside. */
function usedValues(op: Operation): Value[] {
  const values = op.operandValues();
  if (op.regions.length === 0) return values;
  const used = [...values];
  op.walk((inner) => {
    if (inner !== op) used.push(...inner.operandValues());
  });
  return used;
}

/** Whether a region uses values from outside that have gradients; no rule knows of these. */
function capturesActive(op: Operation, active: ReadonlySet<Value>): boolean {
  let found = false;
  op.walk((inner) => {
    if (inner !== op && inner.operandValues().some((value) => active.has(value))) found = true;
  });
  return found;
}

/** Replaces calls by what the called functions do, as long as there are calls. */
function inlineCalls(func: FuncOp, context: Context): void {
  const builder = new Builder(context);
  const symbols = new SymbolTables();
  const depth = new Map<Operation, number>();
  for (let call = firstCall(func); call !== null; call = firstCall(func)) {
    const callee = call.calledFunction(symbols);
    if (callee === null || callee.isDeclaration || callee.body.blocks.length !== 1)
      throw new DifferentiationError(call, `calls no function that can be inlined`);
    const own = (depth.get(call) ?? 0) + 1;
    if (callee === func || own > MOST_CALLS) throw new DifferentiationError(call, 'calls itself');
    builder.setInsertionPoint(call);
    const mapping = new IrMapping();
    const operands = call.operandValues();
    callee.body.entry.arguments.forEach((argument, i) => mapping.values.set(argument, operands[i]!));
    for (const op of callee.body.entry) {
      if (op.definition.isTerminator) {
        call.replaceAllUsesWith(op.operandValues().map((value) => mapping.value(value)));
        break;
      }
      depth.set(builder.clone(op, mapping), own);
    }
    call.erase();
  }
}

/** Calls in calls in calls: more are taken for a recursion. */
const MOST_CALLS = 256;

function firstCall(func: FuncOp): CallOp | null {
  for (const op of func.body.entry) if (op instanceof CallOp) return op;
  return null;
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
