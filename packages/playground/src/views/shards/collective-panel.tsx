import { bytesText } from '@shardform/ir-core';
import { countText, groupsText, percentText, secondsText, type ValueId } from '@shardform/study';
import { AxisName } from '../../parts/chip.tsx';
import { ValueName } from '../../parts/value-terms.tsx';
import { view } from '../../state/layout.ts';
import { select } from '../../state/selection.ts';
import type { ShownCollective } from '../shards-collective/answer.ts';
import { Cheapest } from '../what-if/cheapest.tsx';

/** What a collective costs, why it is there, and what would make it cheaper. */
export function CollectivePanel({ collective }: { readonly collective: ShownCollective }) {
  const { kind, axis, isPlaced, bytes, executions, seconds, reason, from, to } = collective;
  const { ofStep, ofCollectives, rank, count, previous, next } = collective;
  const shares = [
    ...(ofStep === null ? [] : [`${percentText(ofStep)} of the step`]),
    ...(ofCollectives === null || count === 1 ? [] : [`${percentText(ofCollectives)} of all communication`]),
  ];
  return (
    <section class="sec collective-panel" aria-label="Collective">
      <div class="row">
        <h3>
          {rank === 1 ? 'Dearest collective' : 'Collective'}, {rank} of {count}
        </h3>
        <span class="grow" />
        <Neighbour id={previous} label="Dearer collective" sign="‹" />
        <Neighbour id={next} label="Cheaper collective" sign="›" />
      </div>
      <p class="collective-head">
        <code class="b">{kind}</code> <AxisName axis={axis} />{' '}
        {seconds !== null && <b>{secondsText(seconds)}</b>}
      </p>
      <dl class="kv">
        {shares.length > 0 && (
          <>
            <dt>takes</dt>
            <dd>{shares.join(' · ')}</dd>
          </>
        )}
        <dt>sends</dt>
        <dd>
          {bytesText(bytes)} {isPlaced ? reason : `from each device, ${groupsText(collective)}`}
          {executions !== 1 && `, in ${countText(executions, 'execution')}`}
        </dd>
        <dt>moves</dt>
        <dd>
          <ValueName value={from} /> → <ValueName value={to} />
        </dd>
        <dt>because</dt>
        <dd>
          {reason === null || isPlaced ? (
            'the program itself has it'
          ) : (
            <>
              {reason}{' '}
              <button type="button" class="link" onClick={() => (view.value = 'why')}>
                why
              </button>
            </>
          )}
        </dd>
      </dl>
      <Cheapest />
    </section>
  );
}

function Neighbour({
  id,
  label,
  sign,
}: {
  readonly id: ValueId | null;
  readonly label: string;
  readonly sign: string;
}) {
  return (
    <button
      type="button"
      class="btn plain"
      aria-label={label}
      disabled={id === null}
      onClick={() => id !== null && select(id)}
    >
      {sign}
    </button>
  );
}
