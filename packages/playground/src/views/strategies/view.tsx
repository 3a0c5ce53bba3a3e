import './strategies.css';
import { useSignal } from '@preact/signals';
import { countText } from '@shardform/study';
import { useEffect, useState } from 'preact/hooks';
import { Pending } from '../../parts/pending.tsx';
import { steps } from '../../state/program.ts';
import { results, showStep, studied } from '../../state/results.ts';
import { Moves } from '../what-if/moves.tsx';
import { isTriedUnasked, useTrials } from '../what-if/trials.ts';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import { putIntoSource } from '../what-if/put-into-source.ts';
import type answerOf from './answer.ts';
import type { ExploredStrategies } from './answer.ts';
import { ExploredWays, type Way } from './explored-ways.tsx';

export default defineView({ name: 'strategies', title: 'Strategies', order: 6.7, Component: StrategiesView });

/** Other ways to run the program with what they cost: shardings of its arguments, or strategies for several devices. */
function StrategiesView() {
  // Each round tries some more.
  const [round, setRound] = useState(0);
  const answer = useAnswer<typeof answerOf>(
    'strategies',
    results.value.length > 0 ? {} : null,
    [studied.value, round],
    true,
  );
  const { value, isOld } = answer;
  const isDone = value?.kind !== 'strategies' || value.tried === value.possible;
  useEffect(() => {
    if (!isDone && !isOld) setRound((before) => before + 1);
  }, [value, isOld, isDone]);
  if (value === undefined) return <Pending doing="Simulating strategies" answer={answer} />;
  if (value.kind === 'none') return <p class="hint">There is nothing to explore: {value.problem}.</p>;
  if (value.kind === 'shardings') return <Shardings key={studied.value} />;
  return <Strategies explored={value} />;
}

function Strategies({ explored }: { readonly explored: ExploredStrategies }) {
  const { rows, rejected, tried, possible, machine } = explored;
  if (rows.length === 0)
    return (
      <p class="hint">
        {tried < possible
          ? 'Simulating strategies'
          : `No strategy is a program, such as ${rejected[0]?.name ?? ''}: ${rejected[0]?.reason ?? ''}.`}
      </p>
    );
  const ways = rows.map((row): Way => ({
    key: row.name,
    name: <code>{row.name}</code>,
    title: row.name,
    ...{ seconds: row.seconds, peakBytes: row.peakBytes, bytes: null, isNow: row.devices === 1 },
    apply: () => {
      steps.value = row.steps;
      showStep(row.steps.length);
    },
  }));
  const counted = tried < possible ? `${tried} of ${possible}` : `all ${possible}`;
  return (
    <ExploredWays
      ways={ways}
      heading={`Replicas / shards / stages / microbatches on ${machine}: ${counted} strategies simulated.`}
      action="Make it the pipeline"
    >
      {rejected.length > 0 && (
        <p class="sec sm q">
          {countText(rejected.length, 'strategy is no program', 'strategies are no programs')}, such as{' '}
          {rejected[0]!.name}: {rejected[0]!.reason}.
        </p>
      )}
    </ExploredWays>
  );
}

/** Other shardings of the arguments of a program with a mesh; of a large one only when they are asked for. */
function Shardings() {
  const isAsked = useSignal(isTriedUnasked());
  if (isAsked.value) return <Tried />;
  return (
    <div class="sec">
      <p class="q">
        Each other sharding of the arguments is partitioned and simulated, which takes a while for a program
        of this size.
      </p>
      <button type="button" class="btn" onClick={() => (isAsked.value = true)}>
        Try other shardings
      </button>
    </div>
  );
}

function Tried() {
  const failure = useSignal('');
  const answer = useTrials();
  const { value } = answer;
  if (value === undefined) return <Pending doing="Trying other shardings" answer={answer} />;
  const { now, alternatives, tried, possible, isDone } = value;
  if (now === null)
    return (
      <p class="hint">
        There is nothing to compare with: the program can’t be partitioned and simulated as it is.
      </p>
    );
  const ways: Way[] = [
    { key: 'now', name: 'as written', title: 'as written', ...now, isNow: true, apply: null },
    ...alternatives.map((alternative): Way => ({
      key: String(alternative.index),
      name: <Moves alternative={alternative} isShort />,
      title: alternative.moves.map(({ names, chip }) => `${names.join(' ')} ${chip.text}`).join(', '),
      ...alternative.cost,
      isNow: false,
      apply: () => void putIntoSource(alternative.index).then((problem) => (failure.value = problem)),
    })),
  ];
  const counted = isDone && tried === possible ? `all ${possible}` : `${tried} of ${possible}`;
  return (
    <ExploredWays
      ways={ways}
      heading={`Shardings of the arguments: ${counted} tried.`}
      action="Put into the source"
    >
      {failure.value !== '' && (
        <p class="sec sm" role="alert">
          {failure.value}
        </p>
      )}
    </ExploredWays>
  );
}
