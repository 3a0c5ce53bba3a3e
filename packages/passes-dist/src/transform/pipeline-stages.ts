import {
  indexAttr,
  MatMulGradOp,
  MatMulLhsGradOp,
  MatMulRhsGradOp,
  type PipelineOp,
  placedTypes,
  ReturnOp,
  SendOp,
} from '@shardform/dialect-dist';
import { Builder, type Context, IntegerAttr, type Operation } from '@shardform/ir-core';
import type { Stage, StageGraph } from '../schedule/stage-graph.ts';
import { BACKWARD, backwardOps, markBackward } from './backward.ts';

/** Attribute of operations: their chunk of the model, if devices have several. */
const PART = 'dist.part';

/** Assigns an operation to a chunk of the model; chunks are numbered along the model. */
export function markPart(op: Operation, part: number): void {
  op.setAttr(PART, indexAttr(part));
}

/** The stages of a pipeline's body: operations of one device and chunk, forward or backward. */
export interface PipelineStages {
  readonly graph: StageGraph;
  /** By stage, in the order of the body. */
  readonly ops: readonly (readonly Operation[])[];
}

/**
 * Finds the stages of a pipeline's body. A tensor is sent by the stage that computes it.
 *
 * @param weightsApart whether backward operations that no other stage waits for are stages of their own.
 */
export function stagesOf(op: PipelineOp, weightsApart = false): PipelineStages {
  const numbers = new Map<string, number>();
  const stages: Stage[] = [];
  const ops: Operation[][] = [];
  const devices: number[] = [];
  const parts = new Map<number, number[]>();
  const stageOfOp = new Map<Operation, number>();
  const edges: (readonly [number, number])[] = [];
  const last = weightsApart ? lastOps(op) : new Set<Operation>();
  // Recomputation marks only what it adds; what uses that is as late.
  const isMarked = [...op.entry].some((inner) => inner.hasAttr(BACKWARD));
  const backward = isMarked ? backwardOps(op.entry) : new Set<Operation>();
  for (const inner of op.entry) {
    if (inner instanceof ReturnOp) continue;
    const [source] = placedTypes([...inner.operandTypes(), ...inner.resultTypes()]);
    const device = Number(source?.device ?? 0);
    const isBackward = backward.has(inner);
    const isWeights = last.has(inner);
    if (!devices.includes(device)) devices.push(device);
    const part = inner.getAttr(PART);
    const number = part instanceof IntegerAttr ? part.number : 0;
    const own = parts.get(device) ?? [];
    parts.set(device, own);
    if (!own.includes(number)) own.push(number);
    const key = [device, number, isBackward, isWeights].join();
    let stage = numbers.get(key);
    if (stage === undefined) {
      stage = stages.length;
      numbers.set(key, stage);
      stages.push({
        name: `${isWeights ? 'w' : isBackward ? 'b' : 'f'}${part === null ? device : number}`,
        device: devices.indexOf(device),
        isBackward,
        chunk: own.indexOf(number),
        isWeights,
      });
      ops.push([]);
    }
    ops[stage]!.push(inner);
    stageOfOp.set(inner, stage);
    for (const { value } of inner.operands) {
      const from = value.definingOp === null ? undefined : stageOfOp.get(value.definingOp);
      if (from !== undefined && from !== stage) edges.push([from, stage]);
    }
  }
  return { graph: { stages, edges }, ops };
}

/**
 * Backward operations whose results only reach the end of the body, possibly through other operations on their device.
 */
function lastOps({ entry }: PipelineOp): Set<Operation> {
  const last = new Set<Operation>();
  for (const inner of [...entry].reverse()) {
    if (inner instanceof ReturnOp || inner instanceof SendOp || !inner.hasAttr(BACKWARD)) continue;
    const users = inner.results.flatMap((result) => result.users());
    if (users.every((user) => user instanceof ReturnOp || last.has(user))) last.add(inner);
  }
  return last;
}

/** Replaces gradients of products in a pipeline's body by the gradients of each operand that is used. */
export function splitProductGradients({ entry }: PipelineOp, context: Context): void {
  const builder = new Builder(context);
  for (const op of [...entry]) {
    if (!(op instanceof MatMulGradOp)) continue;
    builder.setInsertionPoint(op);
    builder.location = op.location;
    const { lhs, rhs, gradient, lhsGradient, rhsGradient } = op;
    const attributes = op.discardable;
    if (lhsGradient.users().length > 0) {
      const own = builder.create(MatMulLhsGradOp, { rhs, gradient }, [lhsGradient.type], { attributes });
      if (op.hasAttr(BACKWARD)) markBackward(own);
      lhsGradient.replaceAllUsesWith(own.result);
    }
    if (rhsGradient.users().length > 0) {
      const own = builder.create(MatMulRhsGradOp, { lhs, gradient }, [rhsGradient.type], { attributes });
      if (op.hasAttr(BACKWARD)) markBackward(own);
      rhsGradient.replaceAllUsesWith(own.result);
    }
    op.erase();
  }
}
