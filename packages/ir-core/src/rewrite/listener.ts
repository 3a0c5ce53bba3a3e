import type { Block } from '../ir/block.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';

/** Is told what a {@link Rewriter} does. */
export interface RewriteListener {
  /** An operation was created or moved to where it stands. */
  inserted?(op: Operation): void;
  /** Operands, attributes or regions of an operation were changed in place. */
  modified?(op: Operation): void;
  /** The results of an operation are about to be replaced. */
  replaced?(op: Operation, values: readonly Value[]): void;
  /** An operation without uses is about to be erased; nested operations are announced before. */
  erased?(op: Operation): void;
  /** A block without operations is about to be erased. */
  blockErased?(block: Block): void;
}
