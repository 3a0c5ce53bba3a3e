import * as stablehlo from '@shardform/dialect-stablehlo';
import { CopyOp } from '@shardform/dialect-hlo';
import { boolAttr, i64Attr, RankedTensorType, type Value } from '@shardform/ir-core';
import type { ImportedInstruction, InstructionImporter } from '../imported-instruction.ts';
import { importBitcast } from './bitcast.ts';

const { numbersAttr, tensorOf } = stablehlo;

/** The only dimension of the attribute `dimensions`. */
export function onlyDimension(from: ImportedInstruction): number {
  const dimensions = from.required('dimensions');
  return dimensions.length === 1 ? dimensions[0]! : from.fail('must have one dimension');
}

const pad: InstructionImporter = (from) => {
  const padding = from.required('padding');
  return from.create(stablehlo.PadOp, {
    operand: from.tensor(0),
    paddingValue: from.tensor(1),
    edgePaddingLow: numbersAttr(padding.map(({ low }) => low)),
    edgePaddingHigh: numbersAttr(padding.map(({ high }) => high)),
    interiorPadding: numbersAttr(padding.map(({ interior }) => interior)),
  }).results;
};

const slice: InstructionImporter = (from) => {
  const bounds = from.required('slice');
  return from.create(stablehlo.SliceOp, {
    operand: from.tensor(0),
    startIndices: numbersAttr(bounds.map(({ start }) => start)),
    limitIndices: numbersAttr(bounds.map(({ limit }) => limit)),
    strides: numbersAttr(bounds.map(({ stride }) => stride)),
  }).results;
};

/** Start indices of a dynamic slice: scalars, or one vector as older HLO has them. */
function startIndices(from: ImportedInstruction, first: number): readonly Value[] {
  const values = from.allValues(first);
  const [only] = values;
  const type = only?.type;
  if (values.length !== 1 || !(type instanceof RankedTensorType) || type.rank !== 1) return values;
  const scalar = RankedTensorType.get([], type.elementType);
  return Array.from({ length: type.dimSize(0) }, (_, i) => {
    const bounds = {
      startIndices: numbersAttr([i]),
      limitIndices: numbersAttr([i + 1]),
      strides: numbersAttr([1]),
    };
    const part = from.builder.create(stablehlo.SliceOp, { operand: tensorOf(only), ...bounds }, [
      type.withShape([1]),
    ]);
    return from.builder.create(stablehlo.ReshapeOp, { operand: part.result }, [scalar]).result;
  });
}

const gather: InstructionImporter = (from) => {
  const numbers = from.required('gather');
  return from.create(stablehlo.GatherOp, {
    operand: from.tensor(0),
    startIndices: from.tensor(1),
    dimensionNumbers: stablehlo.GatherDimensionNumbersAttr.get({
      offsetDims: numbers.offset,
      collapsedSliceDims: numbers.collapsedSlice,
      operandBatchingDims: numbers.operandBatching,
      startIndicesBatchingDims: numbers.startIndicesBatching,
      startIndexMap: numbers.startIndexMap,
      indexVectorDim: numbers.indexVector,
    }),
    sliceSizes: numbersAttr(from.required('sliceSizes')),
    indicesAreSorted: boolAttr(from.attributes.indicesAreSorted === true),
  }).results;
};

/** The sizes are scalars in HLO, and a vector in StableHLO. */
const dynamicReshape: InstructionImporter = (from) => {
  const sizes = from.allValues(1).map((size) => {
    const type = tensorOf(size).type.withShape([1]);
    return from.builder.create(stablehlo.ReshapeOp, { operand: tensorOf(size) }, [type]).result;
  });
  const [first] = sizes;
  if (first === undefined) return from.fail('has no sizes');
  const type = first.type.withShape([sizes.length]);
  const args = { inputs: sizes, dimension: i64Attr(0) };
  const shape = from.builder.create(stablehlo.ConcatenateOp, args, [type]).result;
  return from.create(stablehlo.DynamicReshapeOp, { operand: from.tensor(0), outputShape: shape }).results;
};

const scatter: InstructionImporter = (from) => {
  const numbers = from.required('scatter');
  const count = (from.operandCount - 1) / 2;
  const values = from.allValues();
  const op = from.create(stablehlo.ScatterOp, {
    inputs: values.slice(0, count),
    scatterIndices: from.tensor(count),
    updates: values.slice(count + 1),
    scatterDimensionNumbers: stablehlo.ScatterDimensionNumbersAttr.get({
      updateWindowDims: numbers.updateWindow,
      insertedWindowDims: numbers.insertedWindow,
      inputBatchingDims: numbers.inputBatching,
      scatterIndicesBatchingDims: numbers.scatterIndicesBatching,
      scatterDimsToOperandDims: numbers.scatterToOperand,
      indexVectorDim: numbers.indexVector,
    }),
    indicesAreSorted: boolAttr(from.attributes.indicesAreSorted === true),
    uniqueIndices: boolAttr(from.attributes.uniqueIndices === true),
  });
  from.importRegion(op.updateComputation, from.called('to_apply'));
  return op.results;
};

/** Importers of opcodes that move elements. */
export const shapeImporters: Readonly<Record<string, InstructionImporter>> = {
  bitcast: importBitcast,
  broadcast: (from) =>
    from.create(stablehlo.BroadcastInDimOp, {
      operand: from.tensor(0),
      broadcastDimensions: numbersAttr(from.required('dimensions')),
    }).results,
  concatenate: (from) =>
    from.create(stablehlo.ConcatenateOp, {
      inputs: from.allValues(),
      dimension: i64Attr(onlyDimension(from)),
    }).results,
  copy: (from) => from.create(CopyOp, { operand: from.tensor(0) }).results,
  'dynamic-reshape': dynamicReshape,
  'dynamic-slice': (from) =>
    from.create(stablehlo.DynamicSliceOp, {
      operand: from.tensor(0),
      startIndices: startIndices(from, 1),
      sliceSizes: numbersAttr(from.required('sliceSizes')),
    }).results,
  'dynamic-update-slice': (from) =>
    from.create(stablehlo.DynamicUpdateSliceOp, {
      operand: from.tensor(0),
      update: from.tensor(1),
      startIndices: startIndices(from, 2),
    }).results,
  gather,
  'get-dimension-size': (from) =>
    from.create(stablehlo.GetDimensionSizeOp, {
      operand: from.tensor(0),
      dimension: i64Attr(onlyDimension(from)),
    }).results,
  iota: (from) => from.create(stablehlo.IotaOp, { iotaDimension: i64Attr(onlyDimension(from)) }).results,
  pad,
  reshape: (from) => from.create(stablehlo.ReshapeOp, { operand: from.tensor(0) }).results,
  reverse: (from) =>
    from.create(stablehlo.ReverseOp, {
      operand: from.tensor(0),
      dimensions: numbersAttr(from.required('dimensions')),
    }).results,
  scatter,
  'set-dimension-size': (from) =>
    from.create(stablehlo.SetDimensionSizeOp, {
      operand: from.tensor(0),
      size: from.tensor(1),
      dimension: i64Attr(onlyDimension(from)),
    }).results,
  slice,
  transpose: (from) =>
    from.create(stablehlo.TransposeOp, {
      operand: from.tensor(0),
      permutation: numbersAttr(from.required('dimensions')),
    }).results,
};
