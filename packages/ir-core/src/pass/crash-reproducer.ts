import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { note, ParseFailure } from '../diagnostic/diagnostic.ts';
import { SourceText } from '../ir/location.ts';
import { symbolName } from '../ir/symbol-table.ts';
import { parseFileMetadata } from '../text/parse-file-metadata.ts';
import { Parser } from '../text/parser.ts';
import { printOp } from '../text/print.ts';
import { quoteString } from '../text/string-literal.ts';
import type { PassInstrumentation } from './instrumentation.ts';
import type { PassInstance } from './pass.ts';
import type { OpPipeline } from './pipeline.ts';
import { printPipeline } from './pipeline-text.ts';
import { displayName } from './schedule.ts';
import { lastOf } from '../list/last-of.ts';

/** Options of reproducers. */
export interface ReproducerOptions {
  /** Of the failing pass alone, on the program as it was before that pass, rather than of the whole run. */
  readonly local?: boolean;
  /** True if the run verifies after each pass. */
  readonly verify?: boolean;
}

/**
 * Returns a program with the pipeline to run on it in its metadata, as MLIR's `--run-reproducer` reads it.
 *
 * @param pipeline the pipeline's text.
 */
export function reproducerText(program: string, pipeline: string, verify: boolean): string {
  return `${program}
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: ${quoteString(pipeline)},
      disable_threading: true,
      verify_each: ${verify}
    }
  }
#-}
`;
}

/** The contents of a file that describes how to reproduce a failure. */
export interface Reproducer {
  readonly pipeline: string;
  readonly verify: boolean;
}

/** Returns the pipeline that is stored in a file by {@link reproducerText} or by MLIR; `null` when there is none. */
export function readReproducer(source: SourceText, context: Context): Reproducer | null {
  const start = source.text.lastIndexOf('{-#');
  if (start < 0) return null;
  const parser = new Parser(new SourceText(source.name, source.text.slice(start)), context);
  try {
    parseFileMetadata(parser);
  } catch (error) {
    // The module's parser reports it, with its location in the file.
    if (error instanceof ParseFailure) return null;
    throw error;
  }
  const pipeline = parser.externalResources.get('mlir_reproducer/pipeline');
  if (pipeline === undefined) return null;
  return { pipeline, verify: parser.externalResources.get('mlir_reproducer/verify_each') !== 'false' };
}

interface Running {
  readonly pass: PassInstance;
  readonly op: Operation;
  /** The program before the pass, where reproducers are local. */
  readonly program: string | null;
}

/**
 * Hands a reproducer to `write` when a pass fails or throws and reports it, in MLIR's words. The program is
 * printed beforehand: once, or before every pass for local reproducers.
 *
 * @param write saves the text and says where, such as ``reproducer generated at `file` ``.
 */
export function crashReproducer(
  root: Operation,
  pipeline: OpPipeline,
  context: Context,
  options: ReproducerOptions,
  write: (text: string) => string,
): PassInstrumentation {
  const { local = false, verify = true } = options;
  const programAtStart = local ? null : printOp(root, context);
  const running: Running[] = [];
  let isWritten = false;
  const describeRun = ({ pass, op }: Running): string => {
    const symbol = symbolName(op);
    return `\`${displayName(pass)}\` on '${op.name}' operation${symbol === null ? '' : `: @${symbol}`}`;
  };
  return {
    beforePass(pass, op) {
      running.push({ pass, op, program: local ? printOp(root, context) : null });
    },
    afterPass() {
      running.pop();
    },
    afterPassFailed() {
      const failed = lastOf(running);
      // Passes that run a failing pipeline fail after it; the innermost is the one to look at.
      if (!isWritten) {
        isWritten = true;
        const text = local ? printPipeline(onlyPass(failed)) : printPipeline(pipeline);
        const passes = local ? describeRun(failed) : `[${running.map(describeRun).join(', ')}]`;
        const where = write(reproducerText(failed.program ?? programAtStart!, text, verify));
        const message = 'Failures have been detected while processing an MLIR pass pipeline';
        context.diagnostics.error(failed.op.location, message, [
          note(failed.op.location, `Pipeline failed while executing ${passes}: ${where}`),
        ]);
      }
      running.pop();
    },
  };
}

/** The pipeline that runs one pass on operations of the kind of `op`, from the outermost operation on. */
function onlyPass({ pass, op }: Running): OpPipeline {
  let pipeline: OpPipeline = { anchor: op.name, elements: [pass] };
  for (let at = op.parentOp; at !== null; at = at.parentOp)
    pipeline = { anchor: at.name, elements: [pipeline] };
  return pipeline;
}
