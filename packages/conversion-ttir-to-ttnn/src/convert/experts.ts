import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { boolAttr, type ConversionPattern, IntegerAttr } from '@shardform/ir-core';
import { deviceDescription } from '@shardform/dialect-ttcore';
import { TensorBuilder } from '@shardform/dialect-ttnn';
import { conversion, sameArguments } from './convertible.ts';

/** One column block for each column of cores, as many columns as leave none idle. */
function sparseProgram(op: ttir.SparseMatmulOp): ttnn.Matmul1dConfigAttr {
  const [rowsOfCores = 1, columnsOfCores = 1] = deviceDescription(op).workerGrid;
  const rows = op.a.type.dimSize(-2);
  const tiles = Math.ceil(op.b.type.dimSize(-1) / ttnn.TILE);
  let used = Math.min(columnsOfCores, tiles);
  while (used > 1 && Math.ceil(tiles / Math.ceil(tiles / used)) !== used) used--;
  return ttnn.Matmul1dConfigAttr.get({
    computeWithStorageGridSize: ttnn.CoreCoordAttr.get({ x: used, y: rowsOfCores }),
    in0BlockW: 1,
    outSubblockH: 1,
    outSubblockW: 1,
    outBlockH: 1,
    outBlockW: 1,
    perCoreM: Math.max(1, Math.floor(rows / ttnn.TILE)),
    perCoreN: Math.max(1, Math.ceil(tiles / used)),
    fuseBatch: false,
    mcastIn0: true,
    gatherIn0: false,
    hopCores: ttnn.CoreRangeSetAttr.empty,
    numGlobalCbReceivers: 0,
    untilizeOut: false,
  });
}

/** Cores that pass results on to other devices. */
const MUX_CORES = ttnn.CoreRangeSetAttr.get({
  ranges: [ttnn.CoreRangeAttr.get({ startCoord: [1, 1], endCoord: [3, 3] })],
});

/** The library reads weights in an order of its own. */
const moeCompute = conversion(ttir.MoeComputeOp, (op, scope) => {
  const { builder } = scope;
  const device = scope.device();
  const { w0, w1, w2, bias0, bias1, bias2, intermediateSize } = op;
  const hiddenSize = IntegerAttr.get(w0.type.dimSize(2), ttir.ui32);
  const sizes = { device, hiddenSize, intermediateSize };
  const first = builder.create(ttnn.PrepareMoEComputeW0W1WeightsOp, { w0, w1, bias0, bias1, ...sizes }, [
    w0.type,
  ]);
  const second = builder.create(ttnn.PrepareMoEComputeW2WeightsOp, { w2, bias2, ...sizes }, [w2.type]);
  const args = {
    tilizeInputTensor: op.tilizeInputTensor,
    tilizeExpertIndicesTensor: op.tilizeExpertIndicesTensor,
    tilizeExpertScoresTensor: op.tilizeExpertScoresTensor,
    tilizeExpertMappingTensor: op.tilizeExpertMappingTensor,
    matmulW0W1Tensor: first.result,
    matmulW2Tensor: second.result,
    device,
    layerId: op.layerId,
    outputHeightShardDim: op.outputHeightShardDim,
    intermediateSize,
    hasBias: boolAttr(bias0 !== null),
    activationFunction: op.activationFunction,
    clusterAxis: op.clusterAxis,
    muxCoreRangeSet: MUX_CORES,
  };
  return builder.create(ttnn.MoeComputeOp, args, op.resultTypes());
});

/** Mixtures of experts. */
export const expertConversions: readonly ConversionPattern[] = [
  sameArguments(ttir.SparseMatmulOp, ttnn.SparseMatmulOp, (op) => ({ programConfig: sparseProgram(op) })),
  sameArguments(ttir.AllToAllDispatchOp, ttnn.AllToAllDispatchOp),
  sameArguments(ttir.AllToAllDispatchMetadataOp, ttnn.AllToAllDispatchMetadataOp, (op, { builder }) => {
    const { expertMapping } = op;
    const { shape } = expertMapping.type;
    return shape.length === 4
      ? { expertMapping: new TensorBuilder(builder).reshape(expertMapping, shape.slice(2)) }
      : {};
  }),
  sameArguments(ttir.AllToAllCombineOp, ttnn.AllToAllCombineOp),
  sameArguments(ttir.SelectiveReduceCombineOp, ttnn.SelectiveReduceCombineOp),
  sameArguments(ttir.MoeExpertTokenRemapOp, ttnn.MoeExpertTokenRemapOp),
  sameArguments(ttir.MoeGptOp, ttnn.MoeGptOp),
  moeCompute,
  sameArguments(ttir.TopKRouterGptOp, ttnn.TopKRouterGptOp),
];
