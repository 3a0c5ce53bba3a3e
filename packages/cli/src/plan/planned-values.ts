import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { MeshTensorType } from '@shardform/dialect-mpmd';
import { SHARDING, TensorShardingAttr } from '@shardform/dialect-sdy';
import { argumentName, resultName } from '@shardform/inspect';
import { signatureSpec } from '@shardform/passes-planning';
import { mergedName, ofAnyLayer } from '@shardform/study';
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

/** Values of equal layers that are split alike. */
interface FoldedValues extends Pick<PlannedValue, 'type' | 'partitionSpec'> {
  readonly name: string;
  /** The stages that have some of them. */
  readonly stages: readonly string[];
  readonly count: number;
}

/** Returns values with those of equal layers as one: `p['w'][*]` for the slices of stacked weights. */
export function foldedValues(values: readonly (PlannedValue & { readonly name: string })[]): FoldedValues[] {
  const found = new Map<string, FoldedValues>();
  for (const { name: given, type, partitionSpec, stageMesh } of values) {
    const name = given.replace(/\[\d+:\d+\]/g, '[*]');
    const key = [ofAnyLayer(name), type, partitionSpec].join('|');
    const known = found.get(key);
    found.set(key, {
      ...{ type, partitionSpec, count: (known?.count ?? 0) + 1 },
      name: known === undefined ? name : mergedName(known.name, name)!,
      stages: [...new Set([...(known?.stages ?? []), ...(stageMesh === null ? [] : [stageMesh])])].sort(
        inOrder,
      ),
    });
  }
  return [...found.values()];
}

/** `stage2` comes before `stage10`. */
const { compare: inOrder } = new Intl.Collator('en', { numeric: true });

/** `[{"x"}, {}]`. */
function dimsText({ dims }: TensorShardingAttr): string {
  return `[${dims.map(({ text }) => text).join(', ')}]`;
}
