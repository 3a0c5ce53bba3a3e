import {
  attrSizedOperandSegments,
  defineOp,
  type DenseArrayAttr,
  DYNAMIC,
  type FoldResult,
  type OpReport,
  RankedTensorType,
  variadic,
} from '@shardform/ir-core';
import { named, rankedTensor, sameTypes } from './element-ops.ts';
import { i64Array, indexList, indexOperand, isDynamicIndex, numbersOf } from './index-list.ts';

const listOperands = {
  offsets: variadic(indexOperand),
  sizes: variadic(indexOperand),
  strides: variadic(indexOperand),
} as const;

const listAttrs = {
  static_offsets: i64Array,
  static_sizes: i64Array,
  static_strides: i64Array,
} as const;

const lists =
  'custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) ' +
  'custom<DynamicIndexList>($strides, $static_strides) attr-dict';

interface Slice {
  readonly staticOffsets: DenseArrayAttr;
  readonly staticSizes: DenseArrayAttr;
  readonly staticStrides: DenseArrayAttr;
}

/** The sizes of a slice; those that operands give are not known. */
function sizesOf({ staticSizes }: Slice): number[] {
  return numbersOf(staticSizes).map((size) => (isDynamicIndex(size) ? DYNAMIC : Number(size)));
}

function verifyLists({ staticOffsets, staticSizes, staticStrides }: Slice, report: OpReport): boolean {
  const [offsets, sizes, strides] = [staticOffsets.length, staticSizes.length, staticStrides.length];
  if (offsets !== sizes) {
    return report.error(
      `expected mixed offsets rank to match mixed sizes rank (${offsets} vs ${sizes}) so the rank of the result type is well-formed.`,
    );
  }
  if (strides !== sizes) {
    return report.error(
      `expected mixed strides rank to match mixed sizes rank (${strides} vs ${sizes}) so the rank of the result type is well-formed.`,
    );
  }
  for (const [list, name] of [
    [staticSizes, 'sizes'],
    [staticOffsets, 'offsets'],
  ] as const) {
    const negative = numbersOf(list).find((number) => number < 0n && !isDynamicIndex(number));
    if (negative !== undefined)
      return report.error(`expected ${name} to be non-negative, but got ${negative}`);
  }
  return true;
}

/** Returns true if a shape is another one without some of its dimensions of size 1. */
function isRankReduced(full: readonly number[], reduced: readonly number[]): boolean {
  let next = 0;
  for (const size of full) {
    if (next < reduced.length && reduced[next] === size) next++;
    else if (size !== 1) return false;
  }
  return next === reduced.length;
}

function verifySliceType(inferred: RankedTensorType, actual: RankedTensorType, report: OpReport): boolean {
  if (actual.rank > inferred.rank) {
    return report.error('expected rank to be smaller or equal to the other rank. ');
  }
  if (!isRankReduced(inferred.shape, actual.shape)) {
    return report.error(
      `expected type to be '${String(inferred)}' or a rank-reduced version. (size mismatch) `,
    );
  }
  return (
    inferred.elementType === actual.elementType ||
    report.error(`expected element type to be '${String(inferred.elementType)}'`)
  );
}

/** A part of a tensor (MLIR, `tensor.extract_slice`). */
export class ExtractSliceOp extends defineOp('tensor.extract_slice', {
  summary: 'extract slice operation',
  operands: { source: rankedTensor, ...listOperands },
  attrs: listAttrs,
  results: { result: rankedTensor },
  traits: [attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
  directives: { DynamicIndexList: indexList },
  format: `$source \`\` ${lists} \`:\` type($source) \`to\` type($result)`,
}) {
  static readonly suggestNames = /* @__PURE__ */ named('extracted_slice');

  override verifyOp(report: OpReport): boolean {
    return (
      verifyLists(this, report) &&
      verifySliceType(
        RankedTensorType.get(sizesOf(this), this.source.type.elementType),
        this.result.type,
        report,
      )
    );
  }

  /** All of a tensor is the tensor. */
  override fold(): readonly FoldResult[] | null {
    const { type } = this.source;
    const isWhole =
      type === this.result.type &&
      type.hasStaticShape &&
      numbersOf(this.staticOffsets).every((offset) => offset === 0n) &&
      numbersOf(this.staticStrides).every((stride) => stride === 1n) &&
      sizesOf(this).every((size, i) => size === type.shape[i]);
    return isWhole ? [this.source] : null;
  }
}

/** A tensor with a slice replaced (MLIR, `tensor.insert_slice`). */
export class InsertSliceOp extends defineOp('tensor.insert_slice', {
  summary: 'insert_slice operation',
  operands: { source: rankedTensor, dest: rankedTensor, ...listOperands },
  attrs: listAttrs,
  results: { result: rankedTensor },
  traits: [attrSizedOperandSegments, sameTypes('result', 'dest', 'expected result type to match dest type')],
  effects: 'none',
  speculates: 'always',
  directives: { DynamicIndexList: indexList },
  format: `$source \`into\` $dest \`\` ${lists} \`:\` type($source) \`into\` type($dest)`,
}) {
  static readonly suggestNames = /* @__PURE__ */ named('inserted_slice');

  override verifyOp(report: OpReport): boolean {
    return (
      verifyLists(this, report) &&
      verifySliceType(
        RankedTensorType.get(sizesOf(this), this.dest.type.elementType),
        this.source.type,
        report,
      )
    );
  }
}
