import { ArithmeticWork, type OperationCost, operationCost } from '@shardform/cost-model';
import type { OnOp } from '@shardform/dialect-dist';
import { ScalarFrame } from '@shardform/dialect-stablehlo';
import type { Context, Operation } from '@shardform/ir-core';

/**
 * Returns the cost of the body of a `dist.on`, as a single kernel named after its last operation.
 *
 * @throws CostError
 */
export function bodyCost(op: OnOp, context: Context): OperationCost & { readonly main: Operation | null } {
  const ops = [...op.entry].filter((inner) => !inner.definition.isTerminator);
  const frame = new ScalarFrame();
  const costs = ops.map((inner) => operationCost(inner, context, frame));
  const main = ops.at(-1) ?? null;
  const last = costs.at(-1);
  const work = new ArithmeticWork();
  for (const own of costs) work.add(own);
  // Operands of the body that the last operation reads partially.
  const reads = op.entry.arguments.map((argument) => {
    const at = main?.operandValues().findIndex((value) => value === argument) ?? -1;
    return at < 0 ? null : (last!.reads[at] ?? null);
  });
  return {
    main,
    ...work.total(),
    reads,
    writes: last?.writes ?? null,
    traffic: last?.traffic ?? null,
    launches: last === undefined ? 0 : last.launches,
  };
}
