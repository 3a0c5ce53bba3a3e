import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { type Builder, DenseElementsAttr, FloatType, type Tensor, type Value } from '@shardform/ir-core';

/** What a comparison compares. */
interface Sides {
  readonly lhs: Tensor;
  readonly rhs: Tensor;
}

/**
 * Compares numbers of a narrow float format in that format, though they were converted to a wider one, when they are
 * compared with a constant that the narrow format has.
 */
export function narrowSides({ lhs, rhs }: Sides, builder: Pick<Builder, 'create'>): Sides {
  const left = narrowSide(lhs, rhs, builder);
  if (left !== null) return { lhs: left.value, rhs: left.constant };
  const right = narrowSide(rhs, lhs, builder);
  return right === null ? { lhs, rhs } : { lhs: right.constant, rhs: right.value };
}

function narrowSide(
  { definingOp, type }: Tensor,
  other: Value,
  builder: Pick<Builder, 'create'>,
): { readonly value: Tensor; readonly constant: Tensor } | null {
  const constant = other.definingOp;
  const isConstant = constant instanceof shlo.ConstantOp || constant instanceof ttir.ConstantOp;
  if (!isConstant || !(constant.value instanceof DenseElementsAttr) || !constant.value.isSplat) return null;
  const value =
    definingOp instanceof shlo.ConvertOp
      ? definingOp.operand
      : definingOp instanceof ttir.TypecastOp
        ? definingOp.input
        : null;
  if (value === null || !isNarrower(value.type.elementType, type.elementType)) return null;
  const number = ttir.splatNumber(constant.value);
  const elements = DenseElementsAttr.splat(value.type, Number(number));
  if (ttir.splatNumber(elements) !== number) return null;
  const made = builder.create(ttir.ConstantOp, { value: elements }, [value.type]).result;
  return { value, constant: made };
}

/** Returns true if a format of floats has fewer numbers than another one, which has all of them. */
function isNarrower(narrow: unknown, wide: unknown): boolean {
  if (!(narrow instanceof FloatType) || !(wide instanceof FloatType)) return false;
  return narrow.width === 16 && wide.width >= 32;
}
