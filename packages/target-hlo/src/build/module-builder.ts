import type { Computation, Instruction } from '@shardform/hlo-module';
import { ComputationBuilder } from './computation-builder.ts';
import { NameTable, sanitizedName } from './names.ts';

/** Collects the computations of a module in the order in which they are finished, which is that of their numbers. */
export class ModuleBuilder {
  readonly names = new NameTable();
  readonly computations: Computation[] = [];
  #regions = 0;

  /** Begins the computation of a function. */
  function(name: string): ComputationBuilder {
    return new ComputationBuilder(this, name);
  }

  /** Begins the computation of a region of an operation. */
  region(): ComputationBuilder {
    return this.function(`region_${this.#regions++}`);
  }

  /** Takes a finished computation. */
  finish(
    name: string,
    parts: {
      readonly instructions: readonly Instruction[];
      readonly parameters: readonly Instruction[];
      readonly root: Instruction;
    },
  ): Computation {
    const computation = {
      name: sanitizedName(`${name}.${this.computations.length + 1}`),
      ...parts,
      line: 0,
    };
    this.computations.push(computation);
    return computation;
  }
}
