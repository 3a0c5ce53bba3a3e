import './timeline.css';
import { useSignal } from '@preact/signals';
import { countText, percentText, secondsText, timesText } from '@shardform/study';
import { ask } from '../../compiler/client.ts';
import { BasisNote } from '../../parts/basis.tsx';
import { axisClass } from '../../parts/chip.tsx';
import { MeasuredLegend } from '../../parts/measured-bar.tsx';
import { Pending } from '../../parts/pending.tsx';
import { download } from '../../share/files.ts';
import { name } from '../../state/program.ts';
import { results, shownStage, studied } from '../../state/results.ts';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { MeasuredLane, TimelinePicture } from './answer.ts';
import { headlineOf } from './headline.ts';
import { PeakPanel } from './peak-panel.tsx';
import { axesIn } from './scene.ts';
import { type TimeRange, rangeText, zoomed } from './time-scale.ts';
import { TimelineDrawing } from './timeline-drawing.tsx';
import { TimelineTable } from './timeline-table.tsx';

export default defineView({ name: 'timeline', title: 'Timeline', order: 5, Component: TimelineView });

/** What devices do over time. */
function TimelineView() {
  const stage = shownStage.value;
  const isRead = results.value.length > 0;
  const answer = useAnswer<typeof answerOf>('timeline', isRead ? { stage } : null, [
    ...[stage, studied.value, results.value.length],
  ]);
  if (answer.value === undefined) return <Pending doing="Simulating" answer={answer} />;
  if (answer.value === null) return <p class="hint">This step failed: there is no program to simulate.</p>;
  if ('problem' in answer.value) return <p class="hint">There is no timeline: {answer.value.problem}.</p>;
  return <KnownTimeline picture={answer.value} />;
}

function KnownTimeline({ picture }: { readonly picture: TimelinePicture }) {
  const whole = picture.span;
  const chosen = useSignal<{ readonly of: number; readonly range: TimeRange } | null>(null);
  const hasDevices = useSignal(false);
  const hasTable = useSignal(false);
  // A range is kept as long as the program takes the same time.
  const range = chosen.value?.of === whole ? chosen.value.range : { from: 0, to: whole };
  const show = (wanted: TimeRange): void => void (chosen.value = { of: whole, range: wanted });
  const { claim, detail } = headlineOf(picture);
  const middle = (range.from + range.to) / 2;
  const devices = picture.lanes.reduce((sum, lane) => sum + lane.devices.length, 0);
  if (whole === 0) return <p class="hint">{claim}</p>;
  return (
    <div class="timeline">
      <div class="timeline-tools">
        {devices > 1 && (
          <span class="seg" role="group" aria-label="Devices">
            <button type="button" aria-pressed={!hasDevices.value} onClick={() => (hasDevices.value = false)}>
              devices alike as one
            </button>
            <button type="button" aria-pressed={hasDevices.value} onClick={() => (hasDevices.value = true)}>
              each
            </button>
          </span>
        )}
        <Legend picture={picture} />
        <span class="grow" />
        <span class="q sm timeline-range">{rangeText(range, whole)}</span>
        <button
          type="button"
          class="btn sq"
          aria-label="Zoom out"
          onClick={() => show(zoomed(range, middle, 2, whole))}
        >
          −
        </button>
        <button
          type="button"
          class="btn sq"
          aria-label="Zoom in"
          onClick={() => show(zoomed(range, middle, 0.5, whole))}
        >
          +
        </button>
        <button type="button" class="btn" onClick={() => show({ from: 0, to: whole })}>
          All
        </button>
        <button
          type="button"
          class="btn"
          aria-pressed={hasTable.value}
          onClick={() => (hasTable.value = !hasTable.value)}
        >
          {hasTable.value ? 'Show as drawing' : 'Show as table'}
        </button>
        <button type="button" class="btn" onClick={() => void downloadTrace()}>
          Perfetto file
        </button>
      </div>
      <BasisNote basis={picture.basis} />
      <p class="timeline-claim">
        <b>{claim}</b>{' '}
        <span class="q">
          {detail} On {picture.machine}, {picture.time.rates}.
        </span>
        {picture.measured !== null && <MeasuredClaim picture={picture} measured={picture.measured} />}
        {picture.warnings.map((warning) => (
          <span key={warning} class="warn">
            {' '}
            {warning}.
          </span>
        ))}
      </p>
      {hasTable.value ? (
        <TimelineTable picture={picture} range={range} />
      ) : (
        <div class="timeline-body">
          <TimelineDrawing
            picture={picture}
            hasDevices={hasDevices.value}
            range={range}
            onRange={show}
            label={`${countText(devices, 'device')} in ${countText(picture.lanes.length, 'lane')}, ${rangeText(range, whole)}. ${claim}`}
          />
          <PeakPanel />
        </div>
      )}
    </div>
  );
}

function MeasuredClaim({
  picture: { seconds },
  measured,
}: {
  readonly picture: TimelinePicture;
  readonly measured: MeasuredLane;
}) {
  const others = 1 - measured.joined;
  return (
    <>
      {' '}
      <b>
        A device was measured for {secondsText(measured.seconds)}
        {seconds > 0 && `, ${timesText(measured.seconds / seconds)} the predicted ${secondsText(seconds)}`}.
      </b>
      {others > 0.0005 && (
        <span class="q"> {percentText(others)} of the measured time is not joined, and not drawn.</span>
      )}
    </>
  );
}

function Legend({ picture }: { readonly picture: TimelinePicture }) {
  const axes = axesIn(picture);
  const hasOthers = picture.operations.some(({ axis }) => axis !== null && !axes.includes(axis));
  const hasMicrobatches = picture.operations.some(({ microbatch }) => microbatch !== null);
  const hasRoutes = picture.operations.some(({ routes }) => routes.length > 0);
  const hasContention = picture.operations.some(({ contendedLink }) => contendedLink !== null);
  const hasWaits = picture.lanes.some(({ waits }) => waits.length > 0);
  return (
    <span class="legend">
      {picture.measured !== null && <MeasuredLegend />}
      {picture.measured === null && (
        <>
          <span>
            <i class="f-l" /> launch
          </span>
          <span>
            <i class="f-n" /> work
          </span>
        </>
      )}
      {axes.map((axis) => (
        <span key={axis}>
          <i class={axisClass(axis)} /> wire {axis}
        </span>
      ))}
      {hasContention && (
        <span>
          <i class="f-c" /> contention
        </span>
      )}
      {hasOthers && (
        <span>
          <i class="wire" /> wire
        </span>
      )}
      {hasRoutes && <span>→ transfers</span>}
      {hasMicrobatches && <span>0, 1, … microbatches</span>}
      {hasWaits && (
        <span>
          <i class="waits" /> waits
        </span>
      )}
    </span>
  );
}

/** Offers the whole timeline as a file for ui.perfetto.dev. */
async function downloadTrace(): Promise<void> {
  const [program, stage] = [studied.peek(), shownStage.peek()];
  const trace = await ask((compiler) => compiler.answer('timeline-trace', program, { stage }));
  // The answer is a text, or `null` for programs without a timeline, which have no button.
  if (typeof trace === 'string')
    download(`${name.peek().replace(/\.mlir$/, '')}.perfetto.json`, trace, 'application/json');
}
