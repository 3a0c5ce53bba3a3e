import { defineOp } from '../../definition/define-op.ts';
import { optionalAttr } from '../../definition/constraint.ts';
import { sizedRegion } from '../../definition/constraint.ts';
import { symbolNameAttr, stringAttr } from '../../definition/builtin-constraints.ts';
import {
  graphRegion,
  isolatedFromAbove,
  noTerminator,
  singleBlock,
  symbol,
  symbolTable,
} from '../../definition/traits.ts';
import type { Block } from '../../ir/block.ts';
import { type Location, UnknownLoc } from '../../ir/location.ts';
import type { OpReport } from '../../verify/report.ts';
import { type Operation } from '../../ir/operation.ts';

/** The top of a program: a name space for symbols (MLIR, `builtin.module`). */
export class ModuleOp extends defineOp('builtin.module', {
  summary: 'a top-level container of operations',
  attrs: { sym_name: optionalAttr(symbolNameAttr), sym_visibility: optionalAttr(stringAttr) },
  regions: { bodyRegion: sizedRegion(1) },
  traits: [isolatedFromAbove, symbolTable, symbol, singleBlock, noTerminator, graphRegion],
  effects: 'unknown',
  speculates: 'unknown',
  format: '($sym_name^)? attr-dict-with-keyword $bodyRegion',
  defaultDialect: 'builtin',
}) {
  /** An empty module. */
  static empty(location: Location = UnknownLoc.instance): ModuleOp {
    const module = ModuleOp.create({}, [], { location });
    module.bodyRegion.addBlock();
    return module;
  }

  get body(): Block {
    return this.bodyRegion.entry;
  }

  override verifyOp(report: OpReport): boolean {
    for (const [name] of this.sortedDiscardable()) {
      if (!name.includes('.')) {
        return report.opError(`can only contain attributes with dialect-prefixed names, found: '${name}'`);
      }
    }
    return true;
  }
}

/** Returns the module that is around an operation most closely; `null` outside of modules. */
export function enclosingModule(op: Operation): ModuleOp | null {
  for (let parent = op.parentOp; parent !== null; parent = parent.parentOp) {
    if (parent instanceof ModuleOp) return parent;
  }
  return null;
}
