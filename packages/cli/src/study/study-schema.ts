import {
  integer,
  list,
  nullable,
  number,
  object,
  text,
  textOrNull,
  versionOne,
} from '../json-schema/json-schema.ts';
import { remedyEdit } from '../compiled/compiled-schema.ts';
import { factsSchema } from '../sim/facts-schema.ts';

/** The output of `shardform study --json`. */
export const studySchema = object(
  {
    version: versionOne,
    file: text(),
    program: text('which program it is, and how it was partitioned'),
    machine: text(),
    facts: factsSchema,
    attention: nullable(
      object({
        forward: integer('kernels of forward passes, those of a loop once'),
        backward: integer('kernels of gradients'),
        seconds: number('of a step with these kernels'),
        function: text('of JAX that has such a kernel on the devices'),
      }),
      'that the program writes out, beside the fused kernels that would take its place; null without',
    ),
    rules: nullable(
      list(
        object({
          pattern: text('the end of paths of arguments, such as layers/*/wq, or a whole path behind a /'),
          partitionSpec: text("as JAX writes it, such as P('x', None)"),
          arguments: integer('that match'),
        }),
        'the first that matches holds; other arguments are replicated',
      ),
      'null for a program without a function',
    ),
    sends: list(
      object({
        kind: text('such as all_reduce'),
        axis: text('several such as x, y'),
        name: textOrNull("of the value, in the user's program"),
        place: textOrNull('file:line of the operation that needs it'),
        reason: textOrNull('why it is there'),
        detail: textOrNull('the reason as the partitioner has it: operands, shardings and factors'),
        executions: integer(),
        bytes: number('that each device sends'),
        seconds: nullable(number(), 'that the step is longer for it; null where nothing was simulated'),
        hiddenSeconds: nullable(number(), 'while something is computed; null where nothing was simulated'),
      }),
      'collectives for one reason, those that the step waits for longest first',
    ),
    holds: nullable(
      list(
        object({
          kind: text('argument, result, temporary, ...'),
          name: text("in the user's program, or the operation"),
          arrays: integer(),
          bytes: number('of a device'),
        }),
        'at the peak, the largest first',
      ),
      'null where it is not known',
    ),
    suggestions: nullable(
      list(
        object({
          edits: list(remedyEdit, 'that belong together'),
          seconds: number('of a step'),
          sentBytes: number('by each device'),
          peakBytes: number('that a device holds at most'),
        }),
        'changes with which a step is faster, simulated, the fastest first',
      ),
      'null where none were tried',
    ),
  },
  'the output of shardform study --json',
);
