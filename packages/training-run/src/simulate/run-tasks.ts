import type { MemoryRules } from '@shardform/runtime-dist';
import type { GradientUse } from '../program/gradient-sums.ts';
import type { ModelPart, TaskProgram } from '../program/model-part.ts';
import { inputGradientProgram, weightGradientProgram } from '../program/split-backward.ts';
import { backwardProgram, forwardProgram, updateProgram } from '../program/task-programs.ts';
import type { TransformerShape } from '../program/transformer-shape.ts';
import { type Task, taskOfLayers } from './task.ts';
import { DividedTask } from './task-simulator.ts';

/** The tasks of a run: equal ones are divided among the devices once. */
export class RunTasks {
  readonly #shape: TransformerShape;
  readonly #devices: number;
  readonly #rules: MemoryRules;
  readonly #known = new Map<string, Task>();

  /** @param devices of a stage. */
  constructor(shape: TransformerShape, devices: number, rules: MemoryRules) {
    this.#shape = shape;
    this.#devices = devices;
    this.#rules = rules;
  }

  /** @param isFirst whether it is that of the first microbatch of a step. */
  forward(part: ModelPart, isFirst: boolean): Task {
    // Without parts in the optimizer there is nothing to gather.
    const gathers = isFirst && this.#shape.run.zero1;
    return this.#of(`forward ${gathers}`, part, (own) => forwardProgram(this.#shape, own, gathers));
  }

  /** The gradients of inputs and weights together. */
  backward(part: ModelPart, given: GradientUse): Task {
    const use = this.#needed(given);
    return this.#of(`backward ${use.accumulates} ${use.synchronizes}`, part, (own) =>
      backwardProgram(this.#shape, own, use),
    );
  }

  /** The half of a backward pass that other parts wait for. */
  inputGradients(part: ModelPart): Task {
    return this.#of('input gradients', part, (own) => inputGradientProgram(this.#shape, own));
  }

  /** The other half of a backward pass. */
  weightGradients(part: ModelPart, given: GradientUse): Task {
    const use = this.#needed(given);
    return this.#of(`weight gradients ${use.accumulates} ${use.synchronizes}`, part, (own) =>
      weightGradientProgram(this.#shape, own, use),
    );
  }

  /** Without copies of gradients there is nothing to synchronize. */
  #needed({ accumulates, synchronizes }: GradientUse): GradientUse {
    const { copies, run } = this.#shape;
    return { accumulates, synchronizes: synchronizes && (copies > 1 || run.zero1) };
  }

  /** The update of the weights of the parts of a device. */
  update(parts: readonly ModelPart[]): Task {
    const all: ModelPart = {
      layers: parts.reduce((sum, { layers }) => sum + layers, 0),
      hasEmbedding: parts.some(({ hasEmbedding }) => hasEmbedding),
      hasHead: parts.some(({ hasHead }) => hasHead),
    };
    return this.#of('update', all, (own) => updateProgram(this.#shape, own));
  }

  #of(name: string, part: ModelPart, program: (part: ModelPart) => TaskProgram): Task {
    const { layers, hasEmbedding, hasHead } = part;
    return this.#once(`${name} ${layers} ${hasEmbedding} ${hasHead}`, () =>
      taskOfLayers(layers, (few) =>
        this.#once(`${name} ${few} ${hasEmbedding} ${hasHead} alone`, () => {
          const { text } = program({ ...part, layers: few });
          return new DividedTask({ text }, this.#devices, this.#rules);
        }),
      ),
    );
  }

  #once(key: string, make: () => Task): Task {
    let task = this.#known.get(key);
    if (task === undefined) this.#known.set(key, (task = make()));
    return task;
  }
}
