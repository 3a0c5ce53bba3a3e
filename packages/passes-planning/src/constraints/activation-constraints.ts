import type { FuncOp } from '@shardform/dialect-func';
import { DimensionShardingAttr, TensorShardingAttr } from '@shardform/dialect-sdy';
import type { Value } from '@shardform/ir-core';
import { givenSharding } from '@shardform/study';
import { partitionSpec } from '../jax/partition-spec.ts';
import type { SpecConstraint } from '../jax/plan-specs.ts';
import { programRoles } from '../layouts/program-roles.ts';
import { tiesOf } from '../plan/ties.ts';
import { batchConstraints } from './batch-constraints.ts';
import { numberedValues, sourceValues } from './source-values.ts';

/** A `with_sharding_constraint` that keeps activations split along the batch, as the program has it. */
export interface ActivationConstraint extends Pick<SpecConstraint, 'place' | 'kind' | 'shape' | 'spec'> {
  readonly sharding: TensorShardingAttr;
  /** What the line computes, and its gradients, which JAX constrains, too. */
  readonly values: readonly Value[];
}

/** Returns the constraints on activations of a program whose batch is split, each to be tried alone. */
export function activationConstraints(func: FuncOp): ActivationConstraint[] {
  const { data, batch } = programRoles(func, tiesOf(func));
  const given = [...data]
    .map((index) => givenSharding(func, 'arg_attrs', index))
    .find((own) => (own?.dims[0]?.axes.length ?? 0) > 0);
  if (batch === null || given == null) return [];
  const [split] = given.dims;
  const all = numberedValues(func);
  return batchConstraints(sourceValues(func), batch, []).map(({ value: { place, kind, type, values } }) => {
    const dims = type.shape.map((_, dim) =>
      dim === 0 ? DimensionShardingAttr.get(split!.axes, true) : DimensionShardingAttr.closed,
    );
    const sharding = TensorShardingAttr.get(given.meshOrRef, dims);
    return {
      ...{ place, kind, shape: type.shape, spec: partitionSpec(sharding), sharding },
      values: values.map((number) => all[number]!),
    };
  });
}
