import { defineTrait, type Trait } from '@shardform/ir-core';

/** A collective: `out_sharding` is the sharding of its result. */
export const collective: Trait = /* @__PURE__ */ defineTrait({ name: 'sdy.Collective' });

/** The operation's `sharding` is that of its result. */
export const carriesSharding: Trait = /* @__PURE__ */ defineTrait({ name: 'sdy.CarriesSharding' });
