import { definePass, RankedTensorType, type Type } from '@shardform/ir-core';
import { type FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { localShape, type MeshLookUp, MeshTable, SHARDING, TensorShardingAttr } from '@shardform/dialect-sdy';
import { LocalShapeAttr, ShardStatusAttr } from '@shardform/dialect-ttcore';
import { publicFunctions } from '../functions.ts';
import { SHARD_STATUS } from './apply-argument-shard-status.ts';

/** Notes at arguments and results the shape that one device holds: the global one where nothing is split yet. */
export const annotateLocalShapes = definePass({
  name: 'annotate-local-shapes',
  className: 'AnnotateLocalShapesPass',
  summary: 'note the local shapes of arguments and results',
  run(module) {
    const meshes = new MeshTable(module);
    for (const func of publicFunctions(module)) {
      annotate(func, 'arg_attrs', func.functionType.inputs, meshes);
      annotate(func, 'res_attrs', func.functionType.results, meshes);
    }
  },
});

function annotate(
  func: FuncOp,
  which: 'arg_attrs' | 'res_attrs',
  types: readonly Type[],
  meshes: MeshLookUp,
): void {
  types.forEach((type, i) => {
    if (!(type instanceof RankedTensorType)) return;
    const attrs = valueAttrs(func, which, i);
    const sharding = attrs.get(SHARDING);
    let local = type;
    if (
      attrs.get(SHARD_STATUS) === ShardStatusAttr.get('presharded') &&
      sharding instanceof TensorShardingAttr
    ) {
      const mesh = meshes.meshOf(sharding);
      if (mesh !== null) local = type.withShape(localShape(type.shape, sharding, mesh) ?? type.shape);
    }
    setValueAttr(func, which, i, 'ttcore.local_shape', LocalShapeAttr.get(local));
  });
}
