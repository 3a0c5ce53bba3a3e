import type { Extension } from '../ir/extension.ts';
import { canonicalize } from './canonicalize.ts';
import { compositeFixedPoint } from './composite-fixed-point.ts';
import { controlFlowSink } from './control-flow-sink.ts';
import { cse } from './cse.ts';
import { inline } from './inline.ts';
import { loopInvariantCodeMotion } from './loop-invariant-code-motion.ts';
import { reconcileUnrealizedCasts } from './reconcile-unrealized-casts.ts';
import { removeDeadValues } from './remove-dead-values.ts';
import { sccp } from './sccp.ts';
import { stripDebuginfo } from './strip-debuginfo.ts';
import { symbolDce } from './symbol-dce.ts';
import { symbolPrivatize } from './symbol-privatize.ts';
import { topologicalSort } from './topological-sort.ts';

/** The passes that work on operations of any dialect. */
export const builtinPasses: Extension = {
  name: 'builtin-passes',
  passes: [
    canonicalize,
    compositeFixedPoint,
    controlFlowSink,
    cse,
    inline,
    loopInvariantCodeMotion,
    reconcileUnrealizedCasts,
    removeDeadValues,
    sccp,
    stripDebuginfo,
    symbolDce,
    symbolPrivatize,
    topologicalSort,
  ],
};
