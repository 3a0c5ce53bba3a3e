import { useSignal } from '@preact/signals';
import {
  countText,
  type PropagationReplay,
  type ReplayedConflict,
  type ReplayedMove,
} from '@shardform/study';
import { useEffect } from 'preact/hooks';
import { AxisName, Chip } from '../../parts/chip.tsx';
import { Pending } from '../../parts/pending.tsx';
import { ValueName } from '../../parts/value-terms.tsx';
import { replayedFrom } from '../../state/marked.ts';
import { results, studied } from '../../state/results.ts';
import { select } from '../../state/selection.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from '../why-replay/answer.ts';

/** Milliseconds of a move while propagation is played. */
const PACE = 900;
/** Earlier moves that are listed. */
const MOST_LISTED = 12;

/** Propagation from the annotations of the program on, move by move. */
export function Replay() {
  const answer = useAnswer<typeof answerOf>('why-replay', {}, [studied.value, results.value.length]);
  if (answer.value === undefined) return <Pending doing="Propagating" answer={answer} />;
  if (answer.value === null)
    return <p class="hint">There is nothing to replay: shardings can’t be propagated in this program.</p>;
  if (answer.value.moves.length === 0)
    return <p class="hint">No axis moves: the program has no sharding that goes to another value.</p>;
  return <Player key={studied.value} replay={answer.value} />;
}

function Player({ replay }: { readonly replay: PropagationReplay }) {
  const { moves, conflicts } = replay;
  const at = useSignal(0);
  const isPlaying = useSignal(false);
  const go = (to: number): void => {
    at.value = Math.max(0, Math.min(moves.length, to));
    const move = moves[at.value - 1];
    replayedFrom.value = move?.from.id ?? null;
    if (move !== undefined) select(move.to.id);
  };
  useEffect(() => {
    if (!isPlaying.value) return undefined;
    const timer = setInterval(() => {
      go(at.peek() + 1);
      if (at.peek() === moves.length) isPlaying.value = false;
    }, PACE);
    return () => clearInterval(timer);
  }, [isPlaying.value]);
  useEffect(() => () => void (replayedFrom.value = null), []);
  const move = moves[at.value - 1];
  const step = (to: number): void => {
    isPlaying.value = false;
    go(to);
  };
  const play = (): void => {
    if (at.peek() === moves.length) go(0);
    isPlaying.value = !isPlaying.value;
  };
  return (
    <section class="replay" aria-label="Replay of propagation">
      <div class="replay-tools">
        <button type="button" class="btn sq" aria-label="To the annotations" onClick={() => step(0)}>
          |◀
        </button>
        <button type="button" class="btn sq" aria-label="Previous move" onClick={() => step(at.value - 1)}>
          ◀
        </button>
        <button type="button" class="btn" aria-pressed={isPlaying.value} onClick={play}>
          {isPlaying.value ? 'Pause' : 'Play'}
        </button>
        <button type="button" class="btn sq" aria-label="Next move" onClick={() => step(at.value + 1)}>
          ▶
        </button>
        <input
          type="range"
          aria-label="Move"
          aria-valuetext={move === undefined ? 'the annotations' : moveWords(move)}
          min={0}
          max={moves.length}
          value={at.value}
          onInput={({ currentTarget }) => step(Number(currentTarget.value))}
        />
        <span class="q sm replay-count" role="status">
          {at.value} of {countText(moves.length, 'move')}
          {move !== undefined && `, round ${move.round}`}
        </span>
      </div>
      {move === undefined ? <Annotations replay={replay} /> : <Moves {...{ replay }} at={at.value} />}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} at={at.value} />}
    </section>
  );
}

/** What the program itself gives. */
function Annotations({ replay }: { readonly replay: PropagationReplay }) {
  const given = [...replay.values.values()].filter(({ since }) => Object.values(since).includes(0));
  return (
    <>
      <p>The program gives {countText(given.length, 'value')} a sharding:</p>
      <ul class="replay-values">
        {given.slice(0, MOST_LISTED).map((value) => (
          <li key={value.id}>
            <ValueName value={value} /> <ChipAt replay={replay} id={value.id} at={0} />
          </li>
        ))}
        {given.length > MOST_LISTED && <li class="q">and {given.length - MOST_LISTED} more</li>}
      </ul>
    </>
  );
}

/** The moves so far, the last one first. */
function Moves({ replay, at }: { readonly replay: PropagationReplay; readonly at: number }) {
  const first = Math.max(0, at - MOST_LISTED);
  const shown = replay.moves.slice(first, at).reverse();
  return (
    <ol class="steps-why replay-moves">
      {shown.map((move, i) => (
        <li key={at - i} class={i === 0 ? 'now' : 'q'}>
          <span>{at - i}</span>
          <span>
            <AxisName axis={move.axis} /> {move.direction} from <ValueName value={move.from} /> through{' '}
            <code>{move.operation}</code>
            {move.line !== null && <span class="q"> line {move.line}</span>}
            {move.factor !== null && (
              <>
                {' '}
                along factor <code>{move.factor}</code>
              </>
            )}{' '}
            to <ValueName value={move.to} /> <ChipAt replay={replay} id={move.to.id} at={at - i} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The sharding that a value has after a number of moves. */
function ChipAt({
  replay,
  id,
  at,
}: {
  readonly replay: PropagationReplay;
  readonly id: string;
  readonly at: number;
}) {
  const value = replay.values.get(id);
  if (value === undefined) return null;
  const dims = value.chip.dims.map((dim) => ({
    ...dim,
    axes: dim.axes.filter((axis) => (value.since[axis] ?? 0) <= at),
  }));
  return <Chip chip={{ ...value.chip, dims }} />;
}

/** Where two axes met, as far as they have. */
function Conflicts({
  conflicts,
  at,
}: {
  readonly conflicts: readonly ReplayedConflict[];
  readonly at: number;
}) {
  const met = conflicts.filter(({ since }) => since <= at);
  return (
    <section aria-label="Conflicts">
      <h4>Conflicts {met.length > 0 && <span class="q">{met.length}</span>}</h4>
      {met.length === 0 && <p class="q sm">None so far, {conflicts.length} to come.</p>}
      <ul class="steps-why">
        {met
          .slice(-MOST_LISTED)
          .reverse()
          .map((own) => (
            <li
              key={[own.value.id, own.axis, own.dimension, own.operation, own.line].join()}
              class={own.since === at ? 'now' : 'q'}
            >
              <span>!</span>
              <span>
                <AxisName axis={own.axis} /> of <ValueName value={own.holder} />{' '}
                {own.instead === null ? (
                  'does not come'
                ) : (
                  <>
                    gives way to <AxisName axis={own.instead} />
                  </>
                )}{' '}
                through <code>{own.operation}</code>
                {own.line !== null && <span class="q"> line {own.line}</span>}
                {own.instead === null ? ' to ' : ' on '}
                dimension {own.dimension} of <ValueName value={own.value} />
                {own.instead === null && ': another dimension is split along it'}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

function moveWords({ axis, from, to, operation }: ReplayedMove): string {
  return `${axis} from ${from.name} through ${operation} to ${to.name}`;
}
