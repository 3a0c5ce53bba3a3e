import { totalMeaning } from '../partition/collective-schema.ts';
import { integer, list, nullable, number, object, oneOf, text } from '../json-schema/json-schema.ts';

/** What a device needs at most. */
export const peakMemorySchema = object({
  bytes: number('that a device holds at most'),
  device: integer('which one'),
  parts: nullable(
    object({
      arguments: number('bytes'),
      results: number('bytes'),
      temporaries: number('bytes of intermediate values'),
      aliased: number('bytes of results in the memory of donated arguments'),
    }),
    'of the bytes; null where devices run different programs',
  ),
  rules: nullable(
    oneOf(['cpu', 'accelerator'], 'of the estimate: those of XLA for CPUs or for accelerators'),
    'null for memory that XLA has assigned, or where devices run different programs',
  ),
  notes: list(text(), 'what is not counted, or not known for sure'),
});

const axisName = text('the axis, several such as x, y, or listed devices');

/** What is known about a program in numbers: the same in every command, tool and page. */
export const factsSchema = object(
  {
    devices: integer('of the program'),
    mesh: nullable(
      object({ name: text(), axes: list(object({ name: text(), size: integer() })) }),
      'null without a mesh',
    ),
    time: nullable(
      object({
        machine: text('its name'),
        rates: text(
          'that it is computed with: calibrated ones with their error, or peak rates, a lower bound',
        ),
        seconds: number('of the slowest device, the sum of what follows'),
        compute: number('seconds of computing, launches aside'),
        byAxis: list(
          object({
            axis: axisName,
            seconds: number('of communication while the device does not compute, contention aside'),
          }),
        ),
        contention: list(
          object({
            collective: text('its kind, such as all_reduce'),
            axis: axisName,
            link: text('the links, such as network between nodes'),
            seconds: number(),
          }),
          'time that collectives take longer, or begin later, because other groups or collectives use the same links, while the device does not compute',
        ),
        waiting: number('seconds of waiting for what other devices compute or send'),
        launch: number('seconds of launching kernels'),
      }),
      'null where the program cannot be partitioned or simulated',
    ),
    throughput: list(
      object({
        unit: oneOf(['tokens', 'samples'], 'what is counted'),
        perStep: number('in a step of all devices'),
        source: text(
          "where that is from: the name of an argument of token ids, such as batch['tokens'], or a flag",
        ),
        perSecond: number('of all devices'),
        perSecondOfDevice: number('of each device'),
      }),
      'how much is processed, as far as the size of a step is known',
    ),
    memory: nullable(peakMemorySchema, 'null where the time is'),
    sent: object({
      bytes: number('that each device sends in one run'),
      meaning: totalMeaning,
      byAxis: list(object({ axis: axisName, bytes: number() })),
    }),
    collectives: object({
      count: integer('in the program'),
      executions: integer('in one run'),
      byKind: list(
        object({ kind: text('all_reduce, ...'), count: integer(), executions: integer(), bytes: number() }),
      ),
    }),
    problems: list(text(), 'why there is no time, or what it does not contain'),
  },
  'the program in numbers',
);
