import { UnknownLoc } from '../ir/location.ts';
import { definePass } from '../pass/pass.ts';

/** MLIR's `strip-debuginfo`. */
export const stripDebuginfo = /* @__PURE__ */ definePass({
  name: 'strip-debuginfo',
  className: 'StripDebugInfo',
  summary: 'Strip debug info from all operations',
  description: 'Replaces the locations of operations and block arguments by the unknown location.',
  run(op) {
    const unknown = UnknownLoc.instance;
    op.walk((nested) => {
      nested.location = unknown;
      for (const region of nested.regions) {
        for (const block of region.blocks) {
          for (const argument of block.arguments) argument.location = unknown;
        }
      }
    });
  },
});
