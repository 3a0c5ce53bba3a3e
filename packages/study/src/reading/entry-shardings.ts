import { FuncOp, setAllValueAttrs, valueAttrs } from '@shardform/dialect-func';
import { hloAttributes } from '@shardform/dialect-hlo';
import { MeshAttr, programMesh, SHARDING, shardLayout, TensorShardingAttr } from '@shardform/dialect-sdy';
import { recordShardings, recordUnknown, type ShardedValue } from '@shardform/inspect';
import { MHLO_SHARDING } from '@shardform/passes-sharding';
import {
  type Context,
  DictionaryAttr,
  IntegerAttr,
  ModuleOp,
  parsePipeline,
  RankedTensorType,
  runPasses,
  StringAttr,
  SymbolRefAttr,
  type Type,
} from '@shardform/ir-core';

type Side = 'arg_attrs' | 'res_attrs';

/**
 * Records in the program of one of several devices how its arguments and results are split, in the terms in which `shardform
 * partition` does, from the shardings that XLA's partitioner noted. Values of which it noted none are noted as not known.
 */
export function recordEntryShardings(module: ModuleOp, context: Context): void {
  const main = [...module.body].find((op) => op instanceof FuncOp && op.symName.value === 'main');
  const partitions = module.getAttr('mhlo.num_partitions');
  if (!(main instanceof FuncOp) || !(partitions instanceof IntegerAttr)) return;
  const { inputs, results } = main.functionType;
  const types = { arg_attrs: inputs, res_attrs: results };
  const texts = (side: Side): readonly (string | null)[] => types[side].map((_, i) => textOf(main, side, i));
  const noted = texts('arg_attrs').concat(texts('res_attrs'));
  if (noted.every((text) => text === null)) return;
  const read = readShardings(main, context);
  if (read === null) return;
  const mesh =
    read.mesh.totalSize === partitions.number ? read.mesh : MeshAttr.of([['device', partitions.number]]);
  const values = (side: Side): ShardedValue[] =>
    types[side].map((type, i) => wholeValue(type, read.shardings[side][i] ?? null, mesh));
  const whole = { inputs: values('arg_attrs'), results: values('res_attrs') };
  const program = { ...whole, mesh, meshName: 'mesh', deviceCount: mesh.totalSize };
  recordShardings(module, program);
  recordUnknown(main, 'arg_attrs');
  recordUnknown(main, 'res_attrs');
}

function textOf(main: FuncOp, side: Side, index: number): string | null {
  const attribute = valueAttrs(main, side, index).get(hloAttributes.sharding);
  return attribute instanceof StringAttr ? attribute.value : null;
}

/** The type of the whole of which a device has a part of a type. XLA gives each device parts of one size. */
function wholeValue(type: Type, sharding: TensorShardingAttr | null, mesh: MeshAttr): ShardedValue {
  const given = sharding?.onMesh(mesh) ?? null;
  const whole =
    given === null || !(type instanceof RankedTensorType)
      ? type
      : type.withShape(type.shape.map((size, d) => size * (given.dims[d]?.shardedSize(mesh) ?? 1)));
  const shape = whole instanceof RankedTensorType ? whole.shape : [];
  const layout = shardLayout(shape, given ?? TensorShardingAttr.fullyClosed(mesh, shape.length), mesh);
  return { type: whole, sharding: given, layout };
}

interface ReadShardings {
  readonly mesh: MeshAttr;
  /** By argument and result; `null` for those that are not known, or not on the mesh. */
  readonly shardings: Readonly<Record<Side, readonly (TensorShardingAttr | null)[]>>;
}

/** Reads the shardings of the function, on the mesh that they have in common. */
function readShardings(main: FuncOp, context: Context): ReadShardings | null {
  const module = ModuleOp.empty();
  const { inputs, results } = main.functionType;
  const func = FuncOp.create(
    {
      symName: StringAttr.get('main'),
      functionType: main.functionType,
      symVisibility: StringAttr.get('private'),
    },
    [],
  );
  module.body.append(func);
  for (const [side, types] of [
    ['arg_attrs', inputs],
    ['res_attrs', results],
  ] as const)
    setAllValueAttrs(
      func,
      side,
      types.map((_, i) => {
        const text = textOf(main, side, i);
        return DictionaryAttr.get(text === null ? [] : [[MHLO_SHARDING, StringAttr.get(text)]]);
      }),
    );
  const passes = parsePipeline('builtin.module(import-mhlo-shardings)', context);
  const { result } = context.diagnostics.capture(() => runPasses(module, passes, context));
  if (!result.succeeded) return null;
  const [name, mesh] = programMesh(module) ?? ['', MeshAttr.of([])];
  const shardings = (side: Side, types: readonly Type[]): (TensorShardingAttr | null)[] =>
    types.map((_, i) => {
      const attribute = valueAttrs(func, side, i).get(SHARDING);
      if (!(attribute instanceof TensorShardingAttr)) return null;
      const { meshOrRef } = attribute;
      return meshOrRef instanceof SymbolRefAttr && meshOrRef.root === name ? attribute : null;
    });
  return {
    mesh,
    shardings: { arg_attrs: shardings('arg_attrs', inputs), res_attrs: shardings('res_attrs', results) },
  };
}
