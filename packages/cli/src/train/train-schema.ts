import {
  integer,
  list,
  nullable,
  number,
  object,
  text,
  truth,
  versionOne,
} from '../json-schema/json-schema.ts';

const training = object(
  {
    tokens: number('that are trained on'),
    steps: integer('of so many tokens'),
    days: number('of the steps alone: nothing restarts, is evaluated or is saved'),
  },
  'training on a number of tokens',
);

/** The output of `shardform dist train --json`. */
export const trainSchema = object(
  {
    version: versionOne,
    machine: text('its name'),
    rates: text(
      'the rates that times are computed with: calibrated ones with their error, or peak rates, a lower bound',
    ),
    strategy: text('how the run is divided among devices'),
    schedule: nullable(text(), 'the order of the passes of a pipeline; null without one'),
    microbatch: integer('sequences of a replica in a forward pass'),
    seconds: number('of a step: all microbatches, the sums of gradients and the update'),
    tokensPerSecond: number('tokens of the batch by seconds'),
    tokensPerSecondPerDevice: number('tokens of the batch by seconds and devices'),
    teraflopsPerDevice: number(
      'TFLOP/s of the model, without what is computed again; causal attention counts by half',
    ),
    mfu: number("these as a fraction of the peak of products in the run's precision"),
    memoryBytes: integer('that a device needs at most'),
    fits: nullable(truth(), 'whether that is within the memory of a device; null where that is not limited'),
    parts: object(
      {
        products: number('matrix products outside of attention'),
        attention: number('fused attention'),
        memory: number('kernels that memory bounds'),
        communication: number('communicating while nothing is computed'),
        host: number('waiting for the host'),
        optimizer: number('the update of weights'),
        pipeline: number('waiting for other stages'),
      },
      'seconds of the stage that is busy for the longest, which add up to those of the step',
    ),
    hiddenCommunication: number('seconds in which that stage communicates while it computes'),
    training: nullable(training, 'of the tokens of --tokens; null without it'),
    notes: list(text(), 'what the simulation takes for granted'),
  },
  'the output of shardform dist train --json',
);

/** The output of `shardform dist train --search --json`. */
export const trainSearchSchema = object(
  {
    version: versionOne,
    candidates: integer('strategies that divide the run'),
    strategies: list(
      object({
        strategy: text('how the run is divided among devices'),
        microbatch: integer('sequences of a replica in a forward pass'),
        seconds: number('of a step'),
        tokensPerSecond: number('tokens of the batch by seconds'),
        training: nullable(training, 'of the tokens of --tokens; null without it'),
        mfu: number("of the peak of products in the run's precision"),
        memoryBytes: integer('that a device needs at most'),
        isOnFront: truth('whether no other strategy is both faster and takes less memory'),
        degrees: object({
          data: integer('replicas'),
          fsdp: integer('replicas that divide weights'),
          expert: integer('groups with different experts'),
          context: integer('parts of a sequence'),
          tensor: integer('devices that divide products'),
          pipeline: integer('stages'),
        }),
        schedule: nullable(text(), 'the order of the passes of a pipeline; null without one'),
        recompute: text('activations that are computed again'),
      }),
      'those that fit, the fastest first',
    ),
  },
  'the output of shardform dist train --search --json',
);
