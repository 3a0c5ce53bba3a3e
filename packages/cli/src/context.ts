import { builtinPasses, Context, type Extension } from '@shardform/ir-core';
import { funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';

/** Everything that the command knows: the only place that chooses. */
export const extensions: readonly Extension[] = [builtinPasses, funcDialect, stablehloDialect];

/** A fresh context with all extensions. */
export function createContext(): Context {
  return new Context(extensions);
}
