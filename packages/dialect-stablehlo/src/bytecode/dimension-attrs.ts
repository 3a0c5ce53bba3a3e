import { type Attribute, DYNAMIC, type EncodingReader, type EncodingWriter } from '@shardform/ir-core';
import { ConvDimensionNumbersAttr } from '../attrs/conv-dimension-numbers-attr.ts';
import { DotDimensionNumbersAttr } from '../attrs/dot-dimension-numbers-attr.ts';
import { GatherDimensionNumbersAttr } from '../attrs/gather-dimension-numbers-attr.ts';
import { ScatterDimensionNumbersAttr } from '../attrs/scatter-dimension-numbers-attr.ts';
import { TypeExtensionsAttr } from '../attrs/type-extensions-attr.ts';
import { attributeCode } from './codes.ts';

/** A bound that is not known, as MLIR writes it: the smallest number of 64 bits. */
const NO_BOUND = -(1n << 63n);

/** Writes an attribute made of lists of dimensions. @returns whether it was one. */
export function writeDimensions(attribute: Attribute, writer: EncodingWriter): boolean {
  if (attribute instanceof DotDimensionNumbersAttr) {
    writer.varint(attributeCode.dotDimensionNumbers);
    writer.signedVarints(attribute.lhsBatching);
    writer.signedVarints(attribute.rhsBatching);
    writer.signedVarints(attribute.lhsContracting);
    writer.signedVarints(attribute.rhsContracting);
  } else if (attribute instanceof GatherDimensionNumbersAttr) {
    const { dimensions } = attribute;
    writer.varint(attributeCode.gatherDimensionNumbers);
    writer.signedVarints(dimensions.offsetDims);
    writer.signedVarints(dimensions.collapsedSliceDims);
    writer.signedVarints(dimensions.operandBatchingDims);
    writer.signedVarints(dimensions.startIndicesBatchingDims);
    writer.signedVarints(dimensions.startIndexMap);
    writer.signedVarint(dimensions.indexVectorDim);
  } else if (attribute instanceof ScatterDimensionNumbersAttr) {
    const { dimensions } = attribute;
    writer.varint(attributeCode.scatterDimensionNumbers);
    writer.signedVarints(dimensions.updateWindowDims);
    writer.signedVarints(dimensions.insertedWindowDims);
    writer.signedVarints(dimensions.inputBatchingDims);
    writer.signedVarints(dimensions.scatterIndicesBatchingDims);
    writer.signedVarints(dimensions.scatterDimsToOperandDims);
    writer.signedVarint(dimensions.indexVectorDim);
  } else if (attribute instanceof ConvDimensionNumbersAttr) writeConv(attribute, writer);
  else if (attribute instanceof TypeExtensionsAttr) {
    writer.varint(attributeCode.typeExtensions);
    writer.signedVarints(attribute.bounds.map((bound) => (bound === DYNAMIC ? NO_BOUND : bound)));
  } else return false;
  return true;
}

function writeConv({ dimensions }: ConvDimensionNumbersAttr, writer: EncodingWriter): void {
  writer.varint(attributeCode.convDimensionNumbers);
  writer.signedVarint(dimensions.inputBatch);
  writer.signedVarint(dimensions.inputFeature);
  writer.signedVarints(dimensions.inputSpatial);
  writer.signedVarint(dimensions.kernelInputFeature);
  writer.signedVarint(dimensions.kernelOutputFeature);
  writer.signedVarints(dimensions.kernelSpatial);
  writer.signedVarint(dimensions.outputBatch);
  writer.signedVarint(dimensions.outputFeature);
  writer.signedVarints(dimensions.outputSpatial);
}

/** Reads an attribute made of lists of dimensions, or nothing when `code` is no such one's. */
export function readDimensions(code: number, reader: EncodingReader): Attribute | null {
  const list = (): number[] => reader.signedVarints();
  const number = (): number => reader.signedVarint();
  switch (code) {
    case attributeCode.dotDimensionNumbers:
      return DotDimensionNumbersAttr.get({
        lhsBatching: list(),
        rhsBatching: list(),
        lhsContracting: list(),
        rhsContracting: list(),
      });
    case attributeCode.gatherDimensionNumbers:
      return GatherDimensionNumbersAttr.get({
        offsetDims: list(),
        collapsedSliceDims: list(),
        operandBatchingDims: list(),
        startIndicesBatchingDims: list(),
        startIndexMap: list(),
        indexVectorDim: number(),
      });
    case attributeCode.scatterDimensionNumbers:
      return ScatterDimensionNumbersAttr.get({
        updateWindowDims: list(),
        insertedWindowDims: list(),
        inputBatchingDims: list(),
        scatterIndicesBatchingDims: list(),
        scatterDimsToOperandDims: list(),
        indexVectorDim: number(),
      });
    case attributeCode.convDimensionNumbers:
      return ConvDimensionNumbersAttr.get({
        inputBatch: number(),
        inputFeature: number(),
        inputSpatial: list(),
        kernelInputFeature: number(),
        kernelOutputFeature: number(),
        kernelSpatial: list(),
        outputBatch: number(),
        outputFeature: number(),
        outputSpatial: list(),
      });
    case attributeCode.typeExtensions:
      return TypeExtensionsAttr.get(reader.list(() => readBound(reader)));
    default:
      return null;
  }
}

function readBound(reader: EncodingReader): number {
  const bound = reader.bigSignedVarint();
  if (bound === NO_BOUND) return DYNAMIC;
  if (bound < 0n || bound > BigInt(Number.MAX_SAFE_INTEGER)) reader.fail(`invalid bound: ${bound}`);
  return Number(bound);
}
