import type { Context, Operation } from '@shardform/ir-core';
import type { MeshAttr } from '@shardform/dialect-sdy';
import type { GlobalOp, LocalConverter } from '@shardform/passes-sharding';
import type { WholeDims } from './whole-dims.ts';

/** Where operations get their local shapes: what they were before, and the mesh. */
export class LocalSite {
  readonly module: Operation;
  readonly mesh: MeshAttr;
  readonly converter: LocalConverter;
  /** What operations need whole; it follows from their global shapes. */
  readonly wholeDims = new Map<Operation, WholeDims>();
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

  /** What an operation's operands and results were. */
  global(op: Operation): GlobalOp {
    return this.converter.global(op);
  }
}
