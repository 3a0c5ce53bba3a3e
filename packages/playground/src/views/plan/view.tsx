import './plan.css';
import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import { percentText, secondsText } from '@shardform/study';
import { Change } from '../../parts/change.tsx';
import { Pending } from '../../parts/pending.tsx';
import { results, studied } from '../../state/results.ts';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import { ComparedLayouts } from './compared-layouts.tsx';
import { Decisions } from './decisions.tsx';
import type { FoundPlan } from './found-plan.ts';
import { PinList } from './pin-list.tsx';
import { PlanControls } from './plan-controls.tsx';
import { PlanPlot } from './plan-plot.tsx';
import { PlannedArguments } from './planned-arguments.tsx';
import type { Pin } from './plan-session.ts';
import { PythonSnippet } from './python-snippet.tsx';

export default defineView({ name: 'plan', title: 'Plan', order: 6.8, Component: PlanView });

/** The fastest shardings of the program on the machine, what they are compared with, and pins around which they are solved. */
function PlanView() {
  const pins = useSignal<readonly Pin[]>([]);
  const memory = useSignal<number | null>(null);
  const keeps = useSignal(false);
  const question = { memory: memory.value, pins: pins.value, keeps: keeps.value };
  const isRead = results.value.length > 0;
  const key = [studied.value, memory.value, pins.value, keeps.value];
  const answer = useAnswer<typeof answerOf>('plan', isRead ? { part: 'plan', ...question } : null, key, true);
  const solved = answer.value?.part === 'plan' && !answer.isOld;
  const comparison = useAnswer<typeof answerOf>(
    'plan',
    solved ? { part: 'comparison', ...question } : null,
    [...key, solved],
    true,
  );
  const isCompared = comparison.value !== undefined && !comparison.isOld;
  const python = useAnswer<typeof answerOf>(
    'plan',
    solved && isCompared ? { part: 'python', ...question } : null,
    [...key, solved, isCompared],
    true,
  );
  if (answer.value === undefined) return <Pending doing="Planning shardings" answer={answer} />;
  if (answer.value.part === 'none')
    return (
      <div class="hint">
        There is no plan: {answer.value.problem}.
        <PinList pins={pins.value} onChange={(next) => (pins.value = next)} />
      </div>
    );
  if (answer.value.part !== 'plan') return null;
  const { plan } = answer.value;
  const compared = comparison.value?.part === 'comparison' ? comparison.value.comparison : null;
  const pin = (own: Pin): void => {
    pins.value = [...pins.value.filter(({ reference }) => reference !== own.reference), own];
  };
  return (
    <div class={`split-view plan${answer.isOld ? ' old' : ''}`}>
      <section aria-label="The plan" tabIndex={0}>
        <Headline plan={plan} />
        <PlanPlot plan={plan} comparison={compared} />
        {python.value?.part === 'python' ? (
          python.value.found !== null && <PythonSnippet {...python.value.found} />
        ) : (
          <Waiting doing="Writing Python" failure={python.failure} />
        )}
      </section>
      <aside>
        <PlanControls
          question={question}
          onMemory={(next) => (memory.value = next)}
          stop={answer.isOld ? answer.stop : null}
          onKeeps={(next) => (keeps.value = next)}
        />
        <PinList pins={pins.value} onChange={(next) => (pins.value = next)} />
        <PlannedArguments args={plan.args} onPin={pin} />
        {compared === null ? (
          <Waiting
            doing="Comparing known layouts, and what other decisions would cost"
            failure={comparison.failure}
          />
        ) : (
          <>
            <ComparedLayouts plan={plan} layouts={compared.layouts} />
            <Decisions decisions={compared.decisions} onPin={pin} />
          </>
        )}
      </aside>
    </div>
  );
}

function Headline({ plan: { cost, written, fits, gap, layout, axes, tried } }: { readonly plan: FoundPlan }) {
  const mesh = axes.map(([name, size]) => `${name}=${size}`).join(', ');
  const origin = layout ?? (gap === null ? 'nothing that splits more is faster' : `gap ${percentText(gap)}`);
  return (
    <div class="plan-headline" role="status">
      <p class="t">
        {secondsText(cost.seconds)} a step
        {written !== null && written.seconds !== cost.seconds && (
          <> instead of {secondsText(written.seconds)}</>
        )}{' '}
        {written !== null && <Change before={written.seconds} after={cost.seconds} />}
      </p>
      <p class="q sm">
        {!fits && <b class="bad">No plan fits: this one takes the least memory. </b>}
        peak {bytesText(cost.peakBytes)} · each device sends {bytesText(cost.bytes)} · mesh {mesh} ·{' '}
        {tried.length} simulated · {origin}
      </p>
    </div>
  );
}

function Waiting({ doing, failure }: { readonly doing: string; readonly failure: string | null }) {
  return (
    <p class="hint">
      {failure ?? (
        <>
          <span class="spin" aria-hidden="true" /> {doing}
        </>
      )}
    </p>
  );
}
