import { defineTrait, singleBlockImplicitTerminator, type Trait } from '@shardform/ir-core';

/** A collective: `out_sharding` is the sharding of its result. */
export const collective: Trait = /* @__PURE__ */ defineTrait({ name: 'sdy.Collective' });

/** The operation's `sharding` is that of its result. */
export const carriesSharding: Trait = /* @__PURE__ */ defineTrait({ name: 'sdy.CarriesSharding' });

/** Axes that don't divide the sizes of the results are dropped from their shardings, as they are of functions. */
export const keepsShardingsDivisible: Trait = /* @__PURE__ */ defineTrait({
  name: 'sdy.KeepsShardingsDivisible',
});

/** Each region is one block that ends with `sdy.return`. The text of these operations always has it. */
export const endsWithReturn: Trait = /* @__PURE__ */ withWrittenTerminator('sdy.return');

/** The checks of an implicit terminator; a text that lacks it stays without. */
/* @__NO_SIDE_EFFECTS__ */
function withWrittenTerminator(terminatorName: string): Trait {
  const implicit = singleBlockImplicitTerminator(terminatorName);
  return defineTrait({
    name: implicit.name,
    phase: 'structure',
    verify: (op, report) => implicit.verify!(op, report),
    verifyRegions: (op, report) => implicit.verifyRegions!(op, report),
  });
}
