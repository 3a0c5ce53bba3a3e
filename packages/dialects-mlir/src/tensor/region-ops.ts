import {
  anyType,
  attrSizedOperandSegments,
  type CustomDirective,
  defineOp,
  DYNAMIC,
  hasParent,
  index,
  type OpReport,
  optionalAttr,
  returnLike,
  singleBlockImplicitTerminator,
  sizedRegion,
  terminator,
  unitAttr,
  variadic,
} from '@shardform/ir-core';
import { named, rankedTensor } from './element-ops.ts';
import { i64Array, indexList, indexOperand, isDynamicIndex, numbersOf } from './index-list.ts';

/** Gives the element of a region that computes elements (MLIR, `tensor.yield`). */
export class YieldOp extends defineOp('tensor.yield', {
  summary: 'yield a value from a region',
  operands: { value: anyType },
  traits: [hasParent('tensor.generate', 'tensor.pad'), returnLike, terminator],
  effects: 'none',
  speculates: 'always',
  format: '$value attr-dict `:` type($value)',
}) {}

const directives: Readonly<Record<string, CustomDirective>> = { DynamicIndexList: indexList };

/** A tensor with elements around it (MLIR, `tensor.pad`). */
export class PadOp extends defineOp('tensor.pad', {
  summary: 'tensor pad operation',
  operands: { source: rankedTensor, low: variadic(indexOperand), high: variadic(indexOperand) },
  attrs: { static_low: i64Array, static_high: i64Array, nofold: optionalAttr(unitAttr) },
  results: { result: rankedTensor },
  regions: { region: sizedRegion(1) },
  traits: [attrSizedOperandSegments, singleBlockImplicitTerminator('tensor.yield')],
  effects: 'none',
  speculates: 'always',
  directives,
  format:
    '$source (`nofold` $nofold^)? `low` `` custom<DynamicIndexList>($low, $static_low) ' +
    '`high` `` custom<DynamicIndexList>($high, $static_high) $region attr-dict ' +
    '`:` type($source) `to` type($result)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('padded');

  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.source.type, this.result.type];
    const [low, high] = [numbersOf(this.staticLow), numbersOf(this.staticHigh)];
    if (low.length !== from.rank || high.length !== from.rank) {
      return report.error(
        `failed to infer expectedType from sourceType '${String(from)}', specified resultType is '${String(to)}'`,
      );
    }
    const sizes = from.shape.map((size, i) => {
      const isKnown = size !== DYNAMIC && !isDynamicIndex(low[i]!) && !isDynamicIndex(high[i]!);
      return isKnown ? size + Number(low[i]) + Number(high[i]) : DYNAMIC;
    });
    const inferred = from.withShape(sizes);
    if (to.rank !== inferred.rank) {
      return report.error(
        `specified type '${String(to)}' does not match the inferred type '${String(inferred)}'`,
      );
    }
    // A size that is not inferred may be declared.
    const isRight = sizes.every((size, i) => size === to.shape[i] || size === DYNAMIC);
    return (
      isRight ||
      report.error(`specified type '${String(to)}' does not match the inferred type '${String(inferred)}'`)
    );
  }

  override verifyRegions(report: OpReport): boolean {
    const { rank, elementType } = this.result.type;
    const { arguments: args, lastOp } = this.region.entry;
    if (args.length !== rank) return report.error(`expected the block to have ${rank} arguments`);
    const wrong = args.findIndex(({ type }) => type !== index);
    if (wrong >= 0) return report.opError(`expected block argument ${wrong + 1} to be an index`);
    return (
      (lastOp instanceof YieldOp && lastOp.value.type === elementType) ||
      report.opError('expected yield type to match shape element type')
    );
  }
}

/** A tensor whose elements a region computes from their indices (MLIR, `tensor.generate`). */
export class GenerateOp extends defineOp('tensor.generate', {
  summary: 'creates a dynamically sized tensor from elements',
  operands: { dynamicExtents: variadic(indexOperand) },
  results: { result: rankedTensor },
  regions: { body: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('tensor.yield')],
  effects: 'recursive',
  speculates: 'recursively',
  format: '$dynamicExtents $body attr-dict `:` type($result)',
}) {
  static readonly suggestNames = /* @__PURE__ */ named('generated');

  override verifyOp(report: OpReport): boolean {
    const count = this.result.type.shape.filter((size) => size === DYNAMIC).length;
    return (
      this.operands.length === count ||
      report.error('must have as many index operands as dynamic extents in the result type')
    );
  }

  override verifyRegions(report: OpReport): boolean {
    const { arguments: args, lastOp } = this.body.entry;
    if (args.some(({ type }) => type !== index)) return report.error('all body arguments must be index');
    if (args.length !== this.result.type.rank) {
      return report.error('must have one body argument per input dimension');
    }
    return (
      (lastOp instanceof YieldOp && lastOp.value.type === this.result.type.elementType) ||
      report.opError('body must be terminated with a `yield` operation of the tensor element type')
    );
  }
}
