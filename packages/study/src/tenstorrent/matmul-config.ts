import {
  LinearOp,
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  type MatmulConfigAttr,
  MatmulOp,
  MatmulReuseConfigAttr,
  TILE,
} from '@shardform/dialect-ttnn';
import type { Operation } from '@shardform/ir-core';

/** A parameter of an operation in words. */
export interface ConfigTerm {
  /** As the attribute has it: `in0_block_w`. */
  readonly parameter: string;
  readonly words: string;
}

/** How an operation is executed on the cores. */
export interface OperationConfig {
  /** How the cores share the work; `null` if that is left to the library. */
  readonly kind: string | null;
  readonly terms: readonly ConfigTerm[];
}

/** Returns how the cores compute a matrix product; `null` for other operations. */
export function matmulConfig(op: Operation): OperationConfig | null {
  if (!(op instanceof MatmulOp || op instanceof LinearOp)) return null;
  const { matmulProgramConfig: config, activation, computeConfig: maths } = op;
  const terms = config === null ? [] : configTerms(config, innerTiles(op));
  if (activation !== null) terms.push({ parameter: 'activation', words: activation.value });
  if (maths !== null) {
    const { mathFidelity, fp32DestAccEn } = maths;
    if (mathFidelity !== null) terms.push({ parameter: 'math_fidelity', words: mathFidelity });
    if (fp32DestAccEn !== null)
      terms.push({ parameter: 'fp32_dest_acc_en', words: `sums in ${fp32DestAccEn ? 32 : 16} bits` });
  }
  return { kind: config === null ? null : kindOf(config), terms };
}

function kindOf(config: MatmulConfigAttr): string {
  if (config instanceof Matmul2dConfigAttr) return '2-D multicast';
  if (config instanceof Matmul1dConfigAttr)
    return config.mcastIn0 ? '1-D multicast of the first operand' : '1-D multicast of the second operand';
  return config instanceof MatmulReuseConfigAttr ? 'no multicast' : 'second operand split over DRAM banks';
}

function configTerms(config: MatmulConfigAttr, inner: number): ConfigTerm[] {
  const { perCoreM, perCoreN, in0BlockW } = config;
  const steps = Math.ceil(inner / in0BlockW);
  const terms = [
    {
      parameter: 'per_core_m × per_core_n',
      words: `${perCoreM} × ${perCoreN} tiles of the result on a core`,
    },
    {
      parameter: 'in0_block_w',
      words: `${in0BlockW} of ${inner} ${inner === 1 ? 'tile' : 'tiles'} of the summed dimension at a time, ${steps} ${steps === 1 ? 'step' : 'steps'}`,
    },
  ];
  if ('outSubblockH' in config)
    terms.push({
      parameter: 'out_subblock_h × out_subblock_w',
      words: `${config.outSubblockH} × ${config.outSubblockW} tiles in registers`,
    });
  if ('computeWithStorageGridSize' in config) {
    const { x, y } = config.computeWithStorageGridSize;
    terms.push({ parameter: 'compute_with_storage_grid_size', words: `up to ${x} × ${y} cores` });
  }
  if ('fuseBatch' in config && config.fuseBatch)
    terms.push({ parameter: 'fuse_batch', words: 'batches are rows of one matrix' });
  return terms;
}

/** The dimension that a product sums over, in tiles. */
function innerTiles(op: MatmulOp | LinearOp): number {
  const isTransposed = op.transposeA?.value === 1n;
  return Math.ceil((op.a.type.shape.at(isTransposed ? -2 : -1) ?? 1) / TILE);
}
