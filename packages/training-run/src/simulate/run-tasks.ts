import type { Machine } from '@shardform/cost-model';
import type { MemoryRules } from '@shardform/runtime-dist';
import type { GradientUse } from '../program/layer-functions.ts';
import {
  backwardProgram,
  forwardProgram,
  type ModelPart,
  type TaskProgram,
  updateProgram,
} from '../program/task-programs.ts';
import type { TransformerShape } from '../program/transformer-shape.ts';
import { type DividedTask, divideTask, type TaskCosts, taskCosts } from './task-simulator.ts';

/** The tasks of a run: equal ones are divided among the devices once. */
export class RunTasks {
  readonly #shape: TransformerShape;
  readonly #devices: number;
  readonly #rules: MemoryRules;
  readonly #known = new Map<string, DividedTask>();

  /** @param devices of a stage. */
  constructor(shape: TransformerShape, devices: number, rules: MemoryRules) {
    this.#shape = shape;
    this.#devices = devices;
    this.#rules = rules;
  }

  /** @param isFirst whether it is that of the first microbatch of a step. */
  forward(part: ModelPart, isFirst: boolean): DividedTask {
    // Without parts in the optimizer there is nothing to gather.
    const gathers = isFirst && this.#shape.run.zero1;
    return this.#of(`F ${keyOf(part)} ${gathers}`, () => forwardProgram(this.#shape, part, gathers));
  }

  backward(part: ModelPart, use: GradientUse): DividedTask {
    // Without copies of gradients there is nothing to synchronize.
    const synchronizes = use.synchronizes && (this.#shape.copies > 1 || this.#shape.run.zero1);
    const key = `B ${keyOf(part)} ${use.accumulates} ${synchronizes}`;
    return this.#of(key, () => backwardProgram(this.#shape, part, { ...use, synchronizes }));
  }

  /** The update of the weights of the parts of a device. */
  update(parts: readonly ModelPart[]): DividedTask {
    return this.#of(`U ${parts.map(keyOf).join()}`, () => updateProgram(this.#shape, parts));
  }

  costs(task: DividedTask, machine: Machine): TaskCosts {
    return taskCosts(task, machine);
  }

  #of(key: string, program: () => TaskProgram): DividedTask {
    let task = this.#known.get(key);
    if (task === undefined) this.#known.set(key, (task = divideTask(program(), this.#devices, this.#rules)));
    return task;
  }
}

function keyOf({ layers, hasEmbedding, hasHead }: ModelPart): string {
  return `${layers}${hasEmbedding ? 'e' : ''}${hasHead ? 'h' : ''}`;
}
