import {
  defineTrait,
  DenseArrayAttr,
  type Operation,
  RankedTensorType,
  ShapedType,
  type Trait,
  type Type,
  typesNamed,
  UnrankedTensorType,
} from '@shardform/ir-core';
import {
  areCompatibleElementTypes,
  areCompatibleShapes,
  areCompatibleTypes,
} from './inference/compatible-types.ts';

function allTypes(op: Operation): Type[] {
  return [...op.operandTypes(), ...op.resultTypes()];
}

/** The common case of most checks below: no list is made for it. */
function hasOneType(op: Operation): boolean {
  const { operands, resultCount } = op;
  const type = operands.length > 0 ? operands[0]!.value.type : resultCount > 0 ? op.getResult().type : null;
  for (let i = 1; i < operands.length; i++) if (operands[i]!.value.type !== type) return false;
  for (let i = 0; i < resultCount; i++) if (op.getResult(i).type !== type) return false;
  return true;
}

function elementTypes(types: readonly Type[]): Type[] {
  return types.map((type) => (type instanceof ShapedType ? type.elementType : type));
}

function shapesAgree(types: readonly Type[]): boolean {
  const shapes = types.flatMap((type) => (type instanceof RankedTensorType ? [type.shape] : []));
  return shapes.every((shape) => areCompatibleShapes(shape, shapes[0]!));
}

/** Returns true if the rank is known of all tensors or of none. */
function haveOneKind(types: readonly Type[]): boolean {
  const unranked = types.filter((type) => type instanceof UnrankedTensorType);
  return unranked.length === 0 || unranked.length === types.length;
}

/** The op computes each element of its result from the same elements of its operands (MLIR, `Elementwise`). */
export const elementwise: Trait = defineTrait({
  name: 'Elementwise',
  verify: (op, report) =>
    hasOneType(op) ||
    (haveOneKind(allTypes(op)) && shapesAgree(allTypes(op))) ||
    report.opError('all non-scalar operands/results must have the same shape and base type'),
});

/** All operands and results have compatible types; the most specific one is inferred. */
export const compatibleOperandsAndResultType: Trait = defineTrait({
  name: 'CompatibleOperandsAndResultType',
  verify(op, report) {
    if (hasOneType(op)) return true;
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
      types.every((type) => areCompatibleElementTypes(type, types[0]!)) ||
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
      types.every((type) => areCompatibleElementTypes(type, types[0]!)) ||
      report.opError('requires compatible element types for all operands and results')
    );
  },
});

/** The values of some names have one element type. */
/* @__NO_SIDE_EFFECTS__ */
export function allElementTypesMatch(...names: readonly string[]): Trait {
  return defineTrait({
    name: 'AllElementTypesMatch',
    verify(op, report) {
      const types = elementTypes(names.flatMap((name) => typesNamed(op, name)));
      return (
        types.every((type) => type === types[0]) ||
        report.opError(`failed to verify that all of {${names.join(', ')}} have same element type`)
      );
    },
  });
}

/** Some attributes list equally many numbers. */
/* @__NO_SIDE_EFFECTS__ */
export function allSizesMatch(...names: readonly string[]): Trait {
  return defineTrait({
    name: 'AllMatchSameOperatorTrait',
    verify(op, report) {
      const sizes = names.map((name) => {
        const attribute = op.getAttr(name);
        return attribute instanceof DenseArrayAttr ? attribute.length : 0;
      });
      return (
        sizes.every((size) => size === sizes[0]) ||
        report.opError(`failed to verify that all of {${names.join(', ')}} have same size`)
      );
    },
  });
}

/** Each result has the type of the operand at its index. */
export const pairwiseSameType: Trait = defineTrait({
  name: 'PairwiseSameOperandAndResultType',
  verify(op, report) {
    if (op.operands.length !== op.results.length) {
      return report.opError('requires the same number of operands and results');
    }
    const at = op.operands.findIndex(({ value }, i) => value.type !== op.getResult(i).type);
    return at < 0 || report.opError(`requires the same type for operand and result at index ${at}`);
  },
});

/** Each result has the element type of the operand at its index. */
export const pairwiseSameElementType: Trait = defineTrait({
  name: 'PairwiseSameOperandAndResultElementType',
  verify(op, report) {
    if (op.operands.length !== op.results.length) {
      return report.opError('requires the same number of operands and results');
    }
    const [operands, results] = [elementTypes(op.operandTypes()), elementTypes(op.resultTypes())];
    const at = operands.findIndex((type, i) => type !== results[i]);
    return at < 0 || report.opError(`requires the same element type for operand and result at index ${at}`);
  },
});

/** All operands have one element type. */
export const sameOperandsElementType: Trait = defineTrait({
  name: 'SameOperandsElementType',
  verify(op, report) {
    const types = elementTypes(op.operandTypes());
    return (
      types.every((type) => type === types[0]) ||
      report.opError('requires the same element type for all operands')
    );
  },
});

/** The values of some names have equally many dimensions. */
/* @__NO_SIDE_EFFECTS__ */
export function allRanksMatch(...names: readonly string[]): Trait {
  return defineTrait({
    name: 'AllRanksMatch',
    verify(op, report) {
      const ranks = names
        .flatMap((name) => typesNamed(op, name))
        .map((type) => (type instanceof RankedTensorType ? type.rank : -1));
      return (
        ranks.every((rank) => rank === ranks[0]) ||
        report.opError(`failed to verify that all of {${names.join(', ')}} have same rank`)
      );
    },
  });
}

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
    hasOneType(op) ||
    shapesAgree(allTypes(op)) ||
    report.opError('requires the same shape for all operands and results'),
});

/**
 * Operands may be exchanged. Not MLIR's trait: StableHLO's operations keep their operands in order when they are
 * canonicalized, and `add %a, %b` is another expression than `add %b, %a`.
 */
export const hloCommutative: Trait = defineTrait({ name: 'stablehlo.Commutative' });
