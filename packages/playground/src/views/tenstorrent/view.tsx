import './tenstorrent.css';
import { batch } from '@preact/signals';
import { Pending } from '../../parts/pending.tsx';
import { partitionSteps } from '../../state/partition-steps.ts';
import { activeSteps, disabledSteps, steps } from '../../state/program.ts';
import { isRunning, results, shownStage, showStep, stepTitle, studied } from '../../state/results.ts';
import { selected, selectedCard } from '../../state/selection.ts';
import { defineView } from '../define-view.ts';
import type tensorAnswer from '../tenstorrent-tensor/answer.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { DeviceOverview } from './answer.ts';
import { ChipDrawing } from './chip-drawing.tsx';
import { TensorTable } from './tensor-table.tsx';
import { TensorPanel } from './tensor-panel.tsx';
import { headlineOf } from './words.ts';

export default defineView({
  name: 'tenstorrent',
  title: 'Tenstorrent',
  order: 10,
  Component: TenstorrentView,
});

/** The steps that lower a program to TTNN. */
const LOWERING = ['stablehlo-pipeline', 'convert-stablehlo-to-ttir', 'ttir-to-ttnn-backend-pipeline'];

/** In which memory of a chip the tensors are, and which cores compute them. */
function TenstorrentView() {
  const stage = shownStage.value;
  const isRead = results.value.length > 0;
  const answer = useAnswer<typeof answerOf>('tenstorrent', isRead ? { stage } : null, [
    ...[stage, studied.value, results.value.length],
  ]);
  // That an earlier program wasn't lowered says nothing of this one.
  if (answer.value === undefined || (answer.value === null && answer.isOld))
    return <Pending doing="Reading" answer={answer} />;
  if (answer.value === null) return <NotLowered />;
  return <Overview overview={answer.value} />;
}

/** Says that no step lowers to TTNN, and offers those that do. */
function NotLowered() {
  const failed = results.value.find(({ failed: hasFailed }) => hasFailed);
  if (failed !== undefined)
    return (
      <p class="hint">
        {failed.step === ''
          ? 'The program has errors: it is not lowered to TTNN.'
          : `${stepTitle(failed.step)} failed: the program is not lowered to TTNN.`}
      </p>
    );
  if (isRunning.value) return <p class="hint">The steps are running.</p>;
  const lower = (): void => {
    batch(() => {
      steps.value = [
        ...activeSteps.value.filter((step) => !partitionSteps.includes(step) && !LOWERING.includes(step)),
        ...LOWERING,
      ];
      disabledSteps.value = new Set();
      showStep(steps.value.length);
    });
  };
  const replaced = activeSteps.value.some((step) => partitionSteps.includes(step));
  return (
    <div class="sec">
      <p>
        The program is not lowered to TTNN, where tensors are in the memories of a chip and cores share the
        work.
      </p>
      <p class="tt-offer">
        <button type="button" class="btn main" onClick={lower}>
          Lower to TTNN
        </button>{' '}
        <span class="q sm">
          adds{' '}
          {LOWERING.map((step, i) => (
            <span key={step}>
              {i > 0 && ', '}
              <code>{step}</code>
            </span>
          ))}
          {replaced && '; the first partitions the program itself and takes the place of the steps that do'}
        </span>
      </p>
    </div>
  );
}

function Overview({ overview }: { readonly overview: DeviceOverview }) {
  const id = selected.value;
  const { stage } = overview;
  const answer = useAnswer<typeof tensorAnswer>('tenstorrent-tensor', id === null ? null : { stage, id }, [
    ...[id, stage, studied.value, results.value.length],
  ]);
  const tensor = answer.value;
  return (
    <div class="tt">
      <TensorTable overview={overview} />
      {tensor === undefined ? (
        <section>
          {id === null ? (
            <p class="hint">Select a tensor to see where it is.</p>
          ) : (
            <Pending doing="Drawing" answer={answer} />
          )}
        </section>
      ) : tensor === null ? (
        <section>
          <p class="hint">
            {selectedCard.value?.name ?? 'The selected value'} is no tensor of the TTNN program.
          </p>
        </section>
      ) : (
        <>
          <section class="tt-chip" aria-label="The chip">
            <p class="tt-claim" role="status">
              <code class="b">{tensor.tensor.name}</code> <b>{headlineOf(tensor).join('; ')}</b>
            </p>
            <ChipDrawing placement={tensor} />
          </section>
          <TensorPanel
            placement={tensor}
            time={overview.times?.operations.find(({ value }) => value?.id === tensor.tensor.id)}
          />
        </>
      )}
    </div>
  );
}
