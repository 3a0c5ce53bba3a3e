import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { MeshTensorType } from '@shardform/dialect-mpmd';
import { SHARDING, TensorShardingAttr } from '@shardform/dialect-sdy';
import { argumentName, resultName } from '@shardform/inspect';
import { signatureSpec } from '@shardform/passes-planning';
import type { Json } from '../json-schema/json-schema.ts';
import type { planSchema } from './plan-schema.ts';

/** An argument or result with its sharding. */
type PlannedValue = Json<typeof planSchema>['arguments'][number];

/** Returns the arguments or results of a function with their shardings. */
export function plannedValues(func: FuncOp, which: 'arguments' | 'results'): PlannedValue[] {
  const isArgument = which === 'arguments';
  const { inputs, results } = func.functionType;
  return (isArgument ? inputs : results).map((given, index) => {
    const attribute = valueAttrs(func, isArgument ? 'arg_attrs' : 'res_attrs', index).get(SHARDING);
    const onMesh = given instanceof MeshTensorType ? given : null;
    const type = onMesh?.globalType ?? given;
    const sharding = onMesh?.sharding ?? (attribute instanceof TensorShardingAttr ? attribute : null);
    return {
      index,
      name: isArgument ? argumentName(func, index) : resultName(func, index),
      type: String(type),
      sharding: sharding === null ? null : dimsText(sharding),
      partitionSpec: signatureSpec(sharding, type),
      stageMesh: onMesh?.meshName ?? null,
    };
  });
}

/** `[{"x"}, {}]`. */
function dimsText({ dims }: TensorShardingAttr): string {
  return `[${dims.map(({ text }) => text).join(', ')}]`;
}
