import { batch, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { countText } from '@shardform/study';
import { COMPILED_STEP, type StepResult } from '../compiler/messages.ts';
import { reveal } from '../parts/reveal.ts';
import { activeSteps, compiled, compiledInput, disabledSteps, steps } from '../state/program.ts';
import { areStepsOld, isRunning, results, shownStep, showStep, stepTitle, stop } from '../state/results.ts';

/** The pipeline as one line: the program as read, then each step with what it changed. */
export function Pipeline() {
  const total = results.value.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  let active = 0;
  return (
    <nav
      class={`steps${areStepsOld.value ? ' old' : ''}`}
      aria-label="Steps of the pipeline"
      aria-busy={isRunning.value}
    >
      <ol>
        <Step title="Source" index={0} position={null} />
        {steps.value.map((step, i) => {
          const isOff = disabledSteps.value.has(i);
          if (!isOff) active++;
          return (
            <Step
              key={`${step} ${steps.value.slice(0, i).filter((other) => other === step).length}`}
              title={stepTitle(step)}
              step={step}
              index={isOff ? null : active}
              position={i}
            />
          );
        })}
      </ol>
      <AddStep />
      <CompiledStep index={active + 1} />
      <span class="grow" />
      {isRunning.value ? (
        <>
          <span class="spin" aria-hidden="true" />
          <button type="button" class="btn" onClick={stop}>
            Stop
          </button>
        </>
      ) : (
        <span class="xs qq nw">{total.toFixed(0)} ms in all</span>
      )}
    </nav>
  );
}

/** The program that XLA has compiled, behind the steps: whatever these are, it is the same. */
function CompiledStep({ index }: { readonly index: number }) {
  const form = compiled.value;
  const item = useRef<HTMLDivElement>(null);
  const isAttached = compiledInput.value !== null;
  useEffect(() => {
    if (item.current !== null && shownStep.value === index) reveal(item.current);
  }, [isAttached, shownStep.value, index, results.value.length]);
  if (form === null) return null;
  const isOther = !isAttached;
  const result = isOther ? undefined : results.value[index];
  const isShown = !isOther && shownStep.value === index;
  const { name } = form.input;
  return (
    <div
      ref={item}
      class={`step compiled ${isOther ? 'off' : result?.failed === true ? 'bad' : 'done'}${isShown ? ' on' : ''}`}
    >
      <button
        type="button"
        class="name"
        aria-current={isShown ? 'step' : undefined}
        title={isOther ? `${name} was compiled from the program before it was edited` : name}
        disabled={isOther}
        onClick={() => showStep(index)}
      >
        <span class="n">{stepTitle(COMPILED_STEP)}</span>
        <span class="d">
          {isOther ? 'before the edit' : result === undefined ? '' : compiledText(result)}
        </span>
        {result !== undefined && <span class="ms">{result.milliseconds.toFixed(0)} ms</span>}
      </button>
      <span class="tools">
        <button
          type="button"
          aria-label="Remove the compiled program"
          title="Remove"
          onClick={() => (compiled.value = null)}
        >
          ×
        </button>
      </span>
    </div>
  );
}

/** The collectives of the compiled program beside nothing: it is not the next form of the last step. */
function compiledText({ failed, changes }: StepResult): string {
  return failed ? 'failed' : countText(changes?.operations ?? 0, 'op');
}

/** One step: shown by a click, edited by a double click, moved by dragging or by alt and arrows, switched off, removed. */
function Step({
  title,
  step,
  index,
  position,
}: {
  readonly title: string;
  readonly step?: string;
  /** Its number among the steps that run; `null` if it is switched off. */
  readonly index: number | null;
  /** Its position in the pipeline; `null` for the program as read. */
  readonly position: number | null;
}) {
  const isEditing = useSignal(false);
  const result = index === null ? undefined : results.value[index];
  const isRunningNow = isRunning.value && index !== null && index === results.value.length;
  const state =
    index === null
      ? 'off'
      : result === undefined
        ? 'waiting'
        : result.failed
          ? 'bad'
          : result.changes?.any === false
            ? 'same'
            : 'done';
  const isShown = index !== null && shownStep.value === index;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isShown && item.current !== null) reveal(item.current);
  }, [isShown, result]);
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (position === null || by === 0 || !event.altKey) return;
    event.preventDefault();
    moveStep(position, position + by);
  };
  if (isEditing.value && position !== null)
    return <EditStep step={step!} position={position} onDone={() => (isEditing.value = false)} />;
  return (
    <li
      ref={item}
      class={`step ${state}${isShown ? ' on' : ''}`}
      draggable={position !== null}
      onDragStart={(event) => event.dataTransfer?.setData('text/x-step', String(position))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const from = event.dataTransfer?.getData('text/x-step') ?? '';
        if (from === '' || position === null) return;
        event.preventDefault();
        event.stopPropagation();
        moveStep(Number(from), position);
      }}
    >
      {position !== null && (
        <span class="arrow" aria-hidden="true">
          ›
        </span>
      )}
      <button
        type="button"
        class="name"
        aria-current={index !== null && shownStep.value === index ? 'step' : undefined}
        title={step}
        disabled={index === null}
        onClick={() => index !== null && showStep(index)}
        onDblClick={() => position !== null && (isEditing.value = true)}
        onKeyDown={move}
      >
        <span class="n">{title}</span>
        {isRunningNow && <span class="spin" aria-hidden="true" />}
        {result !== undefined && <span class="d">{changeText(result)}</span>}
        {result !== undefined && <span class="ms">{result.milliseconds.toFixed(0)} ms</span>}
      </button>
      {position !== null && (
        <StepMenu title={title} position={position} onEdit={() => (isEditing.value = true)} />
      )}
    </li>
  );
}

function StepMenu({
  title,
  position,
  onEdit,
}: {
  readonly title: string;
  readonly position: number;
  readonly onEdit: () => void;
}) {
  const isOff = disabledSteps.value.has(position);
  return (
    <span class="tools">
      <button type="button" aria-label={`Options of ${title}`} title="Edit" onClick={onEdit}>
        ✎
      </button>
      <button
        type="button"
        aria-label={isOff ? `Switch ${title} on` : `Switch ${title} off`}
        aria-pressed={isOff}
        title={isOff ? 'Switch on' : 'Switch off'}
        onClick={() => {
          const off = new Set(disabledSteps.value);
          if (isOff) off.delete(position);
          else off.add(position);
          disabledSteps.value = off;
        }}
      >
        {isOff ? '○' : '●'}
      </button>
      <button
        type="button"
        aria-label={`Remove ${title}`}
        title="Remove"
        onClick={() => removeStep(position)}
      >
        ×
      </button>
    </span>
  );
}

function EditStep({
  step,
  position,
  onDone,
}: {
  readonly step: string;
  readonly position: number;
  readonly onDone: () => void;
}) {
  return (
    <li class="step">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = new FormData(event.currentTarget).get('step');
          if (typeof text === 'string' && text.trim() !== '')
            steps.value = steps.value.with(position, text.trim());
          onDone();
        }}
      >
        <input
          name="step"
          aria-label="Pass or pipeline with its options"
          list="passes"
          size={Math.max(24, step.length)}
          defaultValue={step}
          ref={(input) => input?.focus()}
          onKeyDown={(event) => event.key === 'Escape' && onDone()}
          onBlur={(event) => event.currentTarget.form?.requestSubmit()}
        />
      </form>
    </li>
  );
}

function AddStep() {
  const isOpen = useSignal(false);
  const typed = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    const step = typed.value.trim();
    typed.value = '';
    isOpen.value = false;
    if (step === '') return;
    steps.value = [...steps.value, step];
    showStep(activeSteps.value.length);
  };
  return (
    <>
      {isOpen.value ? (
        <form onSubmit={add}>
          <input
            ref={field}
            aria-label="Pass or pipeline to add"
            placeholder="pass or pipeline"
            list="passes"
            value={typed.value}
            onInput={(event) => (typed.value = event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && (isOpen.value = false)}
          />
        </form>
      ) : (
        <button
          type="button"
          class="btn plain sq"
          aria-label="Add a step"
          title="Add a step"
          onClick={() => {
            isOpen.value = true;
            requestAnimationFrame(() => field.current?.focus());
          }}
        >
          +
        </button>
      )}
      <datalist id="passes">
        {SUGGESTED.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** Suggested pipelines; any other pass may be typed. */
const SUGGESTED = [
  'shardform-propagate',
  'shardform-insert-reshards',
  'shardform-reshards-to-collectives',
  'shardform-to-local',
  'sdy-propagation-pipeline',
  'sdy-insert-explicit-reshards{enable-full-version=true}',
  'sdy-reshard-to-collectives',
  'sdy-convert-global-to-local',
  'canonicalize',
  'cse',
  'inline',
  'stablehlo-aggressive-simplification',
  'stablehlo-pipeline',
  'convert-stablehlo-to-ttir',
  'ttir-to-ttnn-backend-pipeline',
];

function moveStep(from: number, to: number): void {
  if (to < 0 || to >= steps.value.length || from === to) return;
  const order = [...steps.value.keys()];
  order.splice(to, 0, ...order.splice(from, 1));
  reorder(order);
}

function removeStep(position: number): void {
  reorder([...steps.value.keys()].filter((i) => i !== position));
}

/** Puts steps into another order, by their positions; what is switched off and what is shown go with them. */
function reorder(order: readonly number[]): void {
  const active = [...steps.value.keys()].filter((i) => !disabledSteps.value.has(i));
  const shown = active[shownStep.value - 1];
  const off = new Set(order.flatMap((old, i) => (disabledSteps.value.has(old) ? [i] : [])));
  const list = order.map((i) => steps.value[i]!);
  batch(() => {
    disabledSteps.value = off;
    steps.value = list;
  });
  const now = order.filter((i) => active.includes(i));
  showStep(shown === undefined ? 0 : now.includes(shown) ? now.indexOf(shown) + 1 : now.length);
}

/** What a step changed, in a few words: `+4 all_reduce`, `29 shardings`. */
function changeText({ step, failed, changes }: StepResult): string {
  if (failed) return 'failed';
  if (changes === null) return '';
  if (step === '') return countText(changes.operations, 'op');
  if (!changes.any) return 'no change';
  const parts = changes.collectives.map(({ kind, count }) => `+${count} ${kind}`);
  if (changes.shardings > 0) parts.push(countText(changes.shardings, 'sharding'));
  if (parts.length === 0 && changes.types > 0) parts.push(countText(changes.types, 'type'));
  if (parts.length < 2 && changes.added > 0 && changes.collectives.length === 0)
    parts.push(`+${countText(changes.added, 'op')}`);
  if (parts.length < 2 && changes.removed > 0) parts.push(`−${countText(changes.removed, 'op')}`);
  return parts.slice(0, 2).join(' · ');
}
