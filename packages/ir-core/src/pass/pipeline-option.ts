import type { PassOption } from './option.ts';
import type { OpPipeline } from './pipeline.ts';
import { PipelineError } from './pipeline-error.ts';
import { parsePipeline, printPipeline } from './pipeline-text.ts';

/** Returns a pipeline with its anchor, such as `func.func(cse,canonicalize)`; `null` when none is given. */
/* @__NO_SIDE_EFFECTS__ */
export function pipelineOption(description: string): PassOption<OpPipeline | null> {
  return {
    description,
    defaultValue: null,
    valueName: 'pipeline',
    isList: false,
    impliedText: null,
    parse: (text, fail, context) => {
      if (text === '') return null;
      try {
        return parsePipeline(text, context);
      } catch (error) {
        if (!(error instanceof PipelineError)) throw error;
        return fail(error.message);
      }
    },
    print: (value) => (value === null ? '' : printPipeline(value)),
  };
}
