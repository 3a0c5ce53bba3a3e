import {
  type Builder,
  type ConversionPattern,
  type ConversionRewriter,
  DenseElementsAttr,
  i32,
  IntegerAttr,
  IntegerType,
  nearestSymbolTable,
  oneToManyPattern,
  type Operation,
  type OpWithDefinition,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { type MeshAttr, meshOps } from '@shardform/dialect-sdy';
import * as ttir from '@shardform/dialect-ttir';
import { MeshesAttr } from '@shardform/dialect-ttcore';

/** The operation under conversion, with what its conversion may use. */
export interface ConversionScope {
  /** Stands before the operation. */
  readonly builder: ConversionRewriter;
  /** The sizes of the mesh that collectives run on; `null` when the module has none. */
  readonly mesh: readonly number[] | null;
}

/** The result of a conversion: the values that replace the results, or an operation with as many results. */
export type Converted = readonly Value[] | Operation | null;

/**
 * Declares how operations of one class are converted.
 *
 * @param convert creates the replacement; `null` when there is none in this case, and what was created is taken back.
 */
/* @__NO_SIDE_EFFECTS__ */
export function conversion<T extends Operation>(
  op: OpWithDefinition<T>,
  convert: (op: T, scope: ConversionScope) => Converted,
): ConversionPattern {
  return oneToManyPattern(op, `convert-${op.definition.name}`, (found, _operands, rewriter) => {
    const made = convert(found, { builder: rewriter, mesh: meshShape(found) });
    if (made === null) return false;
    rewriter.replaceOp(found, 'results' in made ? made.results : made);
    return true;
  });
}

/** The mesh of the module that an operation stands in, which may have become an attribute of the module. */
function meshShape(op: Operation): readonly number[] | null {
  for (let at = nearestSymbolTable(op); at !== null;) {
    const [mesh] = meshOps(at);
    if (mesh !== undefined) return sizes(mesh.mesh);
    const listed = at.getAttr('ttcore.meshes');
    if (listed instanceof MeshesAttr && listed.meshes[0] !== undefined) return listed.meshes[0].shape;
    at = at.parentOp === null ? null : nearestSymbolTable(at.parentOp);
  }
  return null;
}

function sizes(mesh: MeshAttr): readonly number[] {
  return mesh.axes.map(({ size }) => size);
}

/** Returns the values that are tensors of known rank. */
export function tensorsOf(values: readonly Value[]): Value<RankedTensorType>[] {
  return values.filter((value): value is Value<RankedTensorType> => value.type instanceof RankedTensorType);
}

/** Returns a constant whose elements are all `value`; `null` for a type of unknown sizes, which no constant has. */
export function splat(
  type: RankedTensorType,
  value: number,
  { builder }: ConversionScope,
): Value<RankedTensorType> | null {
  if (!type.hasStaticShape) return null;
  return builder.create(ttir.ConstantOp, { value: DenseElementsAttr.splat(type, value) }, [type]).result;
}

/**
 * Returns indices in a type that has numbers for all places: those of fewer than 32 bits are converted, so that neither
 * bounds nor sums of them wrap around.
 */
export function wideIndex(
  index: Value<RankedTensorType>,
  type: IntegerType,
  builder: Pick<Builder, 'create'>,
): Value<RankedTensorType> {
  const { elementType } = index.type;
  if (!(elementType instanceof IntegerType) || elementType.width >= 32) return index;
  return new ttir.TensorBuilder(builder).typecast(index, type);
}

/** Returns a start index as a tensor of one element, moved so that the slice lies inside the operand. */
export function clampedStart(
  index: Value<RankedTensorType>,
  most: number,
  { builder }: ConversionScope,
): Value<RankedTensorType> {
  const input = wideIndex(new ttir.TensorBuilder(builder).reshape(index, [1]), i32, builder);
  const bounds = { min: IntegerAttr.get(0, i32), max: IntegerAttr.get(most, i32) };
  return builder.create(ttir.ClampScalarOp, { input, ...bounds }, [input.type]).result;
}
