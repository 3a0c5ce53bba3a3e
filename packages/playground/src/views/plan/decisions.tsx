import type { ShardingChip } from '@shardform/study';
import { Chip } from '../../parts/chip.tsx';
import type { ListedDecision } from './compared-plan.ts';
import { costWords, signedBytes, signedSeconds } from './cost-words.tsx';
import type { Pin } from './plan-session.ts';

/** Decisions of the plan with what the second best of each would cost. */
export function Decisions({
  decisions,
  onPin,
}: {
  readonly decisions: readonly ListedDecision[];
  readonly onPin: (pin: Pin) => void;
}) {
  if (decisions.length === 0) return null;
  return (
    <>
      <h3 class="plan-title">Decisions, and what the second best costs</h3>
      <div class="plan-scroll" tabIndex={0}>
        <table class="tbl" aria-label="Decisions">
          <thead>
            <tr>
              <th>value</th>
              <th>plan</th>
              <th>second best</th>
              <th class="r">step</th>
              <th class="r">peak</th>
              <th>what takes longer</th>
              <th>
                <span class="sr">pin</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {decisions.map((own) => (
              <tr key={own.name}>
                <td>
                  <code>{own.name}</code>
                  {own.others > 0 && <span class="q sm"> and {own.others} alike</span>}
                </td>
                <td>
                  <Chip chip={own.chosen} />
                </td>
                <td>
                  <Chip chip={own.second} />
                </td>
                <td class="r">{signedSeconds(own.seconds)}</td>
                <td class="r">{signedBytes(own.peakBytes)}</td>
                <td class="q sm">{costWords(own.costs)}</td>
                <td class="r">
                  <PinButton own={own} onPin={onPin} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="sec sm q">A pinned value keeps its sharding, and the rest is planned around it.</p>
    </>
  );
}

function PinButton({
  own: { reference, chosen, second, name },
  onPin,
}: {
  readonly own: ListedDecision;
  readonly onPin: (pin: Pin) => void;
}) {
  if (reference === null) return null;
  const pin = (chip: ShardingChip): void => onPin({ reference, axes: chip.dims.map(({ axes }) => axes) });
  return (
    <>
      <button type="button" class="btn plain small" aria-label={`Pin ${name}`} onClick={() => pin(chosen)}>
        Pin
      </button>
      <button
        type="button"
        class="btn plain small"
        aria-label={`Pin the second best of ${name}`}
        onClick={() => pin(second)}
      >
        Pin second
      </button>
    </>
  );
}
