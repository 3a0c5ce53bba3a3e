import type { ModelOp, SequentialModel } from './sequential-model.ts';

/**
 * Returns a model whose backward stages recompute their forward stages from the inputs of these: only the inputs of
 * stages are kept from the forward pass to the backward pass.
 */
export function recomputedModel(model: SequentialModel): SequentialModel {
  const inputCount = model.inputs.length;
  const ops: ModelOp[] = [];
  /** The mapping of values to the new program; by backward stage, the mapping there. */
  const numbers = Array.from({ length: inputCount }, (_, value) => value);
  const again = new Map<string, number>();
  let values = inputCount;
  const begun = new Set<number>();
  const forwardOf = (stage: number): number | null => {
    const { device, isBackward, chunk } = model.stages[stage]!;
    if (!isBackward) return null;
    const found = model.stages.findIndex(
      (other) => other.device === device && other.chunk === chunk && !other.isBackward,
    );
    return found < 0 ? null : found;
  };
  const valueFor = (value: number, stage: number): number =>
    again.get(`${stage}:${value}`) ?? numbers[value]!;
  const add = (op: ModelOp): number => {
    ops.push(op);
    values += op.results.length;
    return values - op.results.length;
  };
  for (const op of model.ops) {
    const forward = forwardOf(op.stage);
    if (forward !== null && !begun.has(op.stage)) {
      begun.add(op.stage);
      const needed = usedAgain(model, forward, op.stage);
      let value = inputCount;
      for (const source of model.ops) {
        const first = value;
        value += source.results.length;
        if (!needed.has(source)) continue;
        const copy = add({
          ...source,
          stage: op.stage,
          operands: source.operands.map((operand) => valueFor(operand, op.stage)),
          results: source.results.map((result) => ({ ...result, fold: null })),
        });
        source.results.forEach((_, i) => again.set(`${op.stage}:${first + i}`, copy + i));
      }
    }
    const first = add({ ...op, operands: op.operands.map((operand) => valueFor(operand, op.stage)) });
    op.results.forEach((_, i) => numbers.push(first + i));
  }
  if (model.late === undefined) return { ...model, ops };
  // Results of the final operations follow those of the others.
  const [before, after] = [numbers.length, values];
  const late = model.late.map((op) => ({
    ...op,
    operands: op.operands.map((value) => numbers[value] ?? after + value - before),
  }));
  return { ...model, ops, late };
}

/** The operations of a forward stage whose results its backward stage uses, and what these need of the stage. */
function usedAgain(model: SequentialModel, forward: number, backward: number): Set<ModelOp> {
  const producers: (ModelOp | null)[] = model.inputs.map(() => null);
  for (const op of model.ops) op.results.forEach(() => producers.push(op));
  const needed = new Set<ModelOp>();
  const visit = (value: number): void => {
    const op = producers[value] ?? null;
    if (op?.stage !== forward || needed.has(op)) return;
    needed.add(op);
    op.operands.forEach(visit);
  };
  for (const op of model.ops) if (op.stage === backward) op.operands.forEach(visit);
  return needed;
}
