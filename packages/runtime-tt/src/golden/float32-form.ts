import { FuncOp } from '@shardform/dialect-func';
import {
  cloneOp,
  decodeFloat,
  DenseElementsAttr,
  f32,
  FloatType,
  FunctionType,
  isInstance,
  type ModuleOp,
  RankedTensorType,
  readFloatBits,
  type Type,
  type Value,
} from '@shardform/ir-core';

/** Returns a copy of a program whose short floats are f32: the reference of what the program computes. */
export function float32Form(module: ModuleOp): ModuleOp {
  const copy = cloneOp(module);
  copy.walk((op) => {
    for (const value of op.results) widen(value);
    for (const region of op.regions)
      for (const block of region.blocks) for (const argument of block.arguments) widen(argument);
    for (const [name, attribute] of op.sortedAttrs()) {
      const numbers = attribute instanceof DenseElementsAttr ? widenedNumbers(attribute) : null;
      if (numbers !== null) op.setAttr(name, numbers);
    }
    if (!(op instanceof FuncOp)) return;
    const { inputs, results } = op.functionType;
    op.functionType = FunctionType.get(inputs.map(widened), results.map(widened));
  });
  return copy;
}

/** The numbers of a constant as f32; `null` for those that are no short floats. */
function widenedNumbers({ type, bytes, isSplat }: DenseElementsAttr): DenseElementsAttr | null {
  const { elementType, shape } = type;
  if (shape === null || !isInstance(FloatType, elementType) || elementType.width >= 32) return null;
  const size = Math.ceil(elementType.width / 8);
  const at = (i: number): number =>
    decodeFloat(elementType.format, readFloatBits(bytes, i * size, elementType));
  const wide = RankedTensorType.get(shape, f32);
  if (isSplat) return DenseElementsAttr.splat(wide, at(0));
  return DenseElementsAttr.fromNumbers(
    wide,
    Array.from({ length: type.elementCount }, (_, i) => at(i)),
  );
}

function widen(value: Value): void {
  value.setType(widened(value.type));
}

function widened(type: Type): Type {
  if (!(type instanceof RankedTensorType) || !isInstance(FloatType, type.elementType)) return type;
  return type.elementType.width < 32 ? type.withElementType(f32) : type;
}
