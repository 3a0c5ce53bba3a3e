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
import { choiceSchema, partitionerSchema, programSchema } from '../partition/choice-schema.ts';
import { factsSchema, peakMemorySchema } from './facts-schema.ts';
import { heldSchema } from './held-schema.ts';

const timeShare = object({
  name: text('compute, a collective such as all_reduce, contention for links, or waiting'),
  seconds: number('that add up to the whole'),
});

const costlyOperation = object({
  label: text('the operation and its location'),
  seconds: number(
    'in total; of communication, the time not overlapped with computation, contention included',
  ),
  hidden: number('of communication, the time while something is computed'),
  executions: integer('by the slowest device'),
});

/** The output of `shardform sim --json`. */
export const simulatedTimeSchema = object(
  {
    version: versionOne,
    machine: text('its name'),
    devices: integer('of the program'),
    machineDevices: integer('of the machine, of which a program may use fewer'),
    seconds: number('until the last device is done'),
    shares: list(
      timeShare,
      'the time of the slowest device by activity; overlapped communication counts as computation',
    ),
    communication: object(
      {
        exposed: number('while it computes nothing, contention aside'),
        contention: number('while it computes nothing, for links that others use at the same time'),
        hidden: number('while it computes, which makes the program no longer'),
      },
      'seconds in which the slowest device communicates',
    ),
    costly: list(
      costlyOperation,
      'what the slowest device spends most of its time on, the longest first; then communication that is hidden',
    ),
    slowestDevice: integer('its number in the mesh'),
    peakMemory: peakMemorySchema,
    capacity: nullable(number('bytes of memory of a device'), 'null where the machine does not limit it'),
    fits: nullable(truth('whether the peak is within the capacity'), 'null without a capacity'),
    use: nullable(
      object({
        flopsPerSecond: number('floating-point operations of products per second of the slowest device'),
        ofPeak: number('the fraction of the peak rates of their element types'),
      }),
      'null for a program without products',
    ),
    isAssumed: truth('whether nobody named the machine'),
    rates: text(
      'the rates that times are computed with: calibrated ones with their error, or peak rates, a lower bound',
    ),
    fusedAttention: nullable(
      object({
        forward: integer('of forward passes'),
        backward: integer('of gradients'),
      }),
      'number of fused kernels of attention that take the place of what the program writes out; null for none',
    ),
    program: programSchema,
    partitioner: nullable(partitionerSchema, 'null for a program that XLA has compiled'),
    choice: choiceSchema,
    facts: factsSchema,
    held: nullable(list(heldSchema, 'the largest first; they add up to the peak'), 'null without --peak'),
    warnings: list(text(), 'what the times do not contain'),
  },
  'the output of shardform sim --json',
);
