import {
  type Attribute,
  definePass,
  DenseElementsAttr,
  FunctionType,
  IntegerType,
  MemRefType,
  type Operation,
  RankedTensorType,
  type ShapedType,
  type Type,
  UnrankedTensorType,
  VectorType,
} from '@shardform/ir-core';

/** Makes all signed and unsigned integers signless, bit by bit; upstream's pass of this name. */
export const convertToSignless = /* @__PURE__ */ definePass({
  name: 'stablehlo-convert-to-signless',
  className: 'StablehloConvertToSignlessPass',
  summary: 'Pass to transform the IR to be on signless integers.',
  description:
    'Types of values and functions, and values of constants, lose the sign; element types of tensors, vectors and ' +
    'buffers as well. Other attributes, and types inside of other types, stay.',
  anchor: 'builtin.module',
  run(module) {
    module.walk(makeSignless);
  },
});

function makeSignless(op: Operation): void {
  for (const result of op.results) result.setType(signless(result.type));
  for (const region of op.regions) {
    for (const block of region.blocks) {
      for (const argument of block.arguments) argument.setType(signless(argument.type));
    }
  }
  op.definition.attrNames.forEach((name, i) => {
    const attribute = op.properties[i] ?? null;
    if (attribute !== null && (name === 'value' || name === 'function_type')) {
      op.setProperty(i, signlessAttribute(attribute));
    }
  });
}

/** Of constants and of function types. */
function signlessAttribute(attribute: Attribute): Attribute {
  if (attribute instanceof DenseElementsAttr) {
    // Payloads do not depend on the sign.
    return DenseElementsAttr.fromBytes(signless(attribute.type) as ShapedType, attribute.bytes);
  }
  return attribute instanceof FunctionType ? signless(attribute) : attribute;
}

function signless(type: Type): Type {
  if (type instanceof IntegerType) return type.signedness === 'signless' ? type : IntegerType.get(type.width);
  if (type instanceof RankedTensorType) return type.withElementType(signless(type.elementType));
  if (type instanceof UnrankedTensorType) return UnrankedTensorType.get(signless(type.elementType));
  if (type instanceof VectorType)
    return VectorType.get(type.shape, signless(type.elementType), type.scalable);
  if (type instanceof MemRefType) {
    return MemRefType.get(type.shape, signless(type.elementType), type.layout, type.memorySpace);
  }
  if (type instanceof FunctionType) {
    return FunctionType.get(type.inputs.map(signless), type.results.map(signless));
  }
  return type;
}
