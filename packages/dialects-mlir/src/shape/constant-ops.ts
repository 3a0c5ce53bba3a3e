import {
  type Attribute,
  attrWhere,
  boolAttrConstraint,
  constantLike,
  defineOp,
  DenseElementsAttr,
  type FoldResult,
  index,
  IntegerAttr,
  integerAttr,
  type NameSuggestion,
  ArrayAttr,
  type ParsedOp,
  type Parser,
  type Printer,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { shapeOrExtentTensor, ShapeType, size, witness } from './types.ts';

/** Returns the sizes of a shape as a constant. */
export function extents(sizes: readonly (number | bigint)[]): DenseElementsAttr {
  return DenseElementsAttr.fromNumbers(RankedTensorType.get([sizes.length], index), sizes);
}

const indexElements = /* @__PURE__ */ attrWhere(
  DenseElementsAttr,
  'index elements attribute',
  ({ type }) => type.elementType === index,
);

/** A shape that is known (MLIR, `shape.const_shape`). */
export class ConstShapeOp extends defineOp('shape.const_shape', {
  summary: 'creates a constant shape or extent tensor',
  attrs: { shape: indexElements },
  results: { result: shapeOrExtentTensor },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
  infer: (op) => [extents(op.shape.integers()).type],
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
    const { offset } = parser;
    const list = parser.parseAttribute();
    const elements: readonly Attribute[] = list instanceof ArrayAttr ? list.elements : [];
    if (!(list instanceof ArrayAttr)) parser.fail('invalid kind of attribute specified', offset);
    const sizes = elements.map((element) =>
      element instanceof IntegerAttr ? element.value : parser.fail('expected integer size', offset),
    );
    state.setAttr('shape', extents(sizes));
    state.resultTypes.push(parser.parseColonType());
  }

  static print(this: void, printer: Printer, op: ConstShapeOp): void {
    // As upstream, whose blank stands before the attributes.
    printer.write(' ');
    printer.printOptionalAttrDict(op.sortedDiscardable());
    printer.write(`[${op.shape.integers().join(', ')}] : `);
    printer.printType(op.result.type);
  }

  override isCompatibleResultType(inferred: Type, actual: Type): boolean {
    return inferred === actual || actual === ShapeType.instance;
  }

  override fold(): readonly FoldResult[] {
    return [this.shape];
  }
}

/** An extent that is known (MLIR, `shape.const_size`). */
export class ConstSizeOp extends defineOp('shape.const_size', {
  summary: 'creates a constant of type `shape.size`',
  attrs: { value: integerAttr(index, 'index attribute') },
  results: { result: size },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
  format: '$value attr-dict',
}) {
  static suggestNames(this: void, op: ConstSizeOp, suggest: NameSuggestion): void {
    suggest(op.result, `c${op.value.value}`);
  }

  override fold(): readonly FoldResult[] {
    return [this.value];
  }
}

/** A constraint of which it is known whether it holds (MLIR, `shape.const_witness`). */
export class ConstWitnessOp extends defineOp('shape.const_witness', {
  summary: 'an operation that returns a statically known witness value',
  attrs: { passing: boolAttrConstraint },
  results: { result: witness },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
  format: '$passing attr-dict',
}) {
  override fold(): readonly FoldResult[] {
    return [this.passing];
  }
}
