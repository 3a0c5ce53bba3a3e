import { builtinPasses, Context, type Extension } from '@shardform/ir-core';
import { stablehloToTtir } from '@shardform/conversion-stablehlo-to-ttir';
import { ttnnPipeline } from '@shardform/pipeline-ttnn';
import { funcDialect } from '@shardform/dialect-func';
import { mpmdDialect } from '@shardform/dialect-mpmd';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, interpreterDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { mpmdPasses } from '@shardform/passes-mpmd';
import { shardingPasses } from '@shardform/passes-sharding';
import { stablehloPipeline } from '@shardform/pipeline-stablehlo';
import { autodiffPasses } from '@shardform/passes-autodiff';
import { distPasses } from '@shardform/passes-dist';
import { distSimulator } from '@shardform/runtime-dist';
import { checkDialect, simulator } from '@shardform/runtime-sim';
import { ttSimulator } from '@shardform/runtime-tt';
import { stablehloPasses, stablehloTestPasses } from '@shardform/passes-stablehlo';
import { vhloPasses } from '@shardform/dialect-vhlo';
import {
  arithDialect,
  cfDialect,
  complexDialect,
  llvmDialect,
  mathDialect,
  quantDialect,
  scfDialect,
  shapeDialect,
  sparseTensorDialect,
  tensorDialect,
} from '@shardform/dialects-mlir';
import { UsageError } from './tool-io.ts';

/** Extensions of StableHLO's own tools. */
export const stablehloExtensions: readonly Extension[] = [
  builtinPasses,
  funcDialect,
  arithDialect,
  cfDialect,
  complexDialect,
  mathDialect,
  quantDialect,
  scfDialect,
  shapeDialect,
  sparseTensorDialect,
  tensorDialect,
  llvmDialect,
  stablehloDialect,
  chloDialect,
  stablehloPasses,
  stablehloTestPasses,
  interpreterDialect,
  checkDialect,
  vhloPasses,
];

/** StableHLO's own passes, and what they work with. */
const stablehloTools: ReadonlySet<Extension> = new Set([
  stablehloPasses,
  stablehloTestPasses,
  interpreterDialect,
  checkDialect,
  vhloPasses,
]);

/** Extensions of Shardy's own tool. */
export const sdyExtensions: readonly Extension[] = [
  ...stablehloExtensions.filter((extension) => !stablehloTools.has(extension)),
  sdyDialect,
  shardingPasses,
];

/** Extensions of the tool of Shardy's MPMD dialect. */
export const mpmdExtensions: readonly Extension[] = [
  ...sdyExtensions,
  stablehloPasses,
  mpmdDialect,
  mpmdPasses,
];

/** All extensions of the command: this list is the only one. */
export const extensions: readonly Extension[] = [
  ...stablehloExtensions,
  sdyDialect,
  mpmdDialect,
  ttcoreDialect,
  ttirDialect,
  ttnnDialect,
  shardingPasses,
  mpmdPasses,
  stablehloPipeline,
  stablehloToTtir,
  ttnnPipeline,
  simulator,
  distPasses,
  autodiffPasses,
  distSimulator,
  ttSimulator,
];

/**
 * Creates a context with all extensions.
 *
 * @param loaded extensions added by the command line.
 * @throws UsageError if they conflict with registered ones.
 */
export function createContext(loaded: readonly Extension[] = []): Context {
  try {
    return new Context([...extensions, ...loaded]);
  } catch (error) {
    // Those of the command itself fit together.
    throw new UsageError(`cannot use the loaded extensions: ${(error as Error).message}`);
  }
}
