import {
  CALL_COUNTER,
  FragmentOp,
  INFERRED_BY,
  MeshTensorType,
  MpmdReturnOp,
  UserOriginAttr,
} from '@shardform/dialect-mpmd';
import { getSharding, type TensorShardingAttr } from '@shardform/dialect-sdy';
import {
  ArrayAttr,
  type Builder,
  i64Attr,
  IntegerAttr,
  type Location,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  ui32,
  type Value,
} from '@shardform/ir-core';
import type { PipelineTask } from '@shardform/passes-dist';
import type { PlannedMesh } from '../plan/apply-plan.ts';
import { shardingOf, unsplit } from '../problem/dim-splits.ts';
import { meshTypeOf, stageMeshName } from './stage-values.ts';

/** The outside of a fragment. */
export interface FragmentFrame {
  readonly mesh: number;
  readonly operands: readonly Value[];
  readonly types: readonly MeshTensorType[];
  /** `null` for what is done once. */
  readonly task: PipelineTask | null;
  readonly location: Location;
}

/** Makes the operations of its inside, and returns what it gives. */
export type FragmentBody = (given: readonly Value[]) => readonly Value[];

/** Makes fragments, and the types of values between them. */
export class StageFragments {
  readonly #builder: Builder;
  readonly #mesh: PlannedMesh;

  constructor(mesh: PlannedMesh, builder: Builder) {
    this.#mesh = mesh;
    this.#builder = builder;
  }

  shardingOf(value: Value): TensorShardingAttr {
    const { mesh, name } = this.#mesh;
    const rank = value.type instanceof RankedTensorType ? value.type.rank : 0;
    return (
      getSharding(value, this.#builder.context) ?? shardingOf(unsplit(rank), mesh, SymbolRefAttr.get(name))
    );
  }

  /** The type that a value of the program has on a mesh. */
  typeOn(value: Value, mesh: number): MeshTensorType {
    const { type } = value;
    if (!(type instanceof RankedTensorType)) throw new TypeError(`'${String(type)}' is no tensor`);
    return MeshTensorType.get(stageMeshName(mesh), type, this.shardingOf(value));
  }

  /** Makes a fragment at the insertion point. */
  make({ mesh, operands, types, task, location }: FragmentFrame, body: FragmentBody): readonly Value[] {
    const builder = this.#builder;
    builder.location = location;
    const fragment = builder.create(
      FragmentOp,
      {
        inputs: operands,
        origin: ArrayAttr.get(task === null ? [] : [originOf(task)]),
        meshName: StringAttr.get(stageMeshName(mesh)),
        stageId: task === null ? null : i64Attr(task.stage),
      },
      types,
    );
    if (task === null) fragment.setAttr(INFERRED_BY, ArrayAttr.get([StringAttr.get('shardform_plan')]));
    else fragment.setAttr(CALL_COUNTER, IntegerAttr.get(BigInt(task.microbatch), ui32));
    builder.atSavedPoint(() => {
      const block = builder.createBlock(
        fragment.region,
        operands.map((operand) => meshTypeOf(operand).globalType),
      );
      const results = body(block.arguments);
      builder.create(MpmdReturnOp, { results });
    });
    return fragment.results;
  }
}

function originOf({ kind, stage }: PipelineTask): UserOriginAttr {
  return UserOriginAttr.of(`stage${stage}${kind === 'W' ? '_weights' : ''}`, kind === 'F' ? 0 : 1);
}
