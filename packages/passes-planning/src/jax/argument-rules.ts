import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { SHARDING, TensorShardingAttr } from '@shardform/dialect-sdy';
import { argumentName, namePath } from '@shardform/inspect';
import { signatureSpec } from './partition-spec.ts';
import { type PathSpec, type SpecRule, specRules, WHOLE } from './spec-rules.ts';

/** Returns the arguments of a function by their paths, with their specs. */
export function argumentSpecs(func: FuncOp): PathSpec[] {
  return Array.from(func.functionType.inputs, (_, index) => ({
    ...{ index, path: namePath(argumentName(func, index) ?? '') },
    spec: specOf(func, index),
  }));
}

/** Returns the shardings of the arguments of a function as few rules over their paths; others are whole on every device. */
export function argumentRules(func: FuncOp): SpecRule[] {
  return specRules(argumentSpecs(func));
}

function specOf(func: FuncOp, index: number): string {
  const attribute = valueAttrs(func, 'arg_attrs', index).get(SHARDING);
  const sharding = attribute instanceof TensorShardingAttr ? attribute : null;
  return signatureSpec(sharding, func.functionType.inputs[index]!) ?? WHOLE;
}
