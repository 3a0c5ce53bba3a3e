import type { Stage } from '../schedule/stage-graph.ts';
import type { ModelOp, SequentialModel } from './sequential-model.ts';

/**
 * Returns a model whose backward stages compute the gradients of their inputs only; those of the weights are stages of
 * their own, on the same devices, which no other stage waits for.
 */
export function splitWeightGradients(model: SequentialModel): SequentialModel {
  const stages: Stage[] = [...model.stages];
  const weightsStage = new Map<number, number>();
  const ops = model.ops.flatMap((op): ModelOp[] => {
    if (op.kind !== 'MatMulGrad') return [op];
    let stage = weightsStage.get(op.stage);
    if (stage === undefined) {
      stage = stages.length;
      weightsStage.set(op.stage, stage);
      const own = model.stages[op.stage]!;
      stages.push({ ...own, name: `${own.name}_weights`, isWeights: true });
    }
    const [lhs, rhs, gradient] = op.operands;
    const [lhsResult, rhsResult] = op.results;
    return [
      {
        kind: 'MatMulLhsGrad',
        operands: [rhs!, gradient!],
        results: [lhsResult!],
        stage: op.stage,
        infer: ([w, dz]) => [[dz![0]!, w![0]!]],
      },
      {
        kind: 'MatMulRhsGrad',
        operands: [lhs!, gradient!],
        results: [rhsResult!],
        stage,
        infer: ([x, dz]) => [[x![1]!, dz![1]!]],
      },
    ];
  });
  return splitComposites({ ...model, ops, stages });
}

/** The same for operations of any kind: those of backward stages whose results no other operation uses. */
function splitComposites(model: SequentialModel): SequentialModel {
  const inputs = model.inputs.length;
  const users: number[][] = model.inputs.map(() => []);
  const first: number[] = [];
  model.ops.forEach((op, i) => {
    first.push(users.length);
    op.results.forEach(() => users.push([]));
    for (const value of op.operands) users[value]!.push(i);
  });
  const last = new Set<number>();
  for (let i = model.ops.length - 1; i >= 0; i -= 1) {
    const op = model.ops[i]!;
    if (op.kind !== 'Composite' || !model.stages[op.stage]!.isBackward) continue;
    const own = op.results.flatMap((_, result) => users[first[i]! + result]!);
    if (own.every((user) => last.has(user) && model.ops[user]!.stage === op.stage)) last.add(i);
  }
  if (last.size === 0 || inputs === users.length) return model;
  const stages: Stage[] = [...model.stages];
  const weightsStage = new Map<number, number>();
  const ops = model.ops.map((op, i): ModelOp => {
    if (!last.has(i)) return op;
    let stage = weightsStage.get(op.stage);
    if (stage === undefined) {
      stage = stages.length;
      weightsStage.set(op.stage, stage);
      const own = model.stages[op.stage]!;
      stages.push({ ...own, name: `${own.name}_weights`, isWeights: true });
    }
    return { ...op, stage };
  });
  return { ...model, ops, stages };
}
