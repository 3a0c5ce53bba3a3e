import { builtinPasses, Context, type Extension } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { shardingPasses } from '@shardform/passes-sharding';
import { stablehloPipeline } from '@shardform/pipeline-stablehlo';
import { simulator } from '@shardform/runtime-sim';

/** Everything that the command knows: the only place that chooses. */
export const extensions: readonly Extension[] = [
  builtinPasses,
  funcDialect,
  stablehloDialect,
  sdyDialect,
  ttcoreDialect,
  shardingPasses,
  stablehloPipeline,
  simulator,
];

/** A fresh context with all extensions. */
export function createContext(): Context {
  return new Context(extensions);
}
