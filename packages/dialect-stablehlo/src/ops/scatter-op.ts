import {
  attrOf,
  boolAttr,
  boolAttrConstraint,
  defaultAttr,
  defineOp,
  type OpReport,
  RankedTensorType,
  sizedRegion,
  variadic,
} from '@shardform/ir-core';
import { ScatterDimensionNumbersAttr } from '../attrs/scatter-dimension-numbers-attr.ts';
import { integerOrIndexTensor, tensor } from '../constraints.ts';
import { scatterDimensionsProblem, scatterShapesProblem, type ScatterTypes } from '../inference/scatter.ts';
import { recursivelyIfOperandsStatic } from '../speculatability.ts';
import { returnedTypes, verifyReducer } from './reducer.ts';

const flag = defaultAttr(boolAttrConstraint, () => boolAttr(false));

/** Combines slices into tensors at listed indices (StableHLO spec, "scatter"). */
export class ScatterOp extends defineOp('stablehlo.scatter', {
  summary: 'scatters updates into tensors at indices',
  operands: {
    inputs: variadic(tensor),
    scatter_indices: integerOrIndexTensor,
    updates: variadic(tensor),
  },
  attrs: {
    scatter_dimension_numbers: attrOf(
      ScatterDimensionNumbersAttr,
      'Attribute that models the dimension information for scatter',
    ),
    indices_are_sorted: flag,
    unique_indices: flag,
  },
  results: { results: variadic(tensor) },
  regions: { update_computation: sizedRegion(1) },
  effects: 'recursive',
  // A promise about the indices that is broken is undefined behaviour.
  speculates: (op) => {
    const promises = op.uniqueIndices?.value === 1n || op.indicesAreSorted?.value === 1n;
    return promises ? false : recursivelyIfOperandsStatic(op);
  },
  infer: (op) => {
    const block = op.updateComputation.blocks[0];
    const elements = block === undefined ? [] : returnedTypes(block);
    return op.inputs.map(({ type }, i) => {
      const element = elements[i];
      return element instanceof RankedTensorType ? type.withElementType(element.elementType) : type;
    });
  },
}) {
  override verifyOp(report: OpReport): boolean {
    const types: ScatterTypes = {
      inputs: this.inputs.map(({ type }) => type),
      indices: this.scatterIndices.type,
      updates: this.updates.map(({ type }) => type),
    };
    const dimensions = this.scatterDimensionNumbers;
    const first = scatterShapesProblem(types, dimensions);
    if (first !== null) return report.error(first);
    const inputs = types.inputs.map(({ elementType }) => RankedTensorType.get([], elementType));
    const updates = types.updates.map(({ elementType }) => RankedTensorType.get([], elementType));
    if (!verifyReducer(this.updateComputation, inputs, updates, report)) return false;
    const problem = scatterDimensionsProblem(types, dimensions);
    return problem === null || report.error(problem);
  }
}
