import type { Context, Operation } from '@shardform/ir-core';
import type { MeshAttr } from '@shardform/dialect-sdy';
import type { GlobalOp, LocalConverter } from '@shardform/passes-sharding';

/** Where operations get their local shapes: what they were before, and the mesh. */
export class LocalSite {
  readonly module: Operation;
  readonly mesh: MeshAttr;
  readonly converter: LocalConverter;
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
