import { TextView } from '../editor/text-view.tsx';
import { isRunning, selected, shownResult, showsChanges, stepsFailure, textBefore } from '../state.ts';

/** The program after the shown step, whole or as what the step changed. */
export function StepProgram() {
  const result = shownResult.value;
  if (result === null && !isRunning.value && stepsFailure.value !== '')
    return (
      <p class="hint" role="alert">
        The steps have not run to their end: {stepsFailure.value}.
      </p>
    );
  if (result === null) return <p class="hint">Reading the program…</p>;
  const failures = result.text === null || result.step !== '' ? result.problems : [];
  return (
    <div class="program">
      {failures.length > 0 && (
        <ul class="problems" role="alert">
          {failures.map(({ severity, message, line, column }, i) => (
            <li key={i} class={severity}>
              <b>{severity}</b> {line}:{column} {message}
            </li>
          ))}
        </ul>
      )}
      <label class="toggle">
        <input
          type="checkbox"
          checked={showsChanges.value}
          disabled={textBefore.value === null}
          onChange={(event) => (showsChanges.value = event.currentTarget.checked)}
        />
        show what this step changed
      </label>
      {result.text !== null && (
        <TextView
          label="Program after the step"
          text={result.text}
          problems={[]}
          before={showsChanges.value ? textBefore.value : null}
          onSelect={(offset) => (selected.value = offset)}
        />
      )}
    </div>
  );
}
