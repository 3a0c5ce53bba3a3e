import { bytesText } from '@shardform/ir-core';
import { secondsText } from '@shardform/study';
import { Change } from '../../parts/change.tsx';
import { view } from '../../state/layout.ts';
import { Moves } from './moves.tsx';
import { isTriedUnasked, useTrials } from './trials.ts';

/** The fastest other sharding of the arguments, where the program is small enough to try them unasked. */
export function Cheapest() {
  return isTriedUnasked() ? <Fastest /> : null;
}

function Fastest() {
  const { value } = useTrials();
  const [best] = value?.alternatives ?? [];
  const now = value?.now ?? null;
  if (value === undefined || best === undefined || now === null) return null;
  const { cost } = best;
  const isFaster = cost.seconds < now.seconds;
  return (
    <div class="cheapest">
      <p class="sm">
        <b>{isFaster ? 'Faster:' : 'Nothing is faster.'}</b> {isFaster && <Moves alternative={best} />}
        <span class="q">
          {isFaster ? 'best of ' : ''}
          {value.tried} {isFaster ? 'shardings' : 'other shardings of the arguments were tried'}
        </span>
      </p>
      {isFaster && (
        <p class="sm">
          {secondsText(cost.seconds)} <Change before={now.seconds} after={cost.seconds} /> ·{' '}
          {bytesText(cost.bytes)} <Change before={now.bytes} after={cost.bytes} /> · peak{' '}
          <Change before={now.peakBytes} after={cost.peakBytes} />{' '}
          <button type="button" class="btn" onClick={() => (view.value = 'collectives')}>
            Compare
          </button>
        </p>
      )}
    </div>
  );
}
