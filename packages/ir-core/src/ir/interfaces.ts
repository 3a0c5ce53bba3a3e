import { defineOpInterface } from './interface.ts';
import type { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Block } from './block.ts';
import type { IrMapping } from './clone.ts';
import type { Operation } from './operation.ts';
import type { Region } from './region.ts';
import type { Value } from './value.ts';

/** An operation that transfers control to a callable and back, as it is when it is asked. */
export interface CallOp {
  /** Who is called: a symbol, or a value for indirect calls. */
  readonly callee: SymbolRefAttr | Value;
  /** What becomes the arguments of the callable's region. */
  readonly argumentOperands: readonly Value[];
  /** Makes the call name another symbol. */
  setCallee(callee: SymbolRefAttr): void;
}

/** Implemented by calls, for the call graph and the inliner (MLIR's CallOpInterface). */
export const callOpInterface = /* @__PURE__ */ defineOpInterface<CallOp>('builtin.call', 'a call');

/** An operation with a region that calls may run. */
export interface CallableOp {
  /** `null` when the body is not known, as for declarations. */
  readonly callableRegion: Region | null;
}

/** Implemented by functions, for the call graph and the inliner (MLIR's CallableOpInterface). */
export const callableOpInterface = /* @__PURE__ */ defineOpInterface<CallableOp>(
  'builtin.callable',
  'a callable region',
);

/** A terminator that hands values to the blocks it branches to. */
export interface BranchOp {
  /**
   * Which operands become the arguments of the successor at `index`: the last `count` arguments get `count`
   * operands from `start` on; arguments before them are produced by the operation itself.
   */
  successorOperands(index: number): { readonly start: number; readonly count: number };
  /** Adds operands at the end of those that {@link BranchOp.successorOperands} lists. */
  appendSuccessorOperands(index: number, values: readonly Value[]): void;
  /** Erases an operand that {@link BranchOp.successorOperands} lists; `offset` counts from its start. */
  eraseSuccessorOperand(index: number, offset: number): void;
}

/** Implemented by branches, for simplifying control flow (MLIR's BranchOpInterface). */
export const branchOpInterface = /* @__PURE__ */ defineOpInterface<BranchOp>('builtin.branch', 'a branch');

/** What a dialect says about inlining its operations; part of {@link Dialect}. */
export interface DialectInlining {
  /** Whether a call may be replaced by the callable's body; no by default. */
  isLegalToInlineCall?(call: Operation, callable: Operation, wouldBeCloned: boolean): boolean;
  /** Whether an operation of this dialect may be put into another region; no by default. */
  isLegalToInlineOp?(op: Operation, target: Region, wouldBeCloned: boolean, mapping: IrMapping): boolean;
  /** Whether a region of this dialect's operation may receive operations of `source`; no by default. */
  isLegalToInlineRegion?(target: Region, source: Region, wouldBeCloned: boolean, mapping: IrMapping): boolean;
  /** Whether the operations inside an operation have to be legal as well; yes by default. */
  shouldAnalyzeRecursively?(op: Operation): boolean;
  /** Replaces the uses of a call's results by what the terminator of an inlined single block returns. */
  handleTerminator?(terminator: Operation, results: readonly Value[]): void;
  /** Replaces the terminator of a block of an inlined region by a branch to `next`. */
  handleBlockTerminator?(terminator: Operation, next: Block): void;
}
