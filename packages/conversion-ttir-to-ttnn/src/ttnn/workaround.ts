import {
  Builder,
  definePass,
  IntegerAttr,
  type Operation,
  type OpResult,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { i32Array, si32 } from '@shardform/dialect-ttir';
import {
  AllReduceOp,
  ComputeKernelConfigAttr,
  layoutOf,
  makeLayout,
  ReduceScatterOp,
  ReshapeOp,
  withEncoding,
} from '@shardform/dialect-ttnn';
import { deviceFunctions } from '../device/device-modules.ts';

/** The rank that the library's reductions over devices take. */
const RANK = 4;

/** Goes round what the library can't do: reductions over devices take tensors of four dimensions. */
export const ttnnWorkaround = definePass({
  name: 'ttnn-workaround',
  className: 'TTNNWorkarounds',
  summary: 'goes round limits of the library',
  anchor: 'builtin.module',
  run(op, pass) {
    const builder = new Builder(pass.context);
    for (const func of deviceFunctions(op)) {
      for (const inner of func.entry) {
        if (inner instanceof AllReduceOp) raiseRank(inner, inner.result, builder);
        else if (inner instanceof ReduceScatterOp) {
          const missing = raiseRank(inner, inner.result, builder);
          const dim = inner.scatterDim.number;
          if (dim >= 0) inner.scatterDim = IntegerAttr.get(dim + missing, si32);
          inner.computeConfig = ComputeKernelConfigAttr.get({
            math_fidelity: 'hifi4',
            math_approx_mode: false,
            fp32_dest_acc_en: true,
            packer_l1_acc: false,
            dst_full_sync_en: null,
          });
        }
      }
    }
  },
});

/** A type of four dimensions with the same elements and a layout of the same kind. */
function raised(type: RankedTensorType): RankedTensorType {
  const shape = [...new Array<number>(RANK - type.rank).fill(1), ...type.shape];
  const layout = layoutOf(type);
  const request = layout && { bufferType: layout.bufferType, isTiled: layout.isTiled };
  return withEncoding(type.withShape(shape), request && makeLayout(shape, type.elementType, request));
}

/** Reshapes operand and result of an operation with one of each. @returns how many dimensions were added. */
function raiseRank(op: Operation, result: OpResult<RankedTensorType>, builder: Builder): number {
  const { type } = result;
  if (type.rank >= RANK) return 0;
  const input = op.getOperand(0) as Value<RankedTensorType>;
  builder.location = op.location;
  builder.setInsertionPoint(op);
  const inputType = raised(input.type);
  op.setOperand(
    0,
    builder.create(ReshapeOp, { input, shape: i32Array(inputType.shape) }, [inputType]).result,
  );
  builder.setInsertionPointAfter(op);
  const back = builder.create(ReshapeOp, { input: result, shape: i32Array(type.shape) }, [type]);
  for (const use of result.uses()) if (use.owner !== back) use.set(back.result);
  result.type = raised(type);
  return RANK - type.rank;
}
