import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import {
  type ExplainedAxis,
  type ExplainedMove,
  type ExplainedValue,
  groupsText,
  type RejectedAxis,
  secondsText,
  type ValueCard,
} from '@shardform/study';
import { AxisName, Chip } from '../../parts/chip.tsx';
import { Pending } from '../../parts/pending.tsx';
import { ValueHead, ValueName, ValueTerms } from '../../parts/value-terms.tsx';
import { studied } from '../../state/results.ts';
import { selected, selectedCard } from '../../state/selection.ts';
import { Replay } from './replay.tsx';
import './why.css';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { WhyCollective } from './answer.ts';

export default defineView({ name: 'why', title: 'Why', order: 2, Component: WhyView });

/** Why the selected value has its sharding: the annotation that decides, the way from there, and what was not taken. */
function WhyView() {
  const id = selected.value;
  const answer = useAnswer<typeof answerOf>('why', id === null ? null : { id }, [id, studied.value]);
  const card = selectedCard.value;
  const hasReplay = useSignal(false);
  const modes = (
    <span class="seg why-modes" role="group" aria-label="What is explained">
      <button type="button" aria-pressed={!hasReplay.value} onClick={() => (hasReplay.value = false)}>
        this value
      </button>
      <button type="button" aria-pressed={hasReplay.value} onClick={() => (hasReplay.value = true)}>
        replay
      </button>
    </span>
  );
  if (hasReplay.value)
    return (
      <div class="split-view">
        <div>
          {modes}
          <Replay />
        </div>
        {card !== null && <CardOf card={card} />}
      </div>
    );
  if (id === null) return <p class="hint">Click the name of a value, such as %0, in the program.</p>;
  if (card !== null && card.device !== null)
    return (
      <div class="split-view">
        <p class="hint">
          The program places <code>{card.name}</code> on device {card.device}, as its type says: nothing is
          split along axes of a mesh, and no sharding is propagated.
        </p>
        <CardOf card={card} />
      </div>
    );
  if (answer.value === undefined) return <Pending doing="Propagating" answer={answer} />;
  const { explanations, collective, refusal } = answer.value;
  return (
    <div class="split-view">
      <div>
        {modes}
        {collective !== null && <Collective collective={collective} />}
        {refusal !== null && <p class="hint">Shardings are not explained: the program {refusal}.</p>}
        {refusal === null && explanations.length === 0 && (
          <p class="hint">
            There is nothing to explain: shardings can’t be propagated in this program, or no result depends
            on the value.
          </p>
        )}
        {distinct(explanations).map((explanation, i) => (
          <Explanation key={i} explanation={explanation} />
        ))}
      </div>
      {card !== null && <CardOf card={card} />}
    </div>
  );
}

function CardOf({ card }: { readonly card: ValueCard }) {
  return (
    <aside class="sec">
      <ValueHead card={card} />
      <ValueTerms card={card} />
    </aside>
  );
}

/** Copies of a value that are alike are explained once. */
function distinct(explanations: readonly ExplainedValue[]): ExplainedValue[] {
  return [...new Map(explanations.map((explanation) => [JSON.stringify(explanation), explanation])).values()];
}

function Collective({ collective }: { readonly collective: WhyCollective }) {
  const { kind, axis, bytes, executions, seconds, reason } = collective;
  return (
    <section class="sec">
      <h3>Why the {kind} is there</h3>
      <p>{reason ?? 'The program itself has it.'}</p>
      <p class="q sm">
        <AxisName axis={axis} /> each device sends {bytesText(bytes)} {groupsText(collective)}
        {executions !== 1 && `, ${executions} times`}
        {seconds !== null && `; ${secondsText(seconds)} in all`}
      </p>
    </section>
  );
}

function Explanation({ explanation }: { readonly explanation: ExplainedValue }) {
  const { name, id, chip, axes, rejections } = explanation;
  return (
    <section class="sec why">
      <h3>
        Why <ValueName value={{ id, name }} /> is{' '}
        {chip === null ? 'whole on every device' : <Chip chip={chip} />}
      </h3>
      {axes.length === 0 && <p>No axis reaches it: every device holds all of it.</p>}
      {axes.map((axis) => (
        <Axis key={`${axis.axis} ${axis.dimension}`} axis={axis} />
      ))}
      {rejections.length > 0 && (
        <>
          <h4>Not taken</h4>
          <ul class="steps-why">
            {rejections.map((rejection, i) => (
              <Rejection key={i} rejection={rejection} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The deciding annotation first, then the way from there. */
function Axis({ axis: { axis, dimension, origin, moves } }: { readonly axis: ExplainedAxis }) {
  const way = [...moves].reverse();
  return (
    <div class="axis-why">
      <p>
        <AxisName axis={axis} /> on dimension {dimension}: {origin.because}
        {origin.chip !== null && (
          <>
            {' '}
            <Chip chip={origin.chip} />
          </>
        )}
        {origin.line !== null && <span class="q"> line {origin.line}</span>}
      </p>
      {way.length > 0 && (
        <ol class="steps-why">
          {way.map((move, i) => (
            <Move key={i} number={i + 1} move={move} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Move({ number, move }: { readonly number: number; readonly move: ExplainedMove }) {
  const { from, operation, line, factor, direction } = move;
  return (
    <li>
      <span>{number}</span>
      <span>
        {direction} from <ValueName value={from} /> through <code>{operation}</code>
        {line !== null && <span class="q"> line {line}</span>}
        {factor !== null && (
          <>
            {' '}
            along factor <code>{factor}</code>
          </>
        )}
      </span>
    </li>
  );
}

const REASONS: Readonly<Record<RejectedAxis['reason'], string>> = {
  'used-elsewhere': 'another dimension is split along it',
  closed: 'the program closes this dimension',
  'kept-whole': 'the value is kept whole along it',
  'other-axis': 'the dimension is split along another axis there',
  conflict: 'other tensors of the operation are split along different axes there',
  'not-passed-on': 'the operation does not pass it on this way',
};

function Rejection({ rejection }: { readonly rejection: RejectedAxis }) {
  const { axis, dimension, holder, operation, line, reason, instead } = rejection;
  return (
    <li>
      <span>–</span>
      <span>
        <AxisName axis={axis} /> on dimension {dimension}, which <ValueName value={holder} /> has, through{' '}
        <code>{operation}</code>
        {line !== null && <span class="q"> line {line}</span>}: {REASONS[reason]}
        {instead !== null && (
          <>
            , <AxisName axis={instead} />
          </>
        )}
      </span>
    </li>
  );
}
