import { FragmentOp, REMAT } from '@shardform/dialect-mpmd';
import type { FuncOp } from '@shardform/dialect-func';
import { distributedPass, mpmdPass } from '../program/distributed-pass.ts';
import {
  callCounterOf,
  fragmentsIn,
  isSchedulingUnit,
  schedulableMeshes,
  singleTransposeCount,
  splitTypeOf,
  transposeCountOf,
} from '../program/fragments.ts';

/** `mpmd-verify-stage-merging`. */
export const verifyStageMerging = /* @__PURE__ */ distributedPass({
  name: 'mpmd-verify-stage-merging',
  className: 'VerifyStageMergingPass',
  summary: 'Verifies that the fragments of a stage were merged.',
  run(func, pass) {
    const counters = new Map<string, Set<number | null>>();
    func.walkOf(FragmentOp, (fragment) => {
      if (fragment.stage === null) return;
      const counter = callCounterOf(fragment);
      const isRemat = fragment.hasAttr(REMAT) ? 1 : 0;
      const split = splitTypeOf(fragment) ?? 'nullopt';
      const count = transposeCountOf(fragment);
      const key = JSON.stringify([fragment.mesh, fragment.stage, count, split, isRemat]);
      const known = counters.get(key);
      if (known === undefined) counters.set(key, new Set([counter]));
      else if (counter !== null && !known.has(counter) && !known.has(null)) known.add(counter);
      else {
        const origins = fragment.origins.map(String).join(', ');
        pass.context.diagnostics.error(
          fragment.location,
          `A valid program cannot have more than one fragment with the same mesh, stage, transpose, call counts, split type, and remat flag but found multiple fragments with the same attributes: [mesh=${fragment.mesh}, stage_id=${fragment.stage}, transpose_count=${count ?? -1}, call_count=${counter ?? -1}, split_type=${split}, is_remat=${isRemat}] for current fragment with origin: [${origins}]`,
        );
        pass.fail();
      }
    });
  },
});

/** `mpmd-scheduling-units-verifier`. */
export const schedulingUnitsVerifier = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-scheduling-units-verifier',
  className: 'SchedulingUnitsVerifierPass',
  summary: 'Warns about meshes that have not one scheduling unit for each microbatch and phase.',
  run(func, { context }) {
    const microbatches = microbatchCount(func);
    if (microbatches === 0) return;
    const units = fragmentsIn(func.entry).filter(isSchedulingUnit);
    for (const mesh of schedulableMeshes(func)) {
      const own = units.filter((unit) => unit.mesh === mesh);
      const forward = own.filter((unit) => singleTransposeCount(unit) === 0).length;
      for (const [phase, count] of [
        ['forward', forward],
        ['backward', own.length - forward],
      ] as const) {
        if (count === microbatches) continue;
        context.diagnostics.warning(
          func.location,
          `Number of ${phase} scheduling units in mesh ${mesh} does not match expected number for ${microbatches} microbatches. Got ${count}.`,
        );
      }
    }
  },
});

/** Counters may begin with 0 or 1. */
function microbatchCount(func: FuncOp): number {
  const counters = fragmentsIn(func.entry).flatMap((fragment) => callCounterOf(fragment) ?? []);
  return Math.max(0, ...counters) + (counters.includes(0) ? 1 : 0);
}
