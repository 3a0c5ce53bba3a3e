import {
  changedTensor,
  Conv3dOp,
  layoutOf,
  PrepareConv3dWeightsOp,
  roundedUp,
  TILE,
  ToTensorSpecOp,
} from '@shardform/dialect-ttnn';
import {
  Builder,
  definePass,
  i32Attr,
  product,
  type RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';

/** Lays the weights of convolutions over three dimensions out as the library reads them. */
export const ttnnPrepareConv3dWeights = definePass({
  name: 'ttnn-prepare-conv3d-weights',
  className: 'TTNNPrepareConv3dWeights',
  summary: 'prepares the weights of 3D convolutions',
  description: `The kernel reads a matrix: for each block of \`c_in_block\` input channels of the configuration, the channels
of each place of the window one below the other, and an output channel in each column. Weights of five dimensions go to the host for it.`,
  anchor: 'builtin.module',
  run(module, pass) {
    const found: Conv3dOp[] = [];
    module.walkOf(Conv3dOp, (op) => {
      found.push(op);
    });
    const builder = new Builder(pass.context);
    for (const op of found) {
      builder.setInsertionPoint(op);
      builder.location = op.location;
      const block = op.conv3dConfig?.cInBlock ?? null;
      if (layoutOf(op.weight.type) === null) continue;
      if (op.weight.type.rank === 5 && block === null) {
        pass.opError(
          op,
          'expects a c_in_block in its conv3d_config, which says how its weights are prepared',
        );
        continue;
      }
      const matrix = op.weight.type.rank === 5 ? prepared(op, block!, builder) : op.weight;
      op.setOperand(1, moved(matrix, changedTensor(matrix.type, { isTiled: true }), builder));
    }
  },
});

function moved(input: Tensor, type: RankedTensorType, builder: Builder): Tensor {
  return type === input.type ? input : builder.create(ToTensorSpecOp, { input }, [type]).result;
}

function prepared(op: Conv3dOp, block: number, builder: Builder): Tensor {
  const { weight, device, groups } = op;
  const [outputs, channels, ...kernel] = weight.type.shape;
  const rows = roundedUp(channels! * groups.number, TILE) * product(kernel);
  const host = changedTensor(weight.type, { bufferType: 'system_memory', isTiled: false });
  const args = {
    weightTensor: moved(weight, host, builder),
    device,
    groups,
    cInBlock: i32Attr(block),
    alignment: i32Attr(TILE),
  };
  const type = changedTensor(weight.type, {
    shape: [rows, outputs!],
    bufferType: 'dram',
    memoryLayout: 'interleaved',
    isTiled: false,
  });
  return builder.create(PrepareConv3dWeightsOp, args, [type]).result;
}
