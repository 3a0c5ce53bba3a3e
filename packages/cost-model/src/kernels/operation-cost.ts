import { CallOp } from '@shardform/dialect-func';
import { isFusionCall } from '@shardform/dialect-hlo';
import * as hlo from '@shardform/dialect-stablehlo';
import { bodyFrame, ScalarFrame, tripCount } from '@shardform/dialect-stablehlo';
import type { Block, Context, Operation } from '@shardform/ir-core';
import { CostError } from '../cost-error.ts';
import { type Arithmetic, ArithmeticWork, productsOf } from './arithmetic.ts';
import { calledBody } from './called-body.ts';
import { elementwiseFlops } from './flops/complex-flops.ts';
import { fusionMemory } from './fusion-cost.ts';
import { fusesOperands, fusionRole, isFusedIntoUsers } from './fusion-role.ts';
import { kernelCost, type KernelCost, kernelKind } from './kernel-cost.ts';
import { type FlopsOf, flopsOfRegions } from './region-flops.ts';
import { COST_ATTRIBUTE, costNames, type StatedCost, statedCost } from './stated-cost.ts';
import { bytesOfType, bytesOfTypes } from './tensor-size.ts';

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
  if (isFusionCall(op)) return fusionCost(op, context);
  const regional = regionCost(op, context, frame);
  if (regional !== null) return regional;
  const own = declaredCost(op, context, (inner) => operationCost(inner, context, frame).flops);
  if (own === null) throw new CostError(op, uncostedText(op));
  return own;
}

/** Returns the cost of the kernel of an operation, without control flow in its regions; `null` where that is unknown. */
export function ownCost(op: Operation, context: Context): OperationCost | null {
  return declaredCost(op, context, (inner) =>
    kernelKind(inner, context) === 'regions' ? null : (ownCost(inner, context)?.flops ?? null),
  );
}

function declaredCost(op: Operation, context: Context, inside: FlopsOf): OperationCost | null {
  const declared = context.query(kernelCost, op);
  const arithmetic = declared?.arithmetic?.() ?? 'vector';
  const stated = statedCost(op);
  if (stated !== null) return costAsStated(op, stated, arithmetic);
  const flops = declared === undefined ? null : flopsOf(op, declared, inside);
  if (declared === undefined || flops === null) return null;
  const { kind, readsPart = false, updates, launches = kind === 'free' ? 0 : 1 } = declared;
  const first = readsPart ? bytesOfTypes(op.resultTypes()) : null;
  const changed = updates?.();
  const reads = op.operands.map((_, i) => (i < (changed?.operands ?? 0) ? 0 : i === 0 ? first : null));
  return { flops, arithmetic, reads, writes: changed?.bytes ?? null, traffic: null, launches };
}

function flopsOf(op: Operation, { kind, flops, executions }: KernelCost, inside: FlopsOf): number | null {
  if (executions !== undefined) return flopsOfRegions(op, executions(), inside);
  if (flops !== undefined) return flops();
  return kind === 'elementwise' || kind === 'transcendental' ? elementwiseFlops(op) : 0;
}

/** Costs are stated of products of the first operand, unless the operation declares another arithmetic. */
function costAsStated(op: Operation, { flops, bytes }: StatedCost, declared: Arithmetic): OperationCost {
  const reads = op.operands.map(() => (bytes === null ? null : 0));
  const arithmetic = declared === 'vector' && op.operands.length > 0 ? productsOf(op, 0) : declared;
  return { flops, arithmetic, reads, writes: bytes, traffic: null, launches: 1 };
}

/** Operations of the stages that 'shardform tt' writes. */
const OF_TENSTORRENT = /^tt(?:core|ir|nn|metal|kernel)\./;

function uncostedText(op: Operation): string {
  if (OF_TENSTORRENT.test(op.name))
    return `'${op.name}' is of a stage of Tenstorrent, whose times 'shardform tt FILE --profile' has; of other machines, the program that the stage was made from has them`;
  if (!(op instanceof hlo.CustomCallOp))
    return `the cost of '${op.name}' is not known; a package can give it with the interface '${kernelCost.id}'`;
  const [name] = costNames(op);
  const call = `the custom call '${op.callTargetName.value}'${name === op.callTargetName.value ? '' : ` of the kernel '${name}'`}`;
  return `the cost of ${call} is not known; '--cost ${flagValue(name)}' gives it, as does the attribute ${COST_ATTRIBUTE} = {flops = 1.0e12, bytes = 3.0e9}`;
}

/** Shells replace what follows a `$`. */
function flagValue(name: string): string {
  return name.includes('$') ? `'${name}=1.2T,3GB'` : `${name}=1.2T,3GB`;
}

/** The cost of a fusion: one kernel with the arithmetic of all of its operations. */
function fusionCost(op: CallOp, context: Context): OperationCost {
  const inside = new ArithmeticWork();
  for (const inner of op.calledFunction()?.body.entry ?? [])
    if (!inner.definition.isTerminator) inside.add(operationCost(inner, context));
  return {
    ...inside.total(),
    ...fusionMemory(op, context),
    traffic: null,
    launches: 1,
  };
}

/**
 * The cost of the regions that an operation executes: times their trip counts, the branch with the most arithmetic, and otherwise
 * each once; of a call, that of its function. `null` for other operations.
 */
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
  if (op instanceof CallOp) {
    const body = calledBody(op);
    const known = op.operandValues().map((operand) => frame.evaluate(operand));
    const inside = new ScalarFrame().set(body.arguments, known);
    return sumOfCosts([[blockCost(body, context, inside), 1]]);
  }
  if (kernelKind(op, context) !== 'regions') return null;
  const blocks = op.regions.flatMap((region) => [...region.blocks]);
  return sumOfCosts(blocks.map((block) => [blockCost(block, context, new ScalarFrame(frame)), 1]));
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
    if (cost.launches === 0) continue;
    const isFused = isFusedIntoUsers(op, context);
    if (!isFused) launches += cost.launches;
    if (!isFused) traffic += cost.writes ?? bytesOfTypes(op.resultTypes());
    const takesOperands = fusesOperands(fusionRole(op, context));
    op.operands.forEach(({ value }, i) => {
      const source = value.definingOp;
      const isInside = takesOperands && source !== null && source.parent === block;
      if (isInside && isFusedIntoUsers(source, context)) return;
      traffic += cost.reads[i] ?? bytesOfType(value.type);
    });
  }
  return { ...work.total(), traffic, launches };
}
