import { enumOption } from '@shardform/ir-core';

/**
 * The version of upstream whose words and attributes the passes use: those of tt-mlir as it is (`today`), or those of
 * the pipeline's first description (`seed`), which knows `sharded` arguments, closed batch shardings and no local
 * shapes.
 */
export const compatOption = enumOption(
  'today: as tt-mlir is; seed: as first described',
  ['today', 'seed'],
  'today',
);
