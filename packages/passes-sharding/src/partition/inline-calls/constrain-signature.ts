import type { CallOp, FuncOp } from '@shardform/dialect-func';
import { resultShardings, ShardingConstraintOp, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { Builder, type Context, type Value } from '@shardform/ir-core';
import { functionShardings } from '../../module/func-shardings.ts';

/** Constrains operands and results of a call to the shardings that the function, or the call, gives them. */
export function constrainSignature(call: CallOp, callee: FuncOp, context: Context): void {
  const builder = new Builder(context);
  builder.location = call.location;
  const constraint = (input: Value, sharding: TensorShardingAttr): Value =>
    builder.create(ShardingConstraintOp, { input, sharding }, [input.type]).result;
  builder.setInsertionPoint(call);
  for (const [i, sharding] of functionShardings(callee, 'arg_attrs').entries())
    if (sharding !== null) call.setOperand(i, constraint(call.getOperand(i), sharding));
  builder.setInsertionPointAfter(call);
  const given = resultShardings(call)?.shardings ?? [];
  for (const [i, own] of functionShardings(callee, 'res_attrs').entries()) {
    const sharding = given[i] ?? own;
    if (sharding === null) continue;
    const result = call.getResult(i);
    const uses = [...result.uses()];
    const constrained = constraint(result, sharding);
    for (const use of uses) use.set(constrained);
  }
}
