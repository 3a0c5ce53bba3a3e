import './memory.css';
import { bytesText } from '@shardform/ir-core';
import { percentText } from '@shardform/study';
import { BasisNote } from '../../parts/basis.tsx';
import { Pending } from '../../parts/pending.tsx';
import { ValueName } from '../../parts/value-terms.tsx';
import { results, shownStage, studied } from '../../state/results.ts';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { MemoryPicture } from './answer.ts';
import { Donation } from './donation.tsx';
import { HeldTable } from './held-table.tsx';
import { MeasuredMemory } from './measured-memory.tsx';
import { MemoryCurve } from './memory-curve.tsx';

export default defineView({ name: 'memory', title: 'Memory', order: 6, Component: MemoryView });

/** What a device holds when it needs most memory. */
function MemoryView() {
  const stage = shownStage.value;
  const isRead = results.value.length > 0;
  const answer = useAnswer<typeof answerOf>('memory', isRead ? { stage } : null, [
    ...[stage, studied.value, results.value.length],
  ]);
  if (answer.value === undefined) return <Pending doing="Estimating" answer={answer} />;
  if (answer.value === null) return <p class="hint">This step failed: there is no program to estimate.</p>;
  if ('problem' in answer.value)
    return <p class="hint">The memory can't be estimated: {answer.value.problem}.</p>;
  return <KnownMemory picture={answer.value} />;
}

function KnownMemory({ picture }: { readonly picture: MemoryPicture }) {
  const { estimate, at, isBefore, rows, moments, isAssigned } = picture;
  return (
    <div class="split-view">
      <div class="memory-main">
        <section class="sec">
          <BasisNote basis={picture.basis} />
          <p class="memory-claim">
            <b>A device needs {bytesText(estimate.peak)}</b>
            {at !== null && (
              <>
                {isBefore ? ', most before ' : ', most while '}
                {at.value === null ? <code>{at.operation}</code> : <ValueName value={at.value} />} is computed
                {at.line !== null && `, line ${at.line}`}
              </>
            )}
            .
          </p>
          <Parts estimate={estimate} />
        </section>
        {moments.bytes.length > 0 && <MemoryCurve moments={moments} peak={estimate.peak} />}
        {picture.measured.length > 0 && <MeasuredMemory memory={picture.measured} estimate={estimate.peak} />}
        <HeldTable rows={rows} peak={estimate.peak} />
      </div>
      <aside>
        <Donation aliased={estimate.aliased} />
        <section class="sec">
          <h3>{isAssigned ? 'About the memory' : 'About the estimate'}</h3>
          <ul class="notes">
            {[
              isAssigned
                ? 'Buffers are those of the buffer assignment in the file, as XLA allocates them.'
                : estimate.rules === 'accelerator'
                  ? 'Memory is that of accelerators: kernels run in an order that needs little, arguments and results have memory of their own, temporaries share.'
                  : 'Buffers are assigned as XLA assigns them on CPUs: arguments and results have memory of their own, temporaries share.',
              ...estimate.notes,
            ].map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      </aside>
    </div>
  );
}

function Parts({ estimate }: { readonly estimate: MemoryPicture['estimate'] }) {
  const { arguments: inputs, results: outputs, temporaries, aliased, peak } = estimate;
  const parts = [
    ['arguments', inputs - aliased, 'part-arguments'],
    ['donated, for results too', aliased, 'part-donated'],
    ['results', outputs - aliased, 'part-results'],
    ['temporaries', temporaries, 'part-temporaries'],
  ] as const;
  const present = parts.filter(([, bytes]) => bytes > 0);
  return (
    <>
      <div class="parts" aria-hidden="true">
        {present.map(([name, bytes, style]) => (
          <i key={name} class={style} style={{ width: `${(100 * bytes) / Math.max(1, peak)}%` }} />
        ))}
      </div>
      <dl class="part-terms">
        {present.map(([name, bytes, style]) => (
          <div key={name}>
            <dt>
              <i class={style} /> {name}
            </dt>
            <dd>
              {bytesText(bytes)} <span class="q">{percentText(bytes / Math.max(1, peak))}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
