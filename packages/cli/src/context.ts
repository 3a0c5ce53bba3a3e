import { builtinPasses, Context, type Extension } from '@shardform/ir-core';
import { stablehloToTtir } from '@shardform/conversion-stablehlo-to-ttir';
import { ttirToTtnn } from '@shardform/conversion-ttir-to-ttnn';
import {
  arithDialect,
  cfDialect,
  complexDialect,
  mathDialect,
  funcDialect,
  llvmDialect,
  quantDialect,
  scfDialect,
  shapeDialect,
  sparseTensorDialect,
  tensorDialect,
} from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import {
  chloDialect,
  interpreterDialect,
  stablehloDialect,
  stablehloPasses,
  stablehloTestPasses,
  vhloPasses,
} from '@shardform/dialect-stablehlo';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { shardingPasses } from '@shardform/passes-sharding';
import { stablehloPipeline } from '@shardform/pipeline-stablehlo';
import { simulator } from '@shardform/runtime-sim';

/** What StableHLO's own tools know. */
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
  vhloPasses,
];

/** Everything that the command knows: the only place that chooses. */
export const extensions: readonly Extension[] = [
  ...stablehloExtensions,
  sdyDialect,
  ttcoreDialect,
  ttirDialect,
  ttnnDialect,
  shardingPasses,
  stablehloPipeline,
  stablehloToTtir,
  ttirToTtnn,
  simulator,
];

/** A fresh context with all extensions. */
export function createContext(): Context {
  return new Context(extensions);
}
