import { MeshTable } from '@shardform/dialect-sdy';
import { booleanOption, definePass, integerOption, type Operation } from '@shardform/ir-core';
import { LocalConverter } from './local-converter.ts';
import { type LocalLowering, localLowering } from './local-lowering.ts';
import { refusesNestedMeshes } from '../../module/nested-meshes.ts';

/** `sdy-convert-global-to-local`. */
export const convertGlobalToLocal = /* @__PURE__ */ definePass({
  name: 'sdy-convert-global-to-local',
  className: 'ConvertGlobalToLocalPass',
  summary: 'Converts global shapes to local shapes and Shardy collectives to StableHLO collectives.',
  description:
    'Every value gets the type that one device holds of it. Sizes have to be divisible by the number of parts, and operations must not need values of other devices beside those that collectives bring.',
  options: {
    'per-dim-all-gather': booleanOption('Whether to gather each dimension with an all-gather of its own.'),
    'combine-multi-dimension-reduce-scatter': booleanOption(
      'Whether to scatter several dimensions with one reduce-scatter.',
    ),
    'enable-rgv3': booleanOption('Whether to write groups of devices as axes of the mesh.'),
    'replica-count': integerOption('Number of replicas.', 1),
    'partition-count': integerOption('Number of partitions.', 1),
  },
  anchor: 'builtin.module',
  run(module, pass) {
    if (refusesNestedMeshes(module, pass)) return;
    const { context, options } = pass;
    const [replicas, partitions] = [options['replica-count'], options['partition-count']];
    if (replicas > 1 && partitions > 1) {
      context.diagnostics.error(
        module.location,
        'Shardy partitioner convert_global_to_local does not support both replica_count > 1 and partition_count > 1 yet.',
      );
      pass.fail();
      return;
    }
    const converter = new LocalConverter(
      module,
      new MeshTable(module),
      {
        perDimAllGather: options['per-dim-all-gather'],
        combineReduceScatter: options['combine-multi-dimension-reduce-scatter'],
        usesMeshAxes: options['enable-rgv3'],
        usesReplicas: replicas > 1,
        keepsIdentities: false,
      },
      context,
    );
    const lowerings: [Operation, LocalLowering][] = [];
    module.walk((op) => {
      const lower = context.query(localLowering, op);
      if (lower === undefined) return;
      converter.record(op);
      lowerings.push([op, lower]);
    }, 'pre');
    // All shardings are looked up before values change their types and operations are moved.
    module.walk((op) => converter.localizeValues(op), 'pre');
    for (const [, lower] of lowerings) {
      lower(converter);
      if (!converter.hasFailed) continue;
      pass.fail();
      return;
    }
  },
});
