import type { Operation } from '../ir/operation.ts';
import type { Block } from '../ir/block.ts';
import type { Value } from '../ir/value.ts';

/** The names under which a text refers to values and blocks. */
export interface ValueNaming {
  /** The name of a value as an operand: `%3`, `%3#1`. */
  operand(value: Value): string;
  /** The name of a block: `^bb1`. */
  block(block: Block): string;
  /** The text before the equals sign: `%0`, `%0:2`, `%a, %b:2`. */
  results(op: Operation): string;
}

/** Options of the printer; names follow MLIR's `--mlir-*` flags. */
export interface PrintOptions {
  /** Every operation in its generic form (`--mlir-print-op-generic`). */
  readonly generic: boolean;
  /** Locations after operations (`--mlir-print-debuginfo`). */
  readonly debugInfo: boolean;
  /** No aliases; everything stands where it is used (`--mlir-print-local-scope`). */
  readonly localScope: boolean;
  /** Dense elements beyond this number print as one hexadecimal string. */
  readonly hexElementsLimit: number;
  /** Dense elements beyond this number are left out (`--mlir-elide-elementsattrs-if-larger`). */
  readonly elideElementsLimit: number;
  /** Resources whose text is longer are left out (`--mlir-elide-resource-strings-if-larger`). */
  readonly elideResourcesLimit: number;
  /** Locations in a form for people, which does not parse (`--mlir-pretty-debuginfo`). */
  readonly prettyLocations: boolean;
  /** Names other than MLIR's; `null` for those. Whoever gives them sees that no two values in a scope share one. */
  readonly names: ValueNaming | null;
}

/** The options of MLIR's printer without flags. */
export const defaultPrintOptions: PrintOptions = {
  generic: false,
  debugInfo: false,
  localScope: false,
  hexElementsLimit: 100,
  elideElementsLimit: Infinity,
  elideResourcesLimit: Infinity,
  prettyLocations: false,
  names: null,
};
