import type { CallOp } from '@shardform/dialect-func';
import { isFusionCall } from '@shardform/dialect-hlo';
import * as hlo from '@shardform/dialect-stablehlo';
import { bodyFrame, ScalarFrame, tripCount } from '@shardform/dialect-stablehlo';
import {
  type Block,
  type Context,
  defineOpInterface,
  elementByteWidth,
  type Operation,
  type OpInterface,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { type Arithmetic, arithmeticOf, ArithmeticWork } from './arithmetic.ts';
import { CostError } from '../cost-error.ts';
import { elementsOf, flopsOfOperation, hasKnownFlops } from './flops/operation-flops.ts';
import { fusionMemory } from './fusion-cost.ts';
import { COST_ATTRIBUTE, costNames, type StatedCost, statedCost } from './stated-cost.ts';
import { FREE, fusionRole, READING_PARTS } from './operation-kinds.ts';

/** Number of floating-point operations of an operation on tensors of static shape. */
export type FlopCount = () => number;

/** The number of floating-point operations of an operation. A package can implement it for its own operations. */
export const flopCount: OpInterface<FlopCount> = /* @__PURE__ */ defineOpInterface<FlopCount>(
  'dist.flop_count',
  'a number of floating-point operations',
);

/** The cost of one execution of an operation. */
export interface OperationCost {
  readonly flops: number;
  /** Of most of these. */
  readonly arithmetic: Arithmetic;
  /** Bytes that it reads of each operand where that isn't the whole; by operand. */
  readonly reads: readonly (number | null)[];
  /** Bytes that it writes where that isn't all of its results. */
  readonly writes: number | null;
  /** Total bytes between the device and its memory, if operands and results don't determine them: loops read again. */
  readonly traffic: number | null;
  /** Launches of kernels. */
  readonly launches: number;
}

/** Bytes of a tensor; none of anything else. */
export function bytesOfType(type: Type | undefined): number {
  if (!(type instanceof RankedTensorType)) return 0;
  return elementsOf(type) * (elementByteWidth(type.elementType) ?? 1);
}

/**
 * Returns the cost of one execution of an operation. Its floating-point operations are those of its arithmetic: two for each multiply-add
 * of contractions and convolutions, those of its region each time that a reduction combines two elements, and one for each element of
 * elementwise operations; of complex numbers, those of their parts.
 *
 * @param frame the integers known at the operation, for trip counts.
 * @throws CostError for an operation of unknown cost.
 */
export function operationCost(
  op: Operation,
  context: Context,
  frame: ScalarFrame = new ScalarFrame(),
): OperationCost {
  if (isFusionCall(op)) return kernelCost(op, context);
  const regional = regionCost(op, context, frame);
  if (regional !== null) return regional;
  const stated = statedCost(op);
  if (stated !== null) return costAsStated(op, stated);
  const flopsOf = (inner: Operation): number => operationCost(inner, context, frame).flops;
  const flops = context.query(flopCount, op)?.() ?? flopsOfOperation(op, flopsOf);
  if (flops === null) throw new CostError(op, uncostedText(op));
  const results = op.results.reduce((sum, { type }) => sum + bytesOfType(type), 0);
  const reads = op.operands.map((_, i) => (i === 0 && READING_PARTS.has(op.name) ? results : null));
  let writes: number | null = null;
  if (op instanceof hlo.DynamicUpdateSliceOp) {
    writes = bytesOfType(op.getOperand(1).type);
    reads[0] = 0;
  }
  if (op instanceof hlo.ScatterOp) {
    // What updates are combined with is read where they are written.
    writes = 2 * op.updates.reduce((sum, { type }) => sum + bytesOfType(type), 0);
    reads.fill(0, 0, op.inputs.length);
  }
  const arithmetic = arithmeticOf(op);
  return { flops, arithmetic, reads, writes, traffic: null, launches: FREE.has(op.name) ? 0 : 1 };
}

function costAsStated(op: Operation, { flops, bytes }: StatedCost): OperationCost {
  const reads = op.operands.map(() => (bytes === null ? null : 0));
  return { flops, arithmetic: arithmeticOf(op), reads, writes: bytes, traffic: null, launches: 1 };
}

function uncostedText(op: Operation): string {
  if (!(op instanceof hlo.CustomCallOp))
    return `the cost of '${op.name}' is not known; a package can give it with the interface 'dist.flop_count'`;
  const [name] = costNames(op);
  const call = `the custom call '${op.callTargetName.value}'${name === op.callTargetName.value ? '' : ` of the kernel '${name}'`}`;
  return `the cost of ${call} is not known; '--cost ${flagValue(name)}' gives it, as does the attribute ${COST_ATTRIBUTE} = {flops = 1.0e12, bytes = 3.0e9}`;
}

/** Shells replace what follows a `$`. */
function flagValue(name: string): string {
  return name.includes('$') ? `'${name}=1.2T,3GB'` : `${name}=1.2T,3GB`;
}

/** Returns whether the cost of operations of a name is known; that of custom calls depends on the target. */
export function hasKnownCost(name: string): boolean {
  return hasKnownFlops(name) || EXECUTING_REGIONS.has(name);
}

const EXECUTING_REGIONS: ReadonlySet<string> = new Set(['stablehlo.while', 'stablehlo.if', 'stablehlo.case']);

/** The cost of a fusion: one kernel with the arithmetic of all of its operations. */
function kernelCost(op: CallOp, context: Context): OperationCost {
  const inside = new ArithmeticWork();
  for (const inner of op.calledFunction()?.body.entry ?? [])
    if (!inner.definition.isTerminator) inside.add(operationCost(inner, context));
  return {
    ...inside.total(),
    ...fusionMemory(op, ({ type }) => bytesOfType(type)),
    traffic: null,
    launches: 1,
  };
}

/** The cost of the regions that an operation executes, times their trip counts. `null` for other operations. */
function regionCost(op: Operation, context: Context, frame: ScalarFrame): OperationCost | null {
  if (op instanceof hlo.WhileOp) {
    const trips = tripCount(op, frame);
    const inside = bodyFrame(op, frame, trips);
    const test = blockCost(op.cond.entry, context, inside);
    const body = blockCost(op.body.entry, context, inside);
    return sumOfCosts([
      [test, (trips ?? 1) + 1],
      [body, trips ?? 1],
    ]);
  }
  if (op instanceof hlo.IfOp || op instanceof hlo.CaseOp) {
    const branches = op.regions.map((region) => blockCost(region.entry, context, new ScalarFrame(frame)));
    return sumOfCosts([[branches.reduce((most, own) => (own.flops > most.flops ? own : most)), 1]]);
  }
  return null;
}

interface BlockCost {
  readonly flops: number;
  readonly arithmetic: Arithmetic;
  readonly traffic: number;
  readonly launches: number;
}

function sumOfCosts(parts: readonly (readonly [BlockCost, number])[]): OperationCost {
  const sum = (of: (cost: BlockCost) => number): number =>
    parts.reduce((total, [cost, times]) => total + times * of(cost), 0);
  const work = new ArithmeticWork();
  for (const [cost, times] of parts) work.add(cost, times);
  return {
    ...work.total(),
    traffic: sum(({ traffic }) => traffic),
    launches: sum(({ launches }) => launches),
    reads: [],
    writes: null,
  };
}

/** The cost of the operations of a block; elementwise ones that are only used by fusible ones are fused into those. */
function blockCost(block: Block, context: Context, frame: ScalarFrame): BlockCost {
  const work = new ArithmeticWork();
  let [traffic, launches] = [0, 0];
  for (const op of block) {
    if (op.definition.isTerminator) continue;
    const cost = operationCost(op, context, frame);
    work.add(cost);
    if (cost.traffic !== null) {
      traffic += cost.traffic;
      launches += cost.launches;
      continue;
    }
    // Constants are in memory before the program starts.
    if (FREE.has(op.name) || op instanceof hlo.ConstantOp) continue;
    const isFused = isFusedAway(op);
    if (!isFused) launches += cost.launches;
    if (!isFused) traffic += cost.writes ?? op.results.reduce((sum, { type }) => sum + bytesOfType(type), 0);
    op.operands.forEach(({ value }, i) => {
      const source = value.definingOp;
      if (source !== null && source.parent === block && fusionRole(op.name) !== 'none' && isFusedAway(source))
        return;
      traffic += cost.reads[i] ?? bytesOfType(value.type);
    });
  }
  return { ...work.total(), traffic, launches };
}

function isFusedAway(op: Operation): boolean {
  const role = fusionRole(op.name);
  if ((role !== 'loop' && role !== 'dear') || op.results.length !== 1) return false;
  const users = op.getResult().users();
  if (role === 'dear' && users.length > 1) return false;
  return (
    users.length > 0 && users.every((user) => user.parent === op.parent && fusionRole(user.name) !== 'none')
  );
}
