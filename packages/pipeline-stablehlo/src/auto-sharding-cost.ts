import { type Operation, product, RankedTensorType, type Type } from '@shardform/ir-core';
import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { ARGUMENT_TYPE } from './passes/populate-argument-types.ts';
import { ArgumentTypeAttr } from '@shardform/dialect-ttcore';

/** Per argument the dimension that is split, or `null`. */
export type ArgumentSplit = readonly (number | null)[];

/** Cost of a collective per element, relative to a gather (tt-mlir, sharding cost model). */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ['stablehlo.all_gather', 1],
  ['stablehlo.reduce_scatter', 1.5],
  ['stablehlo.all_reduce', 1.5],
  ['stablehlo.all_to_all', 1.5],
  ['stablehlo.collective_permute', 1],
]);

/** Cost of each collective however little it sends. */
const LATENCY = 1;

/** Parameters stay in memory: splitting them saves more than splitting what is only there for a while. */
const PARAMETER_FACTOR = 3;

/** Arguments of unknown role with more elements are taken for parameters. */
const SMALL_ARGUMENT = 1024;

/** Returns the cost of a module's collectives, relative to moving the largest argument of `original` once. */
export function communicationCost(module: Operation, original: FuncOp): number {
  const largest = largestArgument(original);
  let cost = 0;
  module.walk((op) => {
    const weight = WEIGHTS.get(op.name);
    if (weight === undefined) return;
    cost += LATENCY + (weight * elementCount(op.getOperand(0).type)) / largest;
  });
  return cost;
}

/** Returns the memory that splitting arguments of `func` over `devices` saves, in units of the largest argument. */
export function memoryBenefit(split: ArgumentSplit, func: FuncOp, devices: number): number {
  const largest = largestArgument(func);
  const saved = 1 - 1 / devices;
  let benefit = 0;
  func.functionType.inputs.forEach((type, i) => {
    if (split[i] === null) return;
    benefit += (factorOf(func, i, type) * elementCount(type) * saved) / largest;
  });
  return benefit;
}

function factorOf(func: FuncOp, index: number, type: Type): number {
  const role = valueAttrs(func, 'arg_attrs', index).get(ARGUMENT_TYPE);
  if (role instanceof ArgumentTypeAttr) {
    return role.value === 'parameter' || role.value === 'constant' ? PARAMETER_FACTOR : 1;
  }
  const rank = type instanceof RankedTensorType ? type.rank : 0;
  return rank <= 4 && elementCount(type) > SMALL_ARGUMENT ? PARAMETER_FACTOR : 1;
}

function largestArgument(func: FuncOp): number {
  return Math.max(1, ...func.functionType.inputs.map(elementCount));
}

function elementCount(type: Type): number {
  return type instanceof RankedTensorType ? product(type.shape) : 1;
}
