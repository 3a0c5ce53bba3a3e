import { MatMulGradOp, MatMulLhsGradOp, MatMulOp, MatMulRhsGradOp } from '@shardform/dialect-dist';
import { CallOp } from '@shardform/dialect-func';
import {
  FragmentCallOp,
  FragmentOp,
  MpmdCallOp,
  MpmdForOp,
  MpmdNamedComputationOp,
} from '@shardform/dialect-mpmd';
import * as hlo from '@shardform/dialect-stablehlo';
import {
  type Block,
  currentBudget,
  limitMessage,
  type Operation,
  product,
  type Region,
  SymbolTables,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { bytesOf, elementCount } from '../array/index.ts';
import { arrayTypeOf } from './array-type.ts';
import { ExecutionError } from './execution-error.ts';

/** The fixed cost of an operation beside its elements: dispatch and storing of results. */
export const STEPS_PER_OPERATION = 1000;

/** A region combines whole arrays of windows, one after the other; a kernel would take a tenth of the time. */
const STEPS_PER_COMBINATION = 10;

/** The minimum cost of executing a region: loops may take more iterations, and branches more expensive paths. */
interface Demand {
  readonly work: number;
  /** The most bytes that the arrays of the region take at a time, those of its arguments counted. */
  readonly bytes: number;
  /** The operation that it is reached at. */
  readonly at: Operation;
  /** The operation that takes most of the work, or that the region belongs to. */
  readonly dearest: Operation;
  /** The work of {@link dearest}. */
  readonly dearestWork: number;
}

/**
 * Refuses a program that takes more work or memory than the budget has, before anything is allocated.
 *
 * @throws ExecutionError
 */
export function checkDemand(entry: Region, deviceCount: number): void {
  const { limits } = currentBudget();
  const { work, bytes, at, dearest } = new DemandOf().region(entry, 0);
  if (bytes * deviceCount > limits.memory) {
    const devices = deviceCount === 1 ? '' : ` on ${deviceCount} devices`;
    const what =
      at === entry.parent
        ? `the arguments${devices} take`
        : `'${at.name}'${devices} makes the arrays of the execution take`;
    throw new ExecutionError(at, limitMessage('memory', what, bytes * deviceCount, limits.memory));
  }
  if (work <= limits.work) return;
  const what = `executing the program, above all '${dearest.name}', takes at least`;
  throw new ExecutionError(dearest, limitMessage('work', what, work, limits.work));
}

/** The least work of executing a region, in steps: loops may take more iterations, and branches dearer paths. */
export function leastWork(entry: Region): number {
  return new DemandOf().region(entry, 0).work;
}

class DemandOf {
  readonly #symbols = new SymbolTables();
  readonly #known = new Map<Region, Demand>();

  region(region: Region, depth: number): Demand {
    const known = this.#known.get(region);
    if (known !== undefined) return known;
    const { parent } = region;
    // A function that calls itself may end; the execution sees whether it does.
    const none = { work: 0, bytes: 0, at: parent, dearest: parent, dearestWork: 0 };
    this.#known.set(region, none);
    const most = currentBudget().limits.calls;
    if (depth > most)
      throw new ExecutionError(parent, limitMessage('calls', 'the program nests', null, most));
    const demand = region.isEmpty ? none : this.#block(region.entry, depth);
    this.#known.set(region, demand);
    return demand;
  }

  #block(block: Block, depth: number): Demand {
    const dying = dyingValues(block);
    let work = 0;
    let held = bytesOfAll(block.arguments);
    let [bytes, at] = [held, block.parent!.parent];
    let [dearest, dearestWork] = [block.parent!.parent, 0];
    for (const op of block) {
      const inner = this.#executed(op).map((region) => this.region(region, depth + 1));
      const ownWork = STEPS_PER_OPERATION + elementSteps(op);
      work += ownWork + inner.reduce((sum, region) => sum + region.work, 0);
      for (const candidate of [{ dearest: op, dearestWork: ownWork }, ...inner])
        if (candidate.dearestWork > dearestWork) ({ dearest, dearestWork } = candidate);
      const own = Math.max(0, ...inner.map((region) => region.bytes - bytesOfAll(op.operandValues())));
      held += bytesOfAll(op.results);
      const most = held + own;
      if (most > bytes) [bytes, at] = [most, inner.find((region) => region.bytes > 0)?.at ?? op];
      held -= bytesOfAll(dying.get(op) ?? []);
    }
    return { work, bytes, at, dearest, dearestWork };
  }

  /** The regions that executing an operation certainly runs. */
  #executed(op: Operation): Region[] {
    if (op instanceof hlo.WhileOp) return [op.cond];
    if (op instanceof FragmentOp || op instanceof MpmdNamedComputationOp || op instanceof MpmdForOp)
      return [op.region];
    const callee =
      op instanceof CallOp
        ? op.calledFunction(this.#symbols)
        : op instanceof hlo.CompositeOp
          ? this.#symbols.lookupNearest(op, op.decomposition)
          : op instanceof FragmentCallOp || op instanceof MpmdCallOp
            ? this.#symbols.lookupNearest(op, op.callee)
            : null;
    return callee?.regions.slice(0, 1) ?? [];
  }
}

/** The values of a block by the operation that is the last to use them; those that nothing uses die at once. */
function dyingValues(block: Block): ReadonlyMap<Operation, readonly Value[]> {
  const lastUse = new Map<Value, Operation>();
  for (const op of block) {
    for (const result of op.results) lastUse.set(result, op);
    op.walk((inner) => {
      for (const { value } of inner.operands) lastUse.set(value, op);
    });
  }
  const dying = new Map<Operation, Value[]>();
  for (const [value, op] of lastUse) {
    const isOwn =
      value.definingOp === null
        ? block.arguments.some((own) => own === value)
        : value.definingOp.parent === block;
    if (!isOwn) continue;
    const known = dying.get(op);
    if (known === undefined) dying.set(op, [value]);
    else known.push(value);
  }
  return dying;
}

function bytesOfAll(values: readonly Value[]): number {
  let bytes = 0;
  for (const { type } of values) bytes += typeBytes(type);
  return bytes;
}

function typeBytes(type: Type): number {
  const array = arrayTypeOf(type);
  return array === null ? 0 : elementCount(array.shape) * bytesOf(array.kind);
}

/** Elements that an operation computes, times how many others each of them takes. */
function elementSteps(op: Operation): number {
  const results = Math.max(0, ...op.results.map(({ type }) => elementsOfType(type)));
  if (op instanceof hlo.ReduceWindowOp) return combinations(product(op.windowDimensions.numbers()), results);
  if (op instanceof hlo.SelectAndScatterOp) {
    const places = Math.max(
      0,
      ...op
        .operandValues()
        .slice(1)
        .map(({ type }) => elementsOfType(type)),
    );
    return combinations(product(op.windowDimensions?.numbers() ?? []), places);
  }
  if (op instanceof hlo.DotGeneralOp) {
    const { shape } = op.lhs.type;
    return results * product(op.dotDimensionNumbers.lhsContractingDimensions.map((dim) => shape[dim]));
  }
  if (isPlacedProduct(op)) {
    // Of three matrices of m x k, k x n and m x n, which are operands or results, m * k * n is that of their sizes.
    const [a, b, c] = [...op.operandTypes(), ...op.resultTypes()].map(elementsOfType);
    return op.results.length * Math.round(Math.sqrt(a * b * c));
  }
  if (op instanceof hlo.ConvolutionOp) {
    const { shape } = op.rhs.type;
    const { kernelSpatialDimensions: kernelSpatial, kernelInputFeatureDimension: kernelInputFeature } =
      op.dimensionNumbers;
    return results * product([...kernelSpatial, kernelInputFeature].map((dim) => shape[dim]));
  }
  return results;
}

/** Returns whether an operation is a product of matrices on a device, or its gradient. */
function isPlacedProduct(op: Operation): boolean {
  return (
    op instanceof MatMulOp ||
    op instanceof MatMulGradOp ||
    op instanceof MatMulLhsGradOp ||
    op instanceof MatMulRhsGradOp
  );
}

/** Arrays of so many elements combined so many times. */
function combinations(times: number, elements: number): number {
  return times * (STEPS_PER_OPERATION + elements * STEPS_PER_COMBINATION);
}

function elementsOfType(type: Type): number {
  const array = arrayTypeOf(type);
  return array === null ? 0 : elementCount(array.shape);
}
