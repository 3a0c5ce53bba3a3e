import type { Context, Operation } from '@shardform/ir-core';
import type { MeshAttr } from '@shardform/dialect-sdy';
import type { GlobalOp, LocalConverter } from '@shardform/passes-sharding';
import type { SplitSelection } from './split-selection.ts';
import type { WholeDims } from './whole-dims.ts';

/** The context in which operations get their local shapes: their global types, and the mesh. */
export class LocalSite {
  readonly module: Operation;
  readonly mesh: MeshAttr;
  readonly converter: LocalConverter;
  /** The dimensions that operations need whole; they follow from the global shapes. */
  readonly wholeDims = new Map<Operation, WholeDims>();
  /** The argmaxes whose operand is split along what they select in. */
  readonly splitSelections = new Map<Operation, SplitSelection>();
  /** The last operations of what collectives of sdy became. */
  readonly lowered = new Set<Operation>();

  constructor(module: Operation, mesh: MeshAttr, converter: LocalConverter) {
    this.module = module;
    this.mesh = mesh;
    this.converter = converter;
  }

  get context(): Context {
    return this.converter.context;
  }

  /** Returns the global types of an operation's operands and results. */
  global(op: Operation): GlobalOp {
    return this.converter.global(op);
  }
}
