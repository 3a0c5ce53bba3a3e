import { FILL_OUT_OF_BOUNDS, GatherOp } from '@shardform/dialect-stablehlo';
import { cloneOp, type Context, type ModuleOp, nest, runPasses } from '@shardform/ir-core';
import { separateCollectives } from '@shardform/passes-sharding';
import { chloLegalizeToStablehlo } from '@shardform/passes-stablehlo';
import { ExecutionError } from '@shardform/runtime-sim';

/**
 * Returns the program of one device as XLA takes it: without collectives of several operands, which it combines itself, and
 * without operations of CHLO.
 *
 * @throws ExecutionError for gathers that were made for Tenstorrent's devices: XLA would compute other numbers.
 */
export function programForXla(local: ModuleOp, context: Context): ModuleOp {
  local.walkOf(GatherOp, (op) => {
    if (!op.hasAttr(FILL_OUT_OF_BOUNDS)) return;
    throw new ExecutionError(
      op,
      `'stablehlo.gather' op has '${FILL_OUT_OF_BOUNDS}', which XLA ignores; give the program from before 'shardform tt'`,
    );
  });
  const copy = cloneOp(local);
  const elements = [nest('func.func', chloLegalizeToStablehlo.create()), separateCollectives.create()];
  runPasses(copy, { anchor: 'builtin.module', elements }, context);
  return copy;
}
