import { CodeView } from '../code/code-view.tsx';
import { resultMode, showsChips } from '../state/layout.ts';
import { marked } from '../state/marked.ts';
import { download } from '../share/files.ts';
import {
  failure,
  isTextOld,
  results,
  runAgain,
  shownStage,
  shownStep,
  stageText,
  stepTitle,
} from '../state/results.ts';
import { reveals, select } from '../state/selection.ts';
import { ChangesView } from '../code/changes-view.tsx';
import { ShardingsView } from '../code/shardings-view.tsx';
import { COMPILED_STEP } from '../compiler/messages.ts';
import { compiledInput, name } from '../state/program.ts';

const MODES = [
  ['all', 'all'],
  ['changed', 'what changed'],
  ['shardings', 'shardings only'],
] as const;

/** The program after the shown step. */
export function ResultPane() {
  const isUnread = results.value[0]?.failed === true;
  const result = results.value[isUnread ? 0 : shownStep.value];
  const shown = results.value[shownStage.value];
  const isCompiled = shown?.step.startsWith(COMPILED_STEP) === true;
  const title =
    shown === undefined || shown.step === ''
      ? 'Source'
      : isCompiled
        ? stepTitle(shown.step)
        : `After ${stepTitle(shown.step)}`;
  const text = stageText.value;
  const save = (): void => {
    if (text === null) return;
    const step = /^[\w-]*/.exec(shown?.step ?? '')![0];
    download(
      `${name.value.replace(/\.[^.]*$/, '')}${step === '' ? '' : `.${step}`}.mlir`,
      text.text,
      'text/plain',
    );
  };
  return (
    <section class={`pane result${isTextOld.value ? ' old' : ''}`} aria-label="Result">
      <div class="head">
        <h2>{title}</h2>
        <span class="q">
          {isCompiled
            ? (compiledInput.value?.name ?? '')
            : shown?.isLocal === true
              ? 'sizes of one device'
              : 'names of the source are kept'}
        </span>
        <span class="grow" />
        <span class="seg" role="group" aria-label="Show of the result">
          {MODES.map(([mode, label]) => (
            <button
              key={mode}
              type="button"
              aria-pressed={resultMode.value === mode}
              onClick={() => (resultMode.value = mode)}
            >
              {label}
            </button>
          ))}
        </span>
        <button type="button" class="btn plain" onClick={save} disabled={text === null}>
          Save
        </button>
      </div>
      {failure.value !== '' && (
        <p class="failure" role="alert">
          {failure.value}{' '}
          <button type="button" class="btn" onClick={runAgain}>
            Run again
          </button>
        </p>
      )}
      {result?.failed === true && (
        <p class="failure" role="alert">
          {result.step === ''
            ? 'The program has errors.'
            : `${stepTitle(result.step)} failed: ${result.problems[0]?.message ?? ''}`}
        </p>
      )}
      {isUnread ? null : resultMode.value === 'changed' ? (
        <ChangesView />
      ) : resultMode.value === 'shardings' ? (
        <ShardingsView />
      ) : (
        <CodeView
          label="Program after the step"
          text={text?.text ?? ''}
          stage={text}
          stageIndex={shownStage.value}
          problems={[]}
          marked={marked.value}
          reveals={reveals.value}
          showsChips={showsChips.value}
          onSelect={(id) => select(id)}
        />
      )}
    </section>
  );
}
