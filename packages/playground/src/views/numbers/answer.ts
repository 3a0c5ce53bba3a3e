import {
  estimateWork,
  executeStages,
  type ExecutedStages,
  inputsText,
  type NumbersInputs,
  overallVerdict,
  type TargetRunner,
  verdictText,
  wholeInputs,
} from '@shardform/study';
import { InputError, numberText } from '@shardform/inspect';
import { ExecutionError } from '@shardform/runtime-sim';
import { allSteps, type NumbersFile } from '../../compiler/messages.ts';
import type { Session } from '../../compiler/session.ts';
import { defineAnswer } from '../define-view.ts';

/** What is executed. */
export type NumbersQuestion = Readonly<{
  /** True if it was asked for, however much it is. */
  run: boolean;
  seed: number;
  file: NumbersFile | null;
}>;

/** The numbers of a program, or why there are none yet. */
export type NumbersAnswer =
  | { readonly state: 'invalid' }
  /** The arrays are not those that the program takes. */
  | { readonly state: 'refused'; readonly problem: string }
  | {
      readonly state: 'waiting';
      /** Operations on elements that one execution takes at least. */
      readonly work: number;
      readonly hasLoops: boolean;
    }
  | ({ readonly state: 'done' } & ShownNumbers);

/** The numbers of a program as they are shown. */
export interface ShownNumbers {
  readonly executed: ExecutedStages;
  readonly overall: ReturnType<typeof overallVerdict>;
  /** By stage and result, the verdict in words. */
  readonly verdicts: readonly (readonly string[])[];
  /** By result, its first elements. */
  readonly begins: readonly string[];
  readonly inputs: string;
  readonly seconds: number;
  /** The step that failed, so that nothing after it was executed; `null` if none did. */
  readonly failedStep: string | null;
}

/** More work than this, in operations on elements, begins only when asked for. */
const MOST_UNASKED = 10e6;

/** Executes all stages of the program on the same inputs. */
export default defineAnswer(async (session, question: NumbersQuestion): Promise<NumbersAnswer> => {
  const { study, input } = session;
  if (!study.model.isValid) return { state: 'invalid' };
  if (!question.run) {
    const problem = problemOfArrays(session, question.file);
    if (problem !== null) return { state: 'refused', problem };
    const estimate = estimateOf(session);
    if (estimate.hasLoops || estimate.work > MOST_UNASKED) return { state: 'waiting', ...estimate };
  }
  for (const i of allSteps(input).keys()) session.outcome(i + 1);
  const { seed, file } = question;
  const inputs: NumbersInputs = file === null ? { seed } : { file };
  const start = performance.now();
  const executed = executeStages(study, { inputs, targets: await targetsOf(session) });
  const seconds = (performance.now() - start) / 1000;
  return {
    state: 'done',
    executed,
    overall: overallVerdict(executed),
    verdicts: executed.stages.map(({ results }) => results.map(verdictText)),
    begins: executed.results.map(({ begin, count }) => {
      const shown = begin.map((element) =>
        typeof element === 'number' ? String(Number(element.toPrecision(5))) : numberText(element),
      );
      return shown.join(', ') + (count > begin.length ? ', …' : '');
    }),
    inputs: inputsText(inputs),
    seconds,
    failedStep: study.outcomes.find(({ stage }) => stage === null)?.step ?? null,
  };
});

/** Why the program can't be executed on the arrays of a file, which is told before it is executed. */
function problemOfArrays({ study }: Session, file: NumbersFile | null): string | null {
  if (file === null) return null;
  try {
    wholeInputs(study, { file });
    return null;
  } catch (error) {
    if (error instanceof InputError || error instanceof ExecutionError) return error.message;
    throw error;
  }
}

function estimateOf({ study }: Session): { work: number; hasLoops: boolean } {
  try {
    const { work, hasLoops } = estimateWork(study);
    return { work, hasLoops };
  } catch (error) {
    // What can't be executed takes no time; executing it says why.
    if (error instanceof ExecutionError) return { work: 0, hasLoops: false };
    throw error;
  }
}

/** What executes programs of targets is loaded when there is one. */
async function targetsOf({ study }: Session): Promise<readonly TargetRunner[]> {
  const isNeeded = study.stages.some(({ module }) => {
    let found = false;
    module.walk((op) => {
      found ||= /^tt(ir|nn)\./.test(op.name);
    });
    return found;
  });
  return isNeeded ? [(await import('./tenstorrent-runner.ts')).tenstorrentRunner] : [];
}
