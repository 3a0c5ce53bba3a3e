import * as ttir from '@shardform/dialect-ttir';
import { boolAttr, i64, IntegerAttr } from '@shardform/ir-core';
import type { CustomCallOp } from '@shardform/dialect-stablehlo';
import { type CallConversion, frontendFlag, frontendInteger, frontendText } from './call-conversion.ts';

const FLAGS = ['true', 'false'];

/** Integers that the front end has to state; `null` when one is missing. */
function integers<Name extends string>(
  op: CustomCallOp,
  names: readonly Name[],
): Readonly<Record<Name, IntegerAttr>> | null {
  const found: [Name, IntegerAttr][] = [];
  for (const name of names) {
    const number = frontendInteger(op, name);
    if (number === null) return null;
    found.push([name, IntegerAttr.get(number, i64)]);
  }
  // The entries have all names.
  return Object.fromEntries(found) as Record<Name, IntegerAttr>;
}

const dispatch: CallConversion = (op, operands, { builder }) => {
  const [inputTensor, expertIndices, expertMapping] = operands;
  const given = integers(op, ['num_devices', 'cluster_axis']);
  if (operands.length !== 3 || op.resultCount !== 2 || given === null) return null;
  return builder.create(
    ttir.AllToAllDispatchOp,
    {
      inputTensor: inputTensor!,
      expertIndices: expertIndices!,
      expertMapping: expertMapping!,
      numDevices: given.num_devices,
      clusterAxis: given.cluster_axis,
    },
    op.resultTypes(),
  );
};

const combine: CallConversion = (op, operands, { builder }) => {
  const [inputTensor, expertMetadata, expertMapping] = operands;
  const given = integers(op, ['num_devices', 'cluster_axis', 'num_experts_per_tok']);
  const outputShardDim = frontendInteger(op, 'output_shard_dim');
  if (operands.length !== 3 || op.resultCount !== 1 || given === null) return null;
  return builder.create(
    ttir.AllToAllCombineOp,
    {
      inputTensor: inputTensor!,
      expertMetadata: expertMetadata!,
      expertMapping: expertMapping!,
      numDevices: given.num_devices,
      clusterAxis: given.cluster_axis,
      numExpertsPerTok: given.num_experts_per_tok,
      ...(outputShardDim === null ? {} : { outputShardDim: IntegerAttr.get(outputShardDim, i64) }),
    },
    op.resultTypes(),
  );
};

const remapTokens: CallConversion = (op, operands, { builder }) => {
  const [topkTensor, expertMapping, expertMetadata] = operands;
  const given = integers(op, ['reduction_size']);
  if (operands.length !== 3 || op.resultCount !== 2 || given === null) return null;
  return builder.create(
    ttir.MoeExpertTokenRemapOp,
    {
      topkTensor: topkTensor!,
      expertMapping: expertMapping!,
      expertMetadata: expertMetadata!,
      reductionSize: given.reduction_size,
    },
    op.resultTypes(),
  );
};

/** The front end's zero says that the mask tells how many blocks there are, for which TTIR has no number at all. */
const sparseMatmul: CallConversion = (op, operands, { builder }) => {
  const [a, b, sparsity] = operands;
  const flags = ['is_input_a_sparse', 'is_input_b_sparse'];
  const areFlags = flags.every((name) => FLAGS.includes((frontendText(op, name) ?? 'true').toLowerCase()));
  const nnz = frontendText(op, 'nnz') === null ? 0 : frontendInteger(op, 'nnz');
  if (operands.length !== 3 || op.resultCount !== 1 || !areFlags || nnz === null) return null;
  return builder.create(
    ttir.SparseMatmulOp,
    {
      a: a!,
      b: b!,
      sparsity: sparsity!,
      isInputASparse: boolAttr(frontendFlag(op, 'is_input_a_sparse')),
      isInputBSparse: boolAttr(frontendFlag(op, 'is_input_b_sparse', true)),
      nnz: nnz === 0 ? null : IntegerAttr.get(nnz, i64),
    },
    op.resultTypes(),
  );
};

/** Mixtures of experts over several devices, as frameworks call their parts. */
export const expertCalls: readonly (readonly [string, CallConversion])[] = [
  ['tt.all_to_all_dispatch', dispatch],
  ['tt.all_to_all_combine', combine],
  ['tt.moe_expert_token_remap', remapTokens],
  ['tt.sparse_matmul', sparseMatmul],
];
