import {
  definePass,
  type Operation,
  type PassRun,
  RankedTensorType,
  StringAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { type FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { localShape, type MeshLookUp, MeshTable, SHARDING, TensorShardingAttr } from '@shardform/dialect-sdy';
import { LocalShapeAttr, ShardStatusAttr } from '@shardform/dialect-ttcore';
import { FULL_TO_SHARD_CALL, MHLO_SHARDING, SHARD_TO_FULL_CALL, SHARDING_CALL } from '../attribute-names.ts';
import { definedFunctions, publicFunctions } from '../functions.ts';
import { unevenDimension } from '../localize/uneven-split.ts';
import { SHARD_STATUS } from './apply-argument-shard-status.ts';
import { isCallOf } from './call-of.ts';

const LOCAL_SHAPE = 'ttcore.local_shape';

/** Notes at arguments and results the shape that one device holds: the global one where nothing is split yet. */
export const annotateLocalShapes = definePass({
  name: 'annotate-local-shapes',
  className: 'AnnotateLocalShapesPass',
  summary: 'note the local shapes of arguments and results',
  run(module, pass) {
    const meshes = new MeshTable(module);
    for (const func of definedFunctions(module)) {
      annotate(func, 'arg_attrs', func.functionType.inputs, meshes, pass);
    }
    for (const func of publicFunctions(module)) {
      annotate(func, 'res_attrs', func.functionType.results, meshes, pass);
    }
  },
});

type Which = 'arg_attrs' | 'res_attrs';

function annotate(
  func: FuncOp,
  which: Which,
  types: readonly Type[],
  meshes: MeshLookUp,
  pass: PassRun,
): void {
  types.forEach((type, i) => {
    if (!(type instanceof RankedTensorType)) return;
    const attrs = valueAttrs(func, which, i);
    let local: RankedTensorType | null = type;
    if (attrs.get(SHARD_STATUS) === ShardStatusAttr.get('presharded')) {
      const sharding = attrs.get(SHARDING);
      const text = attrs.get(MHLO_SHARDING);
      if (text instanceof StringAttr)
        local = text.value.includes('replicated') ? type : gspmdType(func, which, i);
      else if (sharding instanceof TensorShardingAttr) local = shardyType(type, sharding, meshes);
    }
    if (local !== null) {
      setValueAttr(func, which, i, LOCAL_SHAPE, LocalShapeAttr.get({ localShape: local }));
      return;
    }
    const kind = which === 'arg_attrs' ? 'argument' : 'result';
    const sharding = attrs.get(SHARDING);
    const mesh = sharding instanceof TensorShardingAttr ? meshes.meshOf(sharding) : null;
    const uneven =
      sharding instanceof TensorShardingAttr && mesh !== null
        ? unevenDimension(type, sharding, `of ${kind} ${i} of '@${func.symName.value}'`, mesh)
        : null;
    pass.opError(
      func,
      uneven ??
        `can't tell the local shape of ${kind} ${i} of '@${func.symName.value}', a '${String(type)}': no local part of the program begins or ends there`,
    );
  });
}

function shardyType(
  type: RankedTensorType,
  sharding: TensorShardingAttr,
  meshes: MeshLookUp,
): RankedTensorType | null {
  const mesh = meshes.meshOf(sharding);
  if (mesh === null) return type;
  const shape = localShape(type.shape, sharding, mesh, false);
  return shape === null ? null : type.withShape(shape);
}

/** In GSPMD's form a custom call begins or ends the local part of the program. */
function gspmdType(func: FuncOp, which: Which, index: number): RankedTensorType | null {
  if (which === 'arg_attrs') {
    const marked = userCall(func.entry.getArgument(index), SHARDING_CALL);
    const local = marked === null ? null : userCall(marked.getResult(), FULL_TO_SHARD_CALL);
    return tensorOrNull(local?.getResult().type);
  }
  const { definingOp } = func.entry.lastOp!.getOperand(index);
  return isCallOf(definingOp, SHARD_TO_FULL_CALL) ? tensorOrNull(definingOp.getOperand(0).type) : null;
}

function tensorOrNull(type: Type | undefined): RankedTensorType | null {
  return type instanceof RankedTensorType ? type : null;
}

function userCall(value: Value, target: string): Operation | null {
  for (const { owner } of value.uses()) if (isCallOf(owner, target)) return owner;
  return null;
}
