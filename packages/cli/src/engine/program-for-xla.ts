import { cloneOp, type Context, type ModuleOp, nest, runPasses } from '@shardform/ir-core';
import { separateCollectives } from '@shardform/passes-sharding';
import { chloLegalizeToStablehlo } from '@shardform/passes-stablehlo';

/**
 * Returns the program of one device as XLA takes it: without collectives of several operands, which it combines itself, and
 * without operations of CHLO.
 */
export function programForXla(local: ModuleOp, context: Context): ModuleOp {
  const copy = cloneOp(local);
  const elements = [nest('func.func', chloLegalizeToStablehlo.create()), separateCollectives.create()];
  runPasses(copy, { anchor: 'builtin.module', elements }, context);
  return copy;
}
