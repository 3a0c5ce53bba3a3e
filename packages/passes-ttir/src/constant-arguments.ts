import { BlockArgument, type Value } from '@shardform/ir-core';
import { FuncOp, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr } from '@shardform/dialect-ttcore';

/** Returns true if a value is an argument of a function that is the same at each run: a parameter or a constant. */
export function isConstantArgument(value: Value): boolean {
  if (!(value instanceof BlockArgument)) return false;
  const func = value.owner.parentOp;
  if (!(func instanceof FuncOp)) return false;
  const role = valueAttrs(func, 'arg_attrs', value.index).get('ttcore.argument_type');
  return role instanceof ArgumentTypeAttr && (role.value === 'parameter' || role.value === 'constant');
}
