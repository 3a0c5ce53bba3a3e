import type { OpDefinition } from './op-definition.ts';
import type { Trait } from './trait.ts';

/** The trait of operations whose text may leave out the terminator of their regions. */
export interface ImplicitTerminatorTrait extends Trait {
  readonly terminatorName: string;
}

/** Returns the name of the terminator that the text of the op's regions may leave out. */
export function implicitTerminatorOf(definition: OpDefinition): string | null {
  for (const trait of definition.traits) {
    // Traits with the field are terminator traits.
    if ('terminatorName' in trait) return (trait as ImplicitTerminatorTrait).terminatorName;
  }
  return null;
}
