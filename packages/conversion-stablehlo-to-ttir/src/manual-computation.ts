import {
  type BlockArgument,
  type ConversionPattern,
  conversionPattern,
  type ConversionRewriter,
  DenseArrayAttr,
  FunctionType,
  i64,
  type Operation,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, functionTypeOf, valueAttrs } from '@shardform/dialect-func';
import {
  lookUpMesh,
  ManualComputationOp,
  type MeshAttr,
  meshOps,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  MeshAttr as TtMeshAttr,
  MeshesAttr,
  MeshShardDirectionAttr,
  MeshShardTypeAttr,
  ShardStatusAttr,
} from '@shardform/dialect-ttcore';
import { MeshShardOp } from '@shardform/dialect-ttir';

const SHARD_STATUS = 'ttcore.shard_status';

/** The attribute of a module that lists its meshes. */
const MESHES = 'ttcore.meshes';

/** Returns true if an argument or result of a function is already split when the devices get it. */
function isPresharded(func: FuncOp, which: 'arg_attrs' | 'res_attrs', index: number): boolean {
  const status = valueAttrs(func, which, index).get(SHARD_STATUS);
  return status instanceof ShardStatusAttr && status.value !== 'unsharded';
}

/** The attributes of a `ttir.mesh_shard` that describe how a tensor is distributed over the mesh. */
export interface MeshShard {
  readonly shardType: MeshShardTypeAttr;
  readonly shardShape: readonly number[];
  readonly shardDims: readonly number[];
}

/** Returns the attributes by which a sharding splits a tensor, or the reason why the target can't split it so. */
export function meshShard(sharding: TensorShardingAttr, mesh: MeshAttr): MeshShard | string {
  if (sharding.dims.every((dim) => dim.shardedSize(mesh) === 1)) {
    return { shardType: MeshShardTypeAttr.get('replicate'), shardShape: [1], shardDims: [-1] };
  }
  const shardDims = mesh.axes.map(() => -1);
  for (const [d, dim] of sharding.dims.entries()) {
    const split = dim.axes.filter((axis) => axis.size(mesh) > 1);
    if (split.some(({ subAxis }) => subAxis !== null))
      return 'along a sub-axis; the target splits along whole axes: give the mesh an axis of that size';
    const positions = split.map(({ name }) => mesh.axisPosition(name));
    if (positions.some((position, i) => i > 0 && position < positions[i - 1]!))
      return 'along axes in another order than the mesh has them; the target numbers shards in the order of the mesh: order the axes of the sharding so, or those of the mesh';
    for (const position of positions) shardDims[position] = d;
  }
  const shardShape = sharding.dims.map((dim) => dim.shardedSize(mesh));
  return { shardType: MeshShardTypeAttr.get('devices'), shardShape, shardDims };
}

/**
 * Inlines the body of a manual computation. Operands that come whole are split by a `ttir.mesh_shard`, results that
 * leave whole are joined by one; arguments and results of the function that are split already get local types.
 */
export const manualComputationConversion: ConversionPattern = conversionPattern(
  ManualComputationOp,
  'inline-manual-computation',
  (op, _adaptor, rewriter) => {
    const func = op.parentOp;
    const mesh = meshOf(op);
    if (!(func instanceof FuncOp) || mesh === null) {
      rewriter.context.diagnostics.emitOn(
        op,
        'error',
        "'sdy.manual_computation' op must stand directly in a function and have a mesh",
      );
      return false;
    }
    const place = new Placement(op, func, mesh, rewriter);
    const inputs = op.entry.arguments.map((argument, i) => place.input(i, argument.type));
    if (inputs.includes(null)) return false;
    const terminator = op.entry.lastOp!;
    rewriter.setInsertionPointAfter(op);
    const outputs = op.results.map((_, i) => place.output(i, terminator.getOperand(i)));
    if (outputs.includes(null)) return false;
    const block = op.parent!;
    rewriter.eraseOp(terminator);
    // Neither list has a null: both conditions have returned.
    rewriter.inlineBlock(op.entry, block, op, inputs as Value[]);
    rewriter.replaceOp(op, outputs as Value[]);
    return true;
  },
);

/** The boundary between a manual computation and the function around it, on operands and on results. */
class Placement {
  readonly #op: ManualComputationOp;
  readonly #func: FuncOp;
  readonly #mesh: MeshAttr;
  readonly #rewriter: ConversionRewriter;

  constructor(op: ManualComputationOp, func: FuncOp, mesh: MeshAttr, rewriter: ConversionRewriter) {
    this.#op = op;
    this.#func = func;
    this.#mesh = mesh;
    this.#rewriter = rewriter;
  }

  /** The local value of an operand; `null` after an error. */
  input(index: number, type: Type): Value | null {
    const value = this.#op.getOperand(index);
    // `indexOf` finds no value of another class.
    const argument = this.#func.entry.arguments.indexOf(value as BlockArgument);
    if (argument >= 0 && isPresharded(this.#func, 'arg_attrs', argument)) {
      this.#retypeArgument(argument, type);
      return value;
    }
    const sharding = this.#op.inShardings.shardings[index]!;
    return this.#shard(value, sharding, type, 'full_to_shard', `operand ${index}`);
  }

  /** Returns the value outside of the computation for a result whose local value is given; `null` after an error. */
  output(index: number, local: Value): Value | null {
    const result = this.#op.getResult(index);
    const uses = [...result.uses()];
    const leavesSplit = uses.some(
      (use) => use.owner.definition.isTerminator && isPresharded(this.#func, 'res_attrs', use.index),
    );
    if (leavesSplit) {
      this.#retypeResults(
        uses.map((use) => use.index),
        local.type,
      );
      for (const { owner, index: at } of uses) {
        if (!owner.definition.isTerminator) continue;
        this.#rewriter.modifyInPlace(owner, () => {
          owner.setOperand(at, local);
        });
      }
      return local;
    }
    const sharding = this.#op.outShardings.shardings[index]!;
    return this.#shard(local, sharding, result.type, 'shard_to_full', `result ${index}`);
  }

  #shard(
    value: Value,
    sharding: TensorShardingAttr,
    type: Type,
    direction: MeshShardDirectionAttr['value'],
    what: string,
  ): Value | null {
    const how = meshShard(sharding, this.#mesh);
    if (typeof how === 'string') {
      this.#rewriter.context.diagnostics.emitOn(
        this.#op,
        'error',
        `'sdy.manual_computation' op splits ${what} as '${String(sharding)}', ${how}`,
      );
      return null;
    }
    const list = (numbers: readonly number[]): DenseArrayAttr => DenseArrayAttr.get(i64, numbers);
    return this.#rewriter
      .create(
        MeshShardOp,
        {
          input: value,
          shardType: how.shardType,
          shardDirection: MeshShardDirectionAttr.get(direction),
          shardShape: list(how.shardShape),
          shardDims: list(how.shardDims),
        },
        [type],
      )
      .getResult();
  }

  #retypeArgument(index: number, type: Type): void {
    const func = this.#func;
    const { inputs, results } = functionTypeOf(func);
    this.#rewriter.modifyInPlace(func, () => {
      func.entry.getArgument(index).setType(type);
      func.functionType = FunctionType.get(inputs.toSpliced(index, 1, type), results);
    });
  }

  #retypeResults(indices: readonly number[], type: Type): void {
    const func = this.#func;
    const { inputs, results } = functionTypeOf(func);
    this.#rewriter.modifyInPlace(func, () => {
      func.functionType = FunctionType.get(
        inputs,
        results.map((old, i) => (indices.includes(i) ? type : old)),
      );
    });
  }
}

/** The mesh of the first sharding that has one, or the only mesh of the module. */
function meshOf(op: ManualComputationOp): MeshAttr | null {
  for (const sharding of [...op.inShardings.shardings, ...op.outShardings.shardings]) {
    const mesh = lookUpMesh(op, sharding.meshOrRef);
    if (mesh !== null) return mesh;
  }
  return null;
}

/** Meshes become an attribute of the module; devices are numbered in mesh order there. */
export function listMeshes(module: Operation): void {
  for (const op of meshOps(module)) {
    const listed = module.getAttr(MESHES);
    const meshes = listed instanceof MeshesAttr ? listed.meshes : [];
    const name = op.symName.value;
    if (!meshes.some((mesh) => mesh.name === name)) {
      const sizes = op.mesh.axes.map(({ size }) => size);
      module.setAttr(MESHES, MeshesAttr.get({ meshes: [...meshes, TtMeshAttr.get({ name, shape: sizes })] }));
    }
    op.erase();
  }
}
