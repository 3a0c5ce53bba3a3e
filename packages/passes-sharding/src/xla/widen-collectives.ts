import { getSharding, isCollectiveOp, setSharding } from '@shardform/dialect-sdy';
import { collectiveName, ConvertOp, tensorOf } from '@shardform/dialect-stablehlo';
import {
  bf16,
  type Context,
  definePass,
  f16,
  f32,
  FloatType,
  type Operation,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';

/** `shardform-widen-collectives`. */
export const widenCollectives = /* @__PURE__ */ definePass({
  name: 'shardform-widen-collectives',
  className: 'WidenCollectivesPass',
  summary: 'Sends narrow floating-point numbers as wider ones, as XLA for CPUs does.',
  description:
    'The compiler for CPUs, whose collectives are compared, sends bf16 as f32, and numbers of 8 bits and less as f16. Compilers for GPUs and TPUs send them as they are.',
  anchor: 'func.func',
  dependentDialects: ['stablehlo'],
  run(func, { context }) {
    func.walk((op) => {
      if (!isSent(op) || op.operands.length !== 1 || op.results.length !== 1) return;
      const { type } = op.getResult();
      const wide = type instanceof RankedTensorType ? widened(type) : null;
      if (wide === null) return;
      const [operand, result] = [tensorOf(op.getOperand(0)), tensorOf(op.getResult())];
      const before = converted(operand, operand.type.withElementType(wide.elementType), op);
      copySharding(operand, before.result, context);
      before.moveBefore(op);
      op.setOperand(0, before.result);
      const users = result.users();
      const after = converted(result, result.type, op);
      after.moveAfter(op);
      result.setType(wide);
      copySharding(result, after.result, context);
      result.replaceUsesIf(after.result, (use) => users.includes(use.owner));
    });
  },
});

/** Those with a computation of their own stay as they are. */
function isSent(op: Operation): boolean {
  return (
    isCollectiveOp(op) ||
    (op.regions.length === 0 && collectiveName(op.name.replace('stablehlo.', '')) !== null)
  );
}

function copySharding(from: Tensor, to: Tensor, context: Context): void {
  const sharding = getSharding(from, context);
  if (sharding !== null) setSharding(to, sharding, context);
}

function converted(operand: Tensor, type: RankedTensorType, { location }: Operation): ConvertOp {
  return ConvertOp.create({ operand }, [type], { location });
}

/** The type in which a tensor is sent; `null` for its own. */
function widened(type: RankedTensorType): RankedTensorType | null {
  const { elementType } = type;
  if (!(elementType instanceof FloatType)) return null;
  const wide = elementType === bf16 ? f32 : elementType.width <= 8 ? f16 : null;
  return wide === null ? null : type.withElementType(wide);
}
