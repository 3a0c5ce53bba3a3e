import { integerOption, stringOption } from '../pass/option.ts';
import { definePass } from '../pass/pass.ts';
import { PipelineError } from '../pass/pipeline-error.ts';
import { parsePipeline } from '../pass/pipeline-text.ts';
import { printOp } from '../text/print.ts';

/** MLIR's `composite-fixed-point-pass`. */
export const compositeFixedPoint = /* @__PURE__ */ definePass({
  name: 'composite-fixed-point-pass',
  className: 'CompositeFixedPointPass',
  summary: 'Composite fixed point pass',
  description:
    'Runs a pipeline again and again until it changes nothing; a warning says when that took too many iterations.',
  options: {
    'max-iterations': integerOption('Maximum number of iterations if inner pipeline', 10),
    name: stringOption('Composite pass display name', 'CompositeFixedPointPass'),
    pipeline: stringOption('Composite pass inner pipeline'),
  },
  run(op, pass) {
    const { options, context } = pass;
    const maxIterations = options['max-iterations'];
    try {
      const pipeline = parsePipeline(`any(${options.pipeline})`, context);
      let text = printOp(op, context);
      for (let iteration = 0; iteration < maxIterations; iteration++) {
        if (!pass.runPipeline(op, pipeline)) {
          pass.fail();
          return;
        }
        const before = text;
        text = printOp(op, context);
        if (text === before) return;
      }
      context.diagnostics.warning(
        op.location,
        // The plus sign is upstream's.
        `Composite pass "${options.name}"+ didn't converge in ${maxIterations} iterations`,
      );
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error;
      context.diagnostics.error(op.location, error.message);
    }
  },
});
