import { memoryRulesOf } from '@shardform/runtime-dist';
import { TransformerShape } from '../src/program/transformer-shape.ts';
import type { SizedRun } from '../src/run/training-run.ts';
import { RunTasks } from '../src/simulate/run-tasks.ts';
import type { Task, TaskMemory } from '../src/simulate/task.ts';
import { noTime } from '../src/simulate/time-parts.ts';
import { plainMachine } from './plain-machine.ts';

/** Seconds and bytes of a task. */
export interface GivenTask extends Partial<TaskMemory> {
  readonly seconds?: number;
}

/** Passes of a microbatch by name, and the update. */
export interface GivenTasks {
  readonly forward: GivenTask;
  readonly inputGradients: GivenTask;
  readonly weightGradients: GivenTask;
  /** Seconds in which replicas add their gradients behind the last microbatch. */
  readonly adding?: number;
  readonly update?: GivenTask;
}

/** Tasks whose costs a test gives; a backward pass takes as long as both of its halves. */
export class FixedTasks extends RunTasks {
  readonly #given: GivenTasks;
  readonly #known = new Map<string, Task>();

  constructor(run: SizedRun, given: GivenTasks) {
    super(new TransformerShape(run), 1, memoryRulesOf(plainMachine()));
    this.#given = given;
  }

  override forward(): Task {
    return this.#task('forward', this.#given.forward);
  }

  override backward(_: unknown, { synchronizes }: { readonly synchronizes: boolean }): Task {
    const { inputGradients, weightGradients } = this.#given;
    const seconds = (inputGradients.seconds ?? 0) + (weightGradients.seconds ?? 0);
    return this.#task(`backward ${synchronizes}`, { seconds: seconds + this.#added(synchronizes) });
  }

  override inputGradients(): Task {
    return this.#task('input gradients', this.#given.inputGradients);
  }

  override weightGradients(_: unknown, { synchronizes }: { readonly synchronizes: boolean }): Task {
    const { weightGradients } = this.#given;
    const seconds = (weightGradients.seconds ?? 0) + this.#added(synchronizes);
    return this.#task(`weight gradients ${synchronizes}`, { ...weightGradients, seconds });
  }

  override update(): Task {
    return this.#task('update', this.#given.update ?? {});
  }

  #added(synchronizes: boolean): number {
    return synchronizes ? (this.#given.adding ?? 0) : 0;
  }

  #task(name: string, { seconds = 0, ...bytes }: GivenTask): Task {
    let task = this.#known.get(name);
    if (task === undefined) {
      const memory = { arguments: 0, firstResult: 0, results: 0, temporaries: 0, ...bytes };
      task = { memory, costs: () => ({ seconds, parts: { ...noTime, products: seconds }, hidden: 0 }) };
      this.#known.set(name, task);
    }
    return task;
  }
}
