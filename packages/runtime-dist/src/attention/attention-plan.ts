import { DotGeneralOp, ExpOp, WhileOp } from '@shardform/dialect-stablehlo';
import type { OperationCost } from '@shardform/cost-model';
import type { FuncOp } from '@shardform/dialect-func';
import type { Block, Context, Operation, Value } from '@shardform/ir-core';
import { type AttentionGroup, attentionGroups } from './attention-group.ts';
import { type AttentionKernel, groupKernel } from './attention-kernel.ts';
import { attentionLoops, hiddenStacks } from './attention-loop.ts';
import { contractGroups } from './contract-groups.ts';
import { hiddenMasks, hiddenScores } from './hidden-scores.ts';
import { inlinedFunction, type InlinedFunction } from './inlined-function.ts';
import { isPointwise } from './score-kinds.ts';
import { VisibleFractions } from './visible-pairs.ts';

/** The kernels of attention that take the place of what a program writes out. */
export interface AttentionPlan extends InlinedFunction {
  /** By the operation at whose place each is executed. */
  readonly kernels: ReadonlyMap<Operation, AttentionKernel>;
  /** Operations that are not executed. */
  readonly skipped: ReadonlySet<Operation>;
  /** Number of kernels of each pass, those of a loop once. */
  readonly passes: Readonly<Record<AttentionKernel['pass'], number>>;
  /** Tensors that are never written, and cost nothing to pass on. */
  readonly hidden: ReadonlySet<Value>;
}

/** Returns how the attention that a function writes out can be executed fused; `null` where it has none. */
export function attentionPlan(func: FuncOp, context: Context): AttentionPlan | null {
  if (!mayHaveAttention(func.parentOp ?? func)) return null;
  const inlined = inlinedFunction(func);
  if (inlined === null) return null;
  const blocks = blocksOf(inlined.func.entry);
  const found = fusible(blocks.flatMap(attentionGroups), context);
  if (found === null) return null;
  const { placed } = found;
  const members = new Set([...placed.keys()].flatMap((group) => [...group.members]));
  const hidden = new Set(found.hidden);
  hiddenStacks(attentionLoops(blocks, placed, hidden, context), (op) => members.has(op)).forEach((value) =>
    hidden.add(value),
  );
  const loops = attentionLoops(blocks, placed, hidden, context);
  const kernels = new Map<Operation, AttentionKernel>(loops);
  for (const [group, kernel] of placed) kernels.set(firstOf(group), kernel);
  const skipped = new Set<Operation>(members);
  const operands = new Set(
    [...kernels.values()].flatMap((kernel) => kernel.operands.map(([value]) => value)),
  );
  for (const block of blocks) skipUnused(block, operands, skipped);
  return { ...inlined, kernels, skipped, hidden, passes: passesOf(kernels) };
}

/** Returns the cost of an operation that may only pass hidden tensors on, which are never written. */
export function costOfPassing(
  op: Operation,
  cost: OperationCost,
  { hidden }: Pick<AttentionPlan, 'hidden'>,
): OperationCost {
  if (hidden.size === 0) return cost;
  if (op.results.length > 0 && op.results.every((result) => hidden.has(result)))
    return { ...cost, flops: 0, reads: op.operands.map(() => 0), writes: 0, traffic: null, launches: 0 };
  if (!op.operandValues().some((value) => hidden.has(value))) return cost;
  return {
    ...cost,
    reads: op.operandValues().map((value, i) => (hidden.has(value) ? 0 : (cost.reads[i] ?? null))),
  };
}

/** Returns whether a module has operations of which attention consists; if not, there is no {@link AttentionPlan} for it. */
export function mayHaveAttention(module: Operation): boolean {
  let [products, hasExponential] = [0, false];
  module.walk((op) => {
    if (op instanceof DotGeneralOp) products++;
    else if (op instanceof ExpOp) hasExponential = true;
    return products > 1 && hasExponential ? 'interrupt' : 'advance';
  });
  return products > 1 && hasExponential;
}

/** The blocks of a function that are executed as they are, inner ones last. */
function blocksOf(block: Block): Block[] {
  const found = [block];
  for (const op of block)
    if (op instanceof WhileOp) found.push(...blocksOf(op.body.entry));
    else if (op.name === 'stablehlo.if' || op.name === 'stablehlo.case')
      for (const region of op.regions) found.push(...blocksOf(region.entry));
  return found;
}

interface Fusible {
  readonly placed: ReadonlyMap<AttentionGroup, AttentionKernel>;
  readonly hidden: ReadonlySet<Value>;
}

function passesOf(kernels: ReadonlyMap<Operation, AttentionKernel>): AttentionPlan['passes'] {
  const passes = { forward: 0, backward: 0 };
  for (const [op, { pass }] of kernels) {
    let around = op.parentOp;
    while (around !== null && !kernels.has(around)) around = around.parentOp;
    if (around === null) passes[pass] += 1;
  }
  return passes;
}

/** Leaves out groups whose scores something else needs, and then those that need scores of these; `null` where none is left. */
function fusible(all: readonly AttentionGroup[], context: Context): Fusible | null {
  const fractions = new VisibleFractions();
  const masks = new Map<ExpOp, number>();
  for (const group of all)
    masks.set(group.exponential, Math.min(masks.get(group.exponential) ?? 1, fractions.of(group)));
  let groups = all;
  while (groups.length > 0) {
    const members = new Set(groups.flatMap((group) => [...group.members]));
    const hidden = new Set<Value>();
    const kept = groups.filter((group) => {
      const own = hiddenScores(group, (op) => members.has(op));
      own?.forEach((value) => hidden.add(value));
      hiddenMasks(group, (op) => members.has(op), context).forEach((value) => hidden.add(value));
      return own !== null;
    });
    if (kept.length === groups.length) {
      const entangled = entangledGroup(kept);
      if (entangled === null)
        return {
          placed: new Map(
            kept.map(
              (group) =>
                [group, groupKernel(group, hidden, masks.get(group.exponential) ?? 1, context)] as const,
            ),
          ),
          hidden,
        };
      kept.splice(kept.indexOf(entangled), 1);
    }
    groups = kept;
  }
  return null;
}

/** Puts the operations of groups together. Returns one for which that is not possible. */
function entangledGroup(groups: readonly AttentionGroup[]): AttentionGroup | null {
  const byBlock = new Map<Block, AttentionGroup[]>();
  for (const group of groups) byBlock.set(group.block, [...(byBlock.get(group.block) ?? []), group]);
  for (const [block, own] of byBlock) {
    const entangled = contractGroups(block, own);
    if (entangled !== null) return entangled;
  }
  return null;
}

/** The first operation of a group, after what it needs. */
function firstOf({ block, members }: AttentionGroup): Operation {
  for (const op of block) if (members.has(op)) return op;
  throw new Error('a group without operations');
}

/** Skips what only skipped operations use. */
function skipUnused(block: Block, operands: ReadonlySet<Value>, skipped: Set<Operation>): void {
  for (const op of [...block].reverse()) {
    const isUnused =
      !skipped.has(op) &&
      (isPointwise(op) || op.operands.length === 0) &&
      op.results.length === 1 &&
      !operands.has(op.getResult()) &&
      op.getResult().users().length > 0 &&
      op
        .getResult()
        .users()
        .every((user) => skipped.has(user));
    if (isUnused) skipped.add(op);
  }
}
