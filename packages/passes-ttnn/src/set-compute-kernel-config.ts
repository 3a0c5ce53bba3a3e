import { bf16, definePass, enumOption, type PassOption } from '@shardform/ir-core';
import { ComputeKernelConfigAttr, LinearOp, MatmulOp } from '@shardform/dialect-ttnn';

const CONFIG = 'compute_config';

type Switch = 'true' | 'false' | 'unset';

function switchOption(description: string, defaultValue: Switch = 'unset'): PassOption<Switch> {
  return enumOption(description, ['true', 'false', 'unset'], defaultValue);
}

const setting = (value: Switch): boolean | null => (value === 'unset' ? null : value === 'true');

/** The precision of the compute kernels; fields that are `undefined` or `unset` are left to the library. */
export const computeOptions = {
  'math-fidelity': enumOption(
    'how exactly products are computed',
    ['lofi', 'hifi2', 'hifi3', 'hifi4', 'undefined'],
    'hifi4',
  ),
  'math-approx-mode': switchOption('whether functions are approximated'),
  'fp32-dest-acc-en': switchOption('whether sums are kept in 32 bits', 'true'),
  'packer-l1-acc': switchOption("whether sums are kept in the cores' memory"),
  'dst-full-sync-en': switchOption('whether all destination registers are used at once'),
} as const;

/** Sums of more products than this lose too much where results have 16 bits. */
const LONG_SUM = 50_000;

/** Operations whose exactness is set elsewhere. */
const OTHERS: ReadonlySet<string> = new Set(['ttnn.sparse_matmul']);

/** Sums of long matrix products are kept in 32 bits, whatever the options say: results are wrong else. */
function forLongSums(op: MatmulOp | LinearOp): {
  readonly fp32DestAccEn?: true;
  readonly packerL1Acc?: true;
} {
  const isTransposed = op.transposeA?.value === 1n && op.a.type.rank > 1;
  const length = op.a.type.shape.at(isTransposed ? -2 : -1) ?? 1;
  if (length <= LONG_SUM || op.result.type.elementType !== bf16) return {};
  return { fp32DestAccEn: true, packerL1Acc: true };
}

/** Says how exactly operations compute, in what they don't say themselves. */
export const ttnnSetComputeKernelConfig = definePass({
  name: 'ttnn-set-compute-kernel-config',
  className: 'TTNNSetComputeKernelConfig',
  summary: 'sets the exactness of computations',
  anchor: 'builtin.module',
  options: computeOptions,
  run(module, { options }) {
    const fidelity = options['math-fidelity'];
    const wanted = {
      mathFidelity: fidelity === 'undefined' ? null : fidelity,
      mathApproxMode: setting(options['math-approx-mode']),
      fp32DestAccEn: setting(options['fp32-dest-acc-en']),
      packerL1Acc: setting(options['packer-l1-acc']),
      dstFullSyncEn: setting(options['dst-full-sync-en']),
    };
    module.walk((op) => {
      const { dialect, attrIndex } = op.definition;
      if (dialect !== 'ttnn' || !attrIndex.has(CONFIG) || OTHERS.has(op.name)) return;
      // Verified: the attribute is a configuration, if there is one.
      const given = op.getAttr(CONFIG) as ComputeKernelConfigAttr | null;
      const values = {
        mathFidelity: given?.mathFidelity ?? wanted.mathFidelity,
        mathApproxMode: given?.mathApproxMode ?? wanted.mathApproxMode,
        fp32DestAccEn: given?.fp32DestAccEn ?? wanted.fp32DestAccEn,
        packerL1Acc: given?.packerL1Acc ?? wanted.packerL1Acc,
        dstFullSyncEn: given?.dstFullSyncEn ?? wanted.dstFullSyncEn,
        ...(op instanceof MatmulOp || op instanceof LinearOp ? forLongSums(op) : {}),
      };
      if (Object.values(values).some((value) => value !== null)) {
        op.setAttr(CONFIG, ComputeKernelConfigAttr.get(values));
      }
    });
  },
});
