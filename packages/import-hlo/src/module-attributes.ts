import type { HloModule } from '@shardform/hlo-module';
import { hloAttributes } from '@shardform/dialect-hlo';
import { ArrayAttr, type Attribute, i32Attr, StringAttr, UnitAttr } from '@shardform/ir-core';
import { dictionaryOf } from './annotations.ts';
import type { ImportHloOptions } from './import-hlo.ts';
import { isPartitioned } from './is-partitioned.ts';
import { shardingText } from './sharding-text.ts';

/** Returns the attributes of the module's operation, named as JAX and XLA name them. */
export function moduleAttributes(
  source: HloModule,
  { inlineFusions = false }: Pick<ImportHloOptions, 'inlineFusions'>,
): ReadonlyMap<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  const { frontendAttributes, parameterShardings, outputSharding } = source;
  if (frontendAttributes.size > 0)
    attributes.set('mhlo.frontend_attributes', dictionaryOf(frontendAttributes));
  attributes.set('mhlo.num_partitions', i32Attr(source.numPartitions));
  attributes.set('mhlo.num_replicas', i32Attr(source.replicaCount));
  if (parameterShardings !== undefined)
    attributes.set(
      'mhlo.spmd_parameters_shardings',
      ArrayAttr.get(parameterShardings.map((sharding) => StringAttr.get(shardingText(sharding)))),
    );
  if (outputSharding !== undefined)
    attributes.set('mhlo.spmd_output_sharding', StringAttr.get(shardingText(outputSharding)));
  // Operations of fusions that were opened are not kernels.
  if (source.isScheduled && !inlineFusions) attributes.set(hloAttributes.isScheduled, UnitAttr.instance);
  if (isPartitioned(source)) attributes.set(hloAttributes.isPartitioned, UnitAttr.instance);
  for (const [name, text] of source.others) attributes.set(`hlo.${name}`, StringAttr.get(text));
  return attributes;
}
