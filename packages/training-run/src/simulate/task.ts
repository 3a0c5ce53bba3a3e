import type { Machine } from '@shardform/cost-model';
import { addParts, type TimeParts } from './time-parts.ts';

/** Bytes of a task on a device. */
export interface TaskMemory {
  readonly arguments: number;
  /** The result that another task takes. */
  readonly firstResult: number;
  readonly results: number;
  readonly temporaries: number;
}

/** The costs of a task on a device, which stands for all of its stage. */
export interface TaskCosts {
  readonly seconds: number;
  readonly parts: TimeParts;
  /** Seconds of communication while the device computes. */
  readonly hidden: number;
}

/** A pass of a part of a model for a microbatch, or the update of its weights. */
export interface Task {
  readonly memory: TaskMemory;
  /** @throws MachineError for devices without a link. */
  costs(machine: Machine): TaskCosts;
}

/** Numbers of layers from which those of more follow, once each adds the same. */
const FEW = [2, 3, 4] as const;

/** Layers add the same time if they differ by less than this fraction, and the same memory by the other: it is of the whole. */
const [SAME, ALIKE] = [1e-6, 5e-3];

/** Returns a task of some layers: of more than a few, each adds the same, or else all are simulated. */
export function taskOfLayers(layers: number, make: (layers: number) => Task): Task {
  return layers <= FEW[2] + 1 ? make(layers) : new RepeatedTask(layers, make);
}

class RepeatedTask implements Task {
  readonly #layers: number;
  readonly #make: (layers: number) => Task;
  readonly #few: readonly [Task, Task, Task];
  #whole: Task | null = null;
  #memory: TaskMemory | null = null;

  constructor(layers: number, make: (layers: number) => Task) {
    this.#layers = layers;
    this.#make = make;
    this.#few = [make(FEW[0]), make(FEW[1]), make(FEW[2])];
  }

  get memory(): TaskMemory {
    const [one, two, three] = this.#few.map(({ memory }) => memory);
    this.#memory ??= isSteady(one.temporaries, two.temporaries, three.temporaries, ALIKE)
      ? {
          arguments: this.#extended(two.arguments, three.arguments),
          firstResult: three.firstResult,
          results: this.#extended(two.results, three.results),
          temporaries: this.#extended(two.temporaries, three.temporaries),
        }
      : this.#all.memory;
    return this.#memory;
  }

  costs(machine: Machine): TaskCosts {
    const [one, two, three] = this.#few.map((task) => task.costs(machine));
    if (!isSteady(one.seconds, two.seconds, three.seconds)) return this.#all.costs(machine);
    const more = this.#layers - FEW[2];
    return {
      seconds: this.#extended(two.seconds, three.seconds),
      parts: addParts(addParts(three.parts, three.parts, more), two.parts, -more),
      hidden: this.#extended(two.hidden, three.hidden),
    };
  }

  #extended(two: number, three: number): number {
    return three + (three - two) * (this.#layers - FEW[2]);
  }

  get #all(): Task {
    return (this.#whole ??= this.#make(this.#layers));
  }
}

function isSteady(one: number, two: number, three: number, same = SAME): boolean {
  return Math.abs(three - 2 * two + one) <= same * three;
}
