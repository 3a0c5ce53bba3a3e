import {
  integer,
  list,
  nullable,
  number,
  object,
  text,
  textOrNull,
  truth,
  versionOne,
} from '../json-schema/json-schema.ts';
import { factsSchema } from '../sim/facts-schema.ts';

const value = object({
  index: integer('from 0'),
  name: textOrNull("in the user's program"),
  type: text(),
  sharding: textOrNull('null for a scalar'),
  partitionSpec: textOrNull("as JAX writes it, such as P('x', None); null where the plan leaves it open"),
  stageMesh: textOrNull('of a pipeline, the mesh that it is on'),
});

/** A program that was simulated. */
const candidate = object(
  {
    mesh: text('its axes, such as x=2, y=4; those of the mesh of each stage for a pipeline'),
    pipeline: nullable(
      object({
        stages: integer('meshes that follow each other'),
        chunks: integer('stages on each mesh; more than one for interleaved schedules'),
        microbatches: integer('into which the batch is divided'),
        schedule: text('gpipe, 1f1b, interleaved-1f1b or zb-h1'),
        estimated: number('seconds that were expected'),
      }),
      'null for a plan without stages',
    ),
    layout: textOrNull('the known layout that it is, or that it began with'),
    isGiven: truth('whether the shardings are those of the program as it is written'),
    facts: factsSchema,
    model: nullable(
      object({
        seconds: number('that the choices cost in the model in which they were made'),
        bound: number('no choices cost less in it'),
        exposed: object(
          {
            early: number('of what is communicated before anything that computes much, such as parameters'),
            between: number(),
            late: number('of what is communicated after everything that computes much, such as gradients'),
          },
          'the part of communication that counted',
        ),
      }),
      'null for the program as it is written, and for a pipeline',
    ),
  },
  'a program as it is predicted to be partitioned; verified has what XLA compiles',
);

const cost = object({
  kind: text('all_reduce, ..., computing or launching'),
  axis: text('along which, empty for what is no communication'),
  executions: integer('more in one step'),
  bytes: number('that each device sends more'),
  seconds: number('that the step is longer for it, negative where it is shorter'),
});

const explanation = object({
  layouts: list(
    object({
      name: text('such as data parallel'),
      facts: factsSchema,
      costs: list(cost, 'against the plan, the dearest first'),
    }),
    'known layouts, the fastest first',
  ),
  decisions: list(
    object({
      name: text('of the value'),
      others: integer('so many other values are alike'),
      chosen: text("as JAX writes it, such as P('x', None)"),
      second: text('the best without that choice'),
      price: number('simulated seconds more with it'),
      bytes: number('that a device holds more with it'),
      costs: list(cost),
    }),
    'those that cost most to change first',
  ),
  pareto: list(
    object({
      mesh: text('its axes, such as x=2, y=4'),
      seconds: number(),
      bytes: number('that a device holds at most'),
      isPlan: truth(),
    }),
    'of all that was simulated, nothing is both faster and smaller than these, the fastest first',
  ),
  isPartial: truth('whether not all was tried'),
});

const rule = object({
  pattern: text(
    'the end of paths of arguments, such as layers/*/wq, a whole path behind a /, or #3 for an argument without a name',
  ),
  partitionSpec: text("as JAX writes it, such as P('x', None)"),
  arguments: integer('that match'),
});

const constraint = object({
  file: text("of the user's program"),
  line: integer('that computes the value'),
  operation: text('that computes it'),
  type: text(),
  values: integer('of the program that the line computes: one for each layer, for example'),
  partitionSpec: text(),
});

const compiled = object(
  {
    facts: factsSchema,
    seconds: number(
      'of a step with the compiled collectives, and on accelerators with the predicted kernels',
    ),
    sentBytes: number(
      'by each device; a sum of which a device uses only its part counts as the reduce-scatter that compilers for GPUs and TPUs make of it, 16-bit floats as such',
    ),
    sentBytesOnCpus: number('with the sums that compilers for CPUs make, of the floats that they widen'),
  },
  'as XLA has compiled it, where best and tried are predicted',
);

const verified = object({
  compiler: text('such as jaxlib 0.10.2'),
  plan: nullable(compiled, 'null where XLA can not compile it, or its time is not known'),
  written: nullable(compiled, 'of the program as it is written'),
});

/** The output of `shardform plan --json`. */
export const planSchema = object(
  {
    version: versionOne,
    file: textOrNull('that was written'),
    fits: truth('whether a device never holds more than --memory, or than a device of the named machine has'),
    best: candidate,
    arguments: list(value),
    results: list(value),
    tried: list(candidate, 'all programs that were simulated, as they are predicted, the fastest first'),
    noPipeline: textOrNull('why the program is no pipeline, where one was looked for'),
    rules: nullable(
      list(rule),
      'the shardings of arguments: the first that matches holds, others are whole; null for a pipeline and without XLA',
    ),
    constraints: nullable(list(constraint), 'beside them; null for a pipeline and without XLA'),
    droppedConstraints: list(
      object({ file: text("of the user's program"), line: integer() }),
      'lines of with_sharding_constraint that the plan was made without; plan.jit leaves them out',
    ),
    verified: nullable(verified, 'null without --verify, and for a pipeline'),
    explanation: nullable(explanation, 'null without --why or --pareto, and for a pipeline'),
    jax: textOrNull('the file of Python that was written'),
    code: list(
      object({ format: text('such as linen'), text: text('Python') }),
      'the shardings of arguments in the terms of libraries; none for a pipeline, and for arguments without names',
    ),
    warnings: list(text(), 'why roles that were given to arguments may be wrong'),
  },
  'the output of shardform plan --json',
);
