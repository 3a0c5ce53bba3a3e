import './measured.css';
import { useSignal } from '@preact/signals';
import { countText, percentText, rateText, secondsText, timesText } from '@shardform/study';
import { MeasuredLegend } from '../../parts/measured-bar.tsx';
import { machineName } from '../../state/machines.ts';
import { machine } from '../../state/program.ts';
import type { MeasuredPicture, ShownRows } from './answer.ts';
import { MeasuredTable } from './measured-table.tsx';
import { MeasuredSide } from './measured-side.tsx';

type By = 'line' | 'value' | 'operation';

/** The rows of a profile, and what belongs to the whole step beside them. */
export function KnownMeasured({ picture }: { readonly picture: MeasuredPicture }) {
  const by = useSignal<By>('line');
  const rows: Readonly<Record<By, ShownRows | null>> = {
    line: picture.lines,
    value: picture.values,
    operation: picture.operations,
  };
  // The order in which they are offered.
  const offered = (['line', 'value', 'operation'] as const).filter((own) => rows[own] !== null);
  const shown = rows[by.value] ?? picture.lines;
  return (
    <div class="split-view measured">
      <div class="measured-main">
        <section class="sec">
          <Claim picture={picture} />
        </section>
        <div class="measured-tools">
          <span class="seg" role="group" aria-label="Rows">
            {offered.map((own) => (
              <button
                key={own}
                type="button"
                aria-pressed={by.value === own}
                onClick={() => (by.value = own)}
              >
                by {own}
              </button>
            ))}
          </span>
          <MeasuredLegend />
          <span class="grow" />
          <span class="q sm" role="status">
            {countText(shown.count, by.value)}
          </span>
        </div>
        <MeasuredTable
          key={by.value}
          shown={shown}
          title={by.value}
          hasPrediction={picture.report.predicted !== null}
        />
      </div>
      <aside aria-label="About the measured step">
        <MeasuredSide report={picture.report} />
      </aside>
    </div>
  );
}

function Claim({ picture: { report } }: { readonly picture: MeasuredPicture }) {
  const { steps, predicted, use, devices, hosts, joined, problems } = report;
  const { median, low, high } = steps.seconds;
  const left = [
    ...(steps.warmUp === 0 ? [] : [`${countText(steps.warmUp, 'step')} of warm-up left out`]),
    ...(steps.incomplete === 0 ? [] : [`${countText(steps.incomplete, 'step')} cut off and left out`]),
  ];
  return (
    <>
      <p class="measured-claim">
        <b>
          A step takes {secondsText(median)}
          {predicted !== null &&
            `, ${timesText(median / predicted.seconds)} the predicted ${secondsText(predicted.seconds)}`}
          .
        </b>{' '}
        <span class="q">
          {secondsText(low)} to {secondsText(high)} in{' '}
          {[
            countText(steps.count, 'step'),
            steps.foundBy === 'markers' ? 'as marked' : 'runs of the program',
            ...left,
          ].join(', ')}
          , on {countText(devices, 'device')} of {hosts.join(', ')}.
          {use !== null &&
            ` MFU ${percentText(use.ofPeak)}: ${rateText(use.flopsPerSecond)} of each device in products.`}
          {` Predicted for ${machineName(machine.value)}.`}
        </span>
      </p>
      <p class="q sm">
        {percentText(joined.operations)} of the time of devices is joined to operations of the compiled
        program, {percentText(joined.lines)} to lines.
      </p>
      {problems.map((problem) => (
        <p key={problem} class="warn sm">
          {problem}
        </p>
      ))}
    </>
  );
}
