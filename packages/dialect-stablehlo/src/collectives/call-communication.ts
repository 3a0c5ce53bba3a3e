import { type Operation, StringAttr } from '@shardform/ir-core';
import { CustomCallOp } from '../ops/custom-call-op.ts';

/** Calls of linear algebra: matrices in the last two dimensions, one for each index of those before. */
export const LINEAR_ALGEBRA_CALLS =
  /^(Cholesky|Eigh|Qr|QrDecompositionBlock|LuDecomposition|ProductOfElementaryHouseholderReflectors|CompactWyHelper|InvertDiagBlocks(Lower|Upper)Triangular|(lapack|cusolver|hipsolver|cublas|hipblas|cusparse|hipsparse|magma|cu|hip)_\w+)$/;

/** Marks and hints, searches, random bits, operations of CHLO, functions of the host, and kernels that run on one device. */
const LOCAL_CALLS = [
  LINEAR_ALGEBRA_CALLS,
  /^(mhlo|chlo)\.\w+$/,
  /^(TopK|ApproxTopK|PartialReduce|__gpu\$TopK)$/,
  /^(Sharding|SPMDFullToShardShape|SPMDShardToFullShape|InspectSharding|LayoutConstraint|shape_assertion|annotate_device_placement)$/,
  /^(MoveToHost|MoveToDevice|X64Combine|X64SplitHigh|X64SplitLow|PadToStatic|SliceToDynamic|AssumeGatherIndicesInBound)$/,
  /^xla\.(sdy\.\w+|debug\.Log|megascale\.provide_metadata)$/,
  /^_SPMDInternalOp_\w+$/,
  /^xla_(ffi_)?(partitioned_)?python_(cpu|gpu|tpu)_callback$/,
  /^(triton_kernel_call|__gpu\$xla\.gpu\.triton|__cublas\$\w+|__cudnn\$\w+|__onednn\$\w+)$/,
  /^tt\.(mark_argument|sharding_constraint|fill_cache|update_cache|paged_fill_cache|paged_update_cache|sampling|sparse_matmul|tt_lang_op)$/,
  /^tt\.(moe_expert_token_remap|indexer_score_dsa|flash_mla_prefill|paged_flash_mla_decode|(chunked_|paged_)?scaled_dot_product_attention(_decode)?)$/,
];

/** The kernels of Mosaic for TPUs, which say whether they communicate. */
const TPU_KERNEL = 'tpu_custom_call';

/**
 * Returns whether devices may communicate for a call whose target is not known: a function of a library can do so, and nothing
 * in the program tells how much.
 */
export function mayCommunicate(op: Operation): op is CustomCallOp {
  if (!(op instanceof CustomCallOp)) return false;
  const target = op.callTargetName.value;
  if (target === TPU_KERNEL) return !isSilentKernel(op);
  return !LOCAL_CALLS.some((pattern) => pattern.test(target));
}

function isSilentKernel(op: CustomCallOp): boolean {
  const { backendConfig } = op;
  if (!(backendConfig instanceof StringAttr) && backendConfig !== null) return false;
  return !/"has_communication":\s*true/.test(backendConfig?.value ?? '');
}
