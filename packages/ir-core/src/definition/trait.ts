import type { Operation } from '../ir/operation.ts';
import type { TypeResolution } from '../format/type-resolution.ts';
import type { OpReport } from '../verify/report.ts';

/** A property that operations of many dialects share, with the check that makes it true. */
export interface Trait {
  readonly name: string;
  /**
   * The time at which `verify` runs, as in MLIR: `structure` traits (numbers of operands, results, regions) before the
   * declared constraints, the others after them.
   */
  readonly phase?: 'structure' | 'op';
  verify?(op: Operation, report: OpReport): boolean;
  /** Checks the regions, after the nested operations were verified. */
  verifyRegions?(op: Operation, report: OpReport): boolean;
  /** Lets an assembly format leave out types that this trait implies. */
  readonly resolveTypes?: (resolution: TypeResolution) => void;
}

/** Declares a trait without a check. */
/* @__NO_SIDE_EFFECTS__ */
export function defineTrait(trait: Trait): Trait {
  return trait;
}
