import {
  chlo,
  GatherOp,
  MapOp,
  ReduceOp,
  ReduceWindowOp,
  ScatterOp,
  SelectAndScatterOp,
  SortOp,
} from '@shardform/dialect-stablehlo';
import { arrayShapeOf, jointShape } from './context.ts';
import { windowOf } from './contractions.ts';
import { isTrue } from './literals.ts';
import { type Lowering, lowering } from './lowering.ts';

/** Exports of operations that apply a computation to elements, and of gathers. */
export const reductionLowerings: readonly Lowering[] = [
  lowering(ReduceOp, (op, context) => {
    const computation = context.computations.region(op.body);
    const operands = context.getAll([...op.inputs, ...op.initValues]);
    const shape = jointShape(op.results.map(({ type }) => arrayShapeOf(type, op)));
    const reduce = context.builder.add('reduce', shape, operands, {
      attributes: { dimensions: op.dimensions.numbers() },
      called: [{ role: 'to_apply', computation }],
    });
    context.results(op, reduce);
  }),
  lowering(ReduceWindowOp, (op, context) => {
    const computation = context.computations.region(op.body);
    const operands = context.getAll([...op.inputs, ...op.initValues]);
    const shape = jointShape(op.results.map(({ type }) => arrayShapeOf(type, op)));
    const window = windowOf(op.windowDimensions.numbers(), {
      strides: op.windowStrides,
      padding: op.padding,
      baseDilations: op.baseDilations,
      windowDilations: op.windowDilations,
    });
    const reduce = context.builder.add('reduce-window', shape, operands, {
      attributes: { window },
      called: [{ role: 'to_apply', computation }],
    });
    context.results(op, reduce);
  }),
  lowering(SelectAndScatterOp, (op, context) => {
    const select = context.computations.region(op.select);
    const scatter = context.computations.region(op.scatter);
    const operand = context.get(op.operand);
    const operands = [operand, context.get(op.source), context.get(op.initValue)];
    const window = windowOf(op.windowDimensions?.numbers() ?? [], {
      strides: op.windowStrides,
      padding: op.padding,
    });
    context.result(op, 'select-and-scatter', operand.shape, operands, {
      attributes: { window },
      called: [
        { role: 'select', computation: select },
        { role: 'scatter', computation: scatter },
      ],
    });
  }),
  lowering(SortOp, (op, context) => {
    const computation = context.computations.region(op.comparator);
    const operands = context.getAll(op.inputs);
    const rank = op.inputs[0]?.type.shape.length ?? 0;
    const dimension = op.dimension?.number ?? -1;
    const sort = context.builder.add('sort', jointShape(operands.map(({ shape }) => shape)), operands, {
      attributes: {
        dimensions: [dimension < 0 ? rank + dimension : dimension],
        ...(isTrue(op.isStable) && { isStable: true }),
      },
      called: [{ role: 'to_apply', computation }],
    });
    context.results(op, sort);
  }),
  lowering(MapOp, (op, context) => {
    const computation = context.computations.region(op.computation);
    context.result(op, 'map', arrayShapeOf(op.result.type, op), context.getAll(op.inputs), {
      attributes: { dimensions: op.dimensions.numbers() },
      called: [{ role: 'to_apply', computation }],
    });
  }),
  lowering(ScatterOp, (op, context) => {
    const computation = context.computations.region(op.updateComputation);
    const inputs = context.getAll(op.inputs);
    const operands = [...inputs, context.get(op.scatterIndices), ...context.getAll(op.updates)];
    const numbers = op.scatterDimensionNumbers;
    const scatter = context.builder.add('scatter', jointShape(inputs.map(({ shape }) => shape)), operands, {
      attributes: {
        scatter: {
          updateWindow: numbers.updateWindowDims,
          insertedWindow: numbers.insertedWindowDims,
          scatterToOperand: numbers.scatterDimsToOperandDims,
          indexVector: numbers.indexVectorDim,
          inputBatching: numbers.inputBatchingDims,
          scatterIndicesBatching: numbers.scatterIndicesBatchingDims,
        },
        ...(isTrue(op.indicesAreSorted) && { indicesAreSorted: true }),
        ...(isTrue(op.uniqueIndices) && { uniqueIndices: true }),
      },
      called: [{ role: 'to_apply', computation }],
    });
    context.results(op, scatter);
  }),
  lowering(GatherOp, (op, context) => {
    const numbers = op.dimensionNumbers;
    const operands = context.getAll([op.operand, op.startIndices]);
    context.result(op, 'gather', arrayShapeOf(op.result.type, op), operands, {
      attributes: {
        gather: {
          offset: numbers.offsetDims,
          collapsedSlice: numbers.collapsedSliceDims,
          startIndexMap: numbers.startIndexMap,
          indexVector: numbers.indexVectorDim,
          operandBatching: numbers.operandBatchingDims,
          startIndicesBatching: numbers.startIndicesBatchingDims,
        },
        sliceSizes: op.sliceSizes.numbers(),
        ...(isTrue(op.indicesAreSorted) && { indicesAreSorted: true }),
      },
    });
  }),
  lowering(chlo.TopKOp, (op, context) => {
    const shape = jointShape(op.results.map(({ type }) => arrayShapeOf(type, op)));
    const topK = context.builder.add('topk', shape, [context.get(op.operand)], {
      attributes: { k: op.k.number, largest: true },
    });
    context.untuple(op, topK);
  }),
];
