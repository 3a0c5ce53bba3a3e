import type { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Attribute, Type } from './attribute.ts';
import type { Block } from './block.ts';
import type { IrMapping } from './clone.ts';
import { defineOpInterface } from './interface.ts';
import type { Operation } from './operation.ts';
import type { Region } from './region.ts';
import type { BlockArgument, Value } from './value.ts';

/** An operation that transfers control to a callable and back, as it is when it is asked. */
export interface CallOp {
  /** The callee: a symbol, or a value for indirect calls. */
  readonly callee: SymbolRefAttr | Value;
  /** The operands that become the arguments of the callable's region. */
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
   * The successor that is taken when operands have these constant values, `null` for those that are not
   * constant; `null` when it can't be told. Without the method nothing can.
   */
  successorForOperands?(constants: readonly (Attribute | null)[]): Block | null;
  /**
   * Returns the range of operands that become the arguments of the successor at `index`: the last `count` arguments get
   * `count` operands from `start` on; arguments before them are produced by the operation itself.
   */
  successorOperands(index: number): { readonly start: number; readonly count: number };
  /** Adds operands at the end of those that {@link BranchOp.successorOperands} lists. */
  appendSuccessorOperands(index: number, values: readonly Value[]): void;
  /** Erases an operand that {@link BranchOp.successorOperands} lists; `offset` counts from its start. */
  eraseSuccessorOperand(index: number, offset: number): void;
}

/** Implemented by branches, for simplifying control flow (MLIR's BranchOpInterface). */
export const branchOpInterface = /* @__PURE__ */ defineOpInterface<BranchOp>('builtin.branch', 'a branch');

/**
 * A point of control flow: entering a region of an operation, or returning from its regions to the operation
 * (`parent`).
 */
export type RegionBranchPoint = Region | 'parent';

/** Neighbouring operands of an operation: `count` of them from `start` on. */
export interface OperandRange {
  readonly start: number;
  readonly count: number;
}

/** One way that control may take, and who gets the values that are handed over on it. */
export interface RegionSuccessor {
  readonly target: RegionBranchPoint;
  /** Arguments of the region's entry block, or results of the operation; as many as operands are handed over. */
  readonly inputs: readonly Value[];
}

/** The number of executions of a region for one execution of its operation; `upper` is `Infinity` where unknown. */
export interface InvocationBounds {
  readonly lower: number;
  readonly upper: number;
}

/** An operation that passes control to its regions, from one to another and back to itself. */
export interface RegionBranchOp {
  /** The operands that the operation hands over when control enters it and goes to `target`. */
  entrySuccessorOperands(target: RegionBranchPoint): OperandRange;
  /**
   * Returns the successors of control when it enters the operation (`from` is `parent`) or leaves one of its regions.
   * With `inputs` for each edge.
   */
  successorRegions(from: RegionBranchPoint): readonly RegionSuccessor[];
  /**
   * Returns the successors of control when it enters the operation with these constant operands, `null` for those that
   * are not constant. Without the method: {@link RegionBranchOp.successorRegions} of `parent`.
   */
  entrySuccessorRegions?(constants: readonly (Attribute | null)[]): readonly RegionSuccessor[];
  /** One for each region. Without the method nothing is known: 0 to `Infinity`. */
  regionInvocationBounds?(constants: readonly (Attribute | null)[]): readonly InvocationBounds[];
  /** Returns true if a value of one type may be passed on as one of the other. Identity without the method. */
  areTypesCompatible?(from: Type, to: Type): boolean;
}

/** Implemented by structured control flow such as `scf.if` and `scf.for` (MLIR's RegionBranchOpInterface). */
export const regionBranchOpInterface = /* @__PURE__ */ defineOpInterface<RegionBranchOp>(
  'builtin.region-branch',
  'control flow among regions',
);

/**
 * A terminator that hands operands on to a region or to the operation around it. Terminators with the trait
 * `returnLike` need no implementation: they hand over all operands.
 */
export interface RegionBranchTerminatorOp {
  /** The operands that are handed over when control goes to `target`. */
  successorOperands(target: RegionBranchPoint): OperandRange;
  /**
   * Returns the successors of control when operands have these constant values. Without the method: all
   * {@link RegionBranchOp.successorRegions} of the region that is left.
   */
  successorRegions?(constants: readonly (Attribute | null)[]): readonly RegionSuccessor[];
}

/** Implemented by terminators such as `scf.condition` (MLIR's RegionBranchTerminatorOpInterface). */
export const regionBranchTerminatorOpInterface = /* @__PURE__ */ defineOpInterface<RegionBranchTerminatorOp>(
  'builtin.region-branch-terminator',
  'a way out of a region',
);

/** An operation that executes regions again and again. */
export interface LoopLikeOp {
  /** The regions that are the body of the loop. */
  readonly loopRegions: readonly Region[];
  /**
   * Returns true if `value` is the same in every iteration because it is defined outside. By its position by default.
   */
  isDefinedOutsideOfLoop?(value: Value): boolean;
  /** Moves an operation of the body before the loop; by default that is all it does. */
  moveOutOfLoop?(op: Operation): void;
  /** Values that count iterations; none by default. */
  readonly loopInductionVars?: readonly BlockArgument[];
  /** A bound that is known at compile time only as an attribute is one as well. */
  readonly loopLowerBounds?: readonly (Value | Attribute)[];
  readonly loopUpperBounds?: readonly (Value | Attribute)[];
  readonly loopSteps?: readonly (Value | Attribute)[];
  /** The operands that loop-carried values start from. */
  readonly inits?: OperandRange;
  /** Loop-carried values in the body. */
  readonly regionIterArgs?: readonly BlockArgument[];
  /** The values that the body passes to the next iteration; `null` when they are unknown. */
  readonly yieldedValues?: readonly Value[] | null;
  /** The results of the loop that stand for loop-carried values after the last iteration. */
  readonly loopResults?: readonly Value[] | null;
}

/** Implemented by loops, for moving code out of them (MLIR's LoopLikeOpInterface). */
export const loopLikeOpInterface = /* @__PURE__ */ defineOpInterface<LoopLikeOp>(
  'builtin.loop-like',
  'a loop',
);

/** The rules of a dialect about inlining its operations; part of {@link Dialect}. */
export interface DialectInlining {
  /** Returns true if a call may be replaced by the callable's body; false by default. */
  isLegalToInlineCall?(call: Operation, callable: Operation, wouldBeCloned: boolean): boolean;
  /** Returns true if an operation of this dialect may be moved into another region; false by default. */
  isLegalToInlineOp?(op: Operation, target: Region, wouldBeCloned: boolean, mapping: IrMapping): boolean;
  /** Returns true if a region of this dialect's operation may receive operations of `source`; false by default. */
  isLegalToInlineRegion?(target: Region, source: Region, wouldBeCloned: boolean, mapping: IrMapping): boolean;
  /** Returns true if the operations inside an operation have to be legal as well; true by default. */
  shouldAnalyzeRecursively?(op: Operation): boolean;
  /** Replaces the uses of a call's results by what the terminator of an inlined single block returns. */
  handleTerminator?(terminator: Operation, results: readonly Value[]): void;
  /** Replaces the terminator of a block of an inlined region by a branch to `next`. */
  handleBlockTerminator?(terminator: Operation, next: Block): void;
}
