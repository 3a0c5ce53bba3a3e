import {
  changedTensor,
  CoreCoordAttr,
  CoreRangeAttr,
  CoreRangeSetAttr,
  DistributedRMSNormOp,
  exactConfig,
  FromDeviceOp,
  LayerNormConfigAttr,
  layoutOf,
  MoeGptOp,
  openedDevice,
  TILE,
  ToDeviceOp,
  ToMemoryConfigOp,
  ToTensorSpecOp,
  TypecastOp,
} from '@shardform/dialect-ttnn';
import { deviceDescription, TileType } from '@shardform/dialect-ttcore';
import {
  pattern,
  product,
  type RankedTensorType,
  type RewritePattern,
  type Rewriter,
  type Tensor,
} from '@shardform/ir-core';
import { withCores } from '../core-placement.ts';

/** Banks of DRAM in the order of the ring in which experts read them: from the last row and column of cores. */
function bankRing(op: MoeGptOp): CoreRangeSetAttr {
  const banks = deviceDescription(op).chip.dramBankToLogicalWorkerNoc0;
  const order = banks.map((_, bank) => bank);
  // Cores are column and row.
  order.sort((a, b) => banks[b]![1] - banks[a]![1] || banks[b]![0] - banks[a]![0]);
  return CoreRangeSetAttr.get({
    ranges: order.map((bank) => CoreRangeAttr.get({ startCoord: [bank, 0], endCoord: [bank, 0] })),
  });
}

/** Weights in numbers of four bits, spread over the banks. */
function preparedWeight(op: MoeGptOp, weight: Tensor, banks: CoreRangeSetAttr, rewriter: Rewriter): Tensor {
  const options = { location: op.location };
  const host = changedTensor(weight.type, { bufferType: 'system_memory' });
  const onHost = rewriter.create(FromDeviceOp, { input: weight }, [host], options).result;
  const tiledType = changedTensor(host, { isTiled: true });
  const tiled = rewriter.create(ToTensorSpecOp, { input: onHost }, [tiledType], options).result;
  const shortType = changedTensor(tiledType, {
    elementType: TileType.get({ shape: [TILE, TILE], dataType: 'bfp_bf4' }),
  });
  const short = rewriter.create(TypecastOp, { input: tiled }, [shortType], options).result;
  const spread = changedTensor(shortType, {
    bufferType: 'dram',
    memoryLayout: 'height_sharded',
    grid: [banks.ranges.length, 1],
    coreRanges: banks,
  });
  return rewriter.create(ToDeviceOp, { input: short, device: openedDevice(op, rewriter) }, [spread], options)
    .result;
}

/** Experts read weights from all banks, and leave rows of tokens on all cores. */
const expertLayouts = pattern(MoeGptOp, 'ttnn-experts-over-cores', (op, rewriter) => {
  const layout = layoutOf(op.tilizeOut.type);
  if (layout?.bufferType === 'l1' && layout.memoryLayout?.value === 'height_sharded') return false;
  const { chip, workerGrid } = deviceDescription(op);
  const cores = product(chip.grid);
  const request = { bufferType: 'l1', memoryLayout: 'height_sharded', grid: [cores, 1] } as const;
  const spread = (type: RankedTensorType): RankedTensorType =>
    changedTensor(type, withCores({ ...request, isTiled: layoutOf(type)?.isTiled ?? true }, workerGrid));
  const banks = bankRing(op);
  const first = preparedWeight(op, op.w0W1Tensor, banks, rewriter);
  const second = preparedWeight(op, op.w2Tensor, banks, rewriter);
  rewriter.modifyInPlace(op, () => {
    op.setOperand(4, first);
    op.setOperand(5, second);
    op.tilizeOut.setType(spread(op.tilizeOut.type));
    op.tilizeOutRm.setType(spread(op.tilizeOutRm.type));
  });
  return true;
});

/** The greatest number of cores that share the tiles of a row evenly. */
function evenCores(tiles: number, most: number): number {
  for (let count = Math.min(most, tiles); count > 1; count--) if (tiles % count === 0) return count;
  return 1;
}

/** The kernel takes rows in blocks of columns, one for each core. */
const rmsNormOverCores = pattern(
  DistributedRMSNormOp,
  'ttnn-distributed-rms-norm-over-cores',
  (op, rewriter) => {
    const { type } = op.input;
    const layout = layoutOf(type);
    if (layout === null || layout.memoryLayout?.value === 'width_sharded') return false;
    const { chip, workerGrid } = deviceDescription(op);
    const cores = evenCores(Math.ceil(type.dimSize(-1) / TILE), product(chip.grid));
    const request = {
      bufferType: 'l1',
      memoryLayout: 'width_sharded',
      grid: [1, cores],
      isTiled: true,
    } as const;
    const spread = (given: RankedTensorType): RankedTensorType =>
      changedTensor(given, { coreRanges: null, ...withCores(request, workerGrid) });
    const options = { location: op.location };
    const moved = (input: Tensor, to: RankedTensorType): Tensor =>
      to === input.type ? input : rewriter.create(ToTensorSpecOp, { input }, [to], options).result;
    const inputType = spread(type);
    const { weight, residual, device, clusterAxis, epsilon, subDeviceId, numLinks, topology } = op;
    const spreadLayout = layoutOf(inputType)!;
    const [boxWidth, boxHeight] = [0, 1].map(
      (axis) => Math.max(...spreadLayout.coreRanges!.ranges.map(({ endCoord }) => endCoord[axis]!)) + 1,
    );
    const [blockHeight, blockWidth] = spreadLayout.memref.shape!;
    const args = {
      input: moved(op.input, inputType),
      weight: weight && moved(weight, changedTensor(weight.type, { isTiled: false })),
      residual: residual && moved(residual, spread(residual.type)),
      device,
      clusterAxis,
      epsilon,
      subDeviceId,
      numLinks,
      topology,
      computeConfig: op.computeConfig ?? exactConfig({ packerL1Acc: true }),
      programConfig: LayerNormConfigAttr.get({
        computeWithStorageGridSize: CoreCoordAttr.get({ x: boxWidth!, y: boxHeight! }),
        subblockW: 1,
        blockH: blockHeight!,
        blockW: blockWidth!,
        inplace: false,
      }),
    };
    const made = rewriter.create(DistributedRMSNormOp, args, [spread(op.result.type)], options);
    rewriter.replaceOpWith(op, ToMemoryConfigOp, { input: made.result }, op.resultTypes());
    return true;
  },
);

/** Kernels that need their tensors on certain cores. */
export const placementDecompositions: readonly RewritePattern[] = [rmsNormOverCores, expertLayouts];
