import {
  CallOpaqueOp,
  ConstantOp,
  ExpressionOp,
  GetAttrOp,
  LiteralOp,
  SubscriptOp,
  YieldOp,
} from '@shardform/dialect-emitpy';
import { Block, definePass, type Operation } from '@shardform/ir-core';
import { LIST } from '../convert/convert-ttnn-to-emitpy.ts';
import { functionsIn } from '../prepare/names.ts';

/** What is used once is written where it is used. */
export const emitpyFormExpressions = definePass({
  name: 'emitpy-form-expressions',
  className: 'EmitPyFormExpressions',
  summary: 'writes lists and elements that are used once where they are used',
  anchor: 'builtin.module',
  run(module) {
    for (const func of functionsIn(module)) {
      const found: Operation[] = [];
      func.walk((op) => {
        if (!(op.parentOp instanceof ExpressionOp) && isInlined(op)) found.push(op);
      });
      for (const op of found) wrap(op);
    }
  },
});

function isInlined(op: Operation): boolean {
  if (op.results.length !== 1 || !op.getResult().hasOneUse) return false;
  if (op instanceof CallOpaqueOp) return op.callee.value === LIST;
  return (
    op instanceof LiteralOp ||
    op instanceof SubscriptOp ||
    op instanceof GetAttrOp ||
    op instanceof ConstantOp
  );
}

function wrap(op: Operation): void {
  const operands = op.operandValues();
  const location = { location: op.location };
  const { type } = op.getResult();
  const made = ExpressionOp.create({ operands }, [type], location);
  op.parent!.insertBefore(made, op);
  const block = made.body.append(new Block());
  const args = operands.map((operand) => block.addArgument(operand.type, op.location));
  op.getResult().replaceAllUsesWith(made.result);
  op.moveToEnd(block);
  op.setOperands(args);
  block.append(YieldOp.create({ result: op.getResult() }, [], location));
}
