import { defineTrait, type Operation, RankedTensorType, type Trait, type Type } from '@shardform/ir-core';
import { areCompatibleShapes, areCompatibleTypes } from './inference/compatible-types.ts';

function allTypes(op: Operation): Type[] {
  return [...op.operandTypes(), ...op.resultTypes()];
}

function elementTypes(types: readonly Type[]): Type[] {
  return types.map((type) => (type instanceof RankedTensorType ? type.elementType : type));
}

function shapesAgree(types: readonly Type[]): boolean {
  const shapes = types.flatMap((type) => (type instanceof RankedTensorType ? [type.shape] : []));
  return shapes.every((shape) => areCompatibleShapes(shape, shapes[0]!));
}

/** The op computes each element of its result from the same elements of its operands (MLIR, `Elementwise`). */
export const elementwise: Trait = defineTrait({
  name: 'Elementwise',
  verify: (op, report) =>
    shapesAgree(allTypes(op)) ||
    report.opError('all non-scalar operands/results must have the same shape and base type'),
});

/** All operands and results have compatible types; the most specific one is inferred. */
export const compatibleOperandsAndResultType: Trait = defineTrait({
  name: 'CompatibleOperandsAndResultType',
  verify(op, report) {
    const types = allTypes(op);
    return (
      types.every((type) => areCompatibleTypes(type, types[0]!)) ||
      report.opError('requires compatible types for all operands and results')
    );
  },
});

/** All operands have compatible element types. */
export const compatibleOperandsElementType: Trait = defineTrait({
  name: 'CompatibleOperandsElementType',
  verify(op, report) {
    const types = elementTypes(op.operandTypes());
    return (
      types.every((type) => areCompatibleTypes(type, types[0]!)) ||
      report.opError('requires compatible element types for all operands')
    );
  },
});

/** All operands and results have compatible element types. */
export const compatibleOperandsAndResultElementType: Trait = defineTrait({
  name: 'CompatibleOperandsAndResultElementType',
  verify(op, report) {
    const types = elementTypes(allTypes(op));
    return (
      types.every((type) => areCompatibleTypes(type, types[0]!)) ||
      report.opError('requires compatible element types for all operands and results')
    );
  },
});

/** All operands and results have one element type. */
export const sameOperandsAndResultElementType: Trait = defineTrait({
  name: 'SameOperandsAndResultElementType',
  verify(op, report) {
    const types = elementTypes(allTypes(op));
    return (
      types.every((type) => type === types[0]) ||
      report.opError('requires the same element type for all operands and results')
    );
  },
});

/** All operands and results have compatible shapes. */
export const sameOperandsAndResultShape: Trait = defineTrait({
  name: 'SameOperandsAndResultShape',
  verify: (op, report) =>
    shapesAgree(allTypes(op)) || report.opError('requires the same shape for all operands and results'),
});
