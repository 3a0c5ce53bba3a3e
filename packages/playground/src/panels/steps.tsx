import { useSignal } from '@preact/signals';
import { isRunning, results, shownStep, steps, stopSteps } from '../state.ts';

/** The pipeline as a strip: the program as read, then each step with its time; a step can be shown, removed, added. */
export function Steps() {
  const typed = useSignal('');
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    const step = typed.value.trim();
    if (step === '') return;
    steps.value = [...steps.value, step];
    shownStep.value = steps.value.length;
    typed.value = '';
  };
  return (
    <nav class="steps" aria-label="Steps of the pipeline" aria-busy={isRunning.value}>
      <ol>
        <StepButton name="program" index={0} />
        {steps.value.map((step, i) => (
          <StepButton key={`${i} ${step}`} name={step} index={i + 1} />
        ))}
      </ol>
      <form onSubmit={add}>
        <input
          aria-label="Pass or pipeline to add"
          placeholder="add a pass or pipeline"
          list="passes"
          value={typed.value}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
        <button type="submit">Add</button>
      </form>
      {isRunning.value && (
        <button type="button" class="stop" onClick={stopSteps}>
          Stop
        </button>
      )}
      <datalist id="passes">
        {KNOWN.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </nav>
  );
}

/** Suggested pipelines; any other pass may be typed. */
const KNOWN = [
  'sdy-propagation-pipeline',
  'sdy-insert-explicit-reshards{enable-full-version=true}',
  'sdy-reshard-to-collectives',
  'sdy-convert-global-to-local',
  'canonicalize',
  'cse',
  'stablehlo-aggressive-simplification',
  'stablehlo-pipeline',
  'convert-stablehlo-to-ttir',
  'ttir-to-ttnn-backend-pipeline',
];

function StepButton({ name, index }: { readonly name: string; readonly index: number }) {
  const result = results.value[index];
  const state = result === undefined ? 'waiting' : result.text === null ? 'failed' : 'done';
  const time = result === undefined ? '' : `${result.milliseconds.toFixed(0)} ms`;
  const remove = (): void => {
    steps.value = steps.value.filter((_, i) => i !== index - 1);
    shownStep.value = Math.min(shownStep.value, steps.value.length);
  };
  return (
    <li class={`step ${state}`}>
      <button
        type="button"
        aria-current={shownStep.value === index ? 'step' : undefined}
        title={name}
        onClick={() => (shownStep.value = index)}
      >
        <span class="step-name">{name}</span>
        <span class="step-state">{state === 'failed' ? 'failed' : time}</span>
      </button>
      {index > 0 && (
        <button type="button" class="remove" aria-label={`Remove ${name}`} onClick={remove}>
          ×
        </button>
      )}
    </li>
  );
}
