import { defineOp, i1, type OpReport, optionalAttr, RankedTensorType, sizedRegion } from '@shardform/ir-core';
import { dimensionsAttr, i64ElementsAttr, tensor } from '../constraints.ts';
import { dimsOf, tensorOfDims } from '../inference/bounded-shape.ts';
import { areCompatibleTypes } from '../inference/compatible-types.ts';
import { paddingPairs, windowDimensions, windowedDim, windowSizesOf } from '../inference/window.ts';
import { recursivelyIfKnownSizesStay } from '../speculatability.ts';
import { returnedTypes, verifyReducer } from './reducer.ts';

/**
 * Adds each element of `source` to the element of its window that a comparison selects (StableHLO spec,
 * "select_and_scatter").
 */
export class SelectAndScatterOp extends defineOp('stablehlo.select_and_scatter', {
  summary: 'select-and-scatter: scatters values to selected elements of windows',
  operands: { operand: tensor, source: tensor, init_value: tensor },
  attrs: {
    window_dimensions: optionalAttr(dimensionsAttr),
    window_strides: optionalAttr(dimensionsAttr),
    padding: optionalAttr(i64ElementsAttr),
  },
  results: { result: tensor },
  regions: { select: sizedRegion(1), scatter: sizedRegion(1) },
  effects: 'recursive',
  speculates: recursivelyIfKnownSizesStay,
  infer: (op) => {
    const { type } = op.operand;
    const block = op.scatter.blocks[0];
    const element = block === undefined ? undefined : returnedTypes(block)[0];
    return [element instanceof RankedTensorType ? type.withElementType(element.elementType) : type];
  },
}) {
  override verifyOp(report: OpReport): boolean {
    if (!this.verifySelect(report)) return false;
    const [operand, source] = [this.operand.type, this.source.type];
    const scalar = RankedTensorType.get([], source.elementType);
    if (!verifyReducer(this.scatter, [scalar], [this.initValue.type], report)) return false;
    const sizes = this.windowDimensions === null ? [] : windowSizesOf(this.windowDimensions);
    const pairs = paddingPairs(this.padding);
    if (sizes.length !== operand.rank) {
      return report.error(
        `expects window-dimensions size == operand rank, but got window-dimensions size: ${sizes.length} and operand-type: '${String(operand)}' with rank = ${operand.rank}.`,
      );
    }
    if (typeof pairs === 'string') return report.error(pairs);
    const windows = windowDimensions({
      sizes,
      strides: this.windowStrides,
      padding: this.padding,
      baseDilations: null,
      windowDilations: null,
    });
    if (typeof windows === 'string') return report.error(windows);
    const dims = dimsOf(operand).map((dim, d) => windowedDim(dim, windows[d]!));
    const expected = tensorOfDims(dims, operand.elementType);
    // There is no space after "got" in upstream's message either.
    return (
      areCompatibleTypes(expected, source) ||
      report.error(`expects source-type to be '${String(expected)}', but got'${String(source)}'`)
    );
  }

  /** Checks that the region `select` compares two elements. */
  private verifySelect(report: OpReport): boolean {
    const block = this.select.entry;
    const count = block.arguments.length;
    if (count !== 2) {
      return report.error(`expects the select-region to take 2 parameters, but takes ${count}`);
    }
    const scalar = RankedTensorType.get([], this.operand.type.elementType);
    for (const [i, argument] of block.arguments.entries()) {
      if (areCompatibleTypes(argument.type, scalar)) continue;
      return report.error(
        `expects the type of select-region's parameter at index ${i} to be '${String(scalar)}', but got '${String(argument.type)}'`,
      );
    }
    const returned = returnedTypes(block);
    if (returned.length !== 1) {
      return report.error(`expects select-region to return single value, but got: ${returned.length}`);
    }
    const [type] = returned;
    return (
      (type instanceof RankedTensorType && type.rank === 0 && type.elementType === i1) ||
      report.error(`expects the return-type of select-region to be tensor<i1>, but got: '${String(type)}'`)
    );
  }
}
