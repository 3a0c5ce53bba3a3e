import { bytesText } from '@shardform/ir-core';
import { useSignal } from '@preact/signals';
import type { TimelineAnswer } from '../compiler/messages.ts';
import { download } from '../share/files.ts';
import { shownText } from '../state.ts';
import { Pending } from './pending.tsx';
import { useAnswer } from './use-answer.ts';

/** Names of simulated machines. */
const MACHINES = ['t3k', 'n300', 'galaxy', 'dgx2', 'a100x8', 'h100x8x4', 'tpuv4-4x4x4'];

/** The timeline of each device on the selected machine. */
export function TimelinePanel() {
  const text = shownText.value;
  const machine = useSignal(MACHINES[0]!);
  const answer = useAnswer((compiler) => compiler.timeline(text, machine.value), [text, machine.value]);
  return (
    <>
      <label>
        Machine{' '}
        <select value={machine.value} onChange={(event) => (machine.value = event.currentTarget.value)}>
          {MACHINES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {answer.value === undefined ? (
        <Pending doing="Simulating" answer={answer} />
      ) : answer.value.timeline === null ? (
        <p class="hint">It can't be simulated: {answer.value.problem}.</p>
      ) : (
        <Timeline timeline={answer.value.timeline} />
      )}
    </>
  );
}

function Timeline({ timeline }: { readonly timeline: NonNullable<TimelineAnswer['timeline']> }) {
  const { report, svg, trace } = timeline;
  const { seconds, shares, peakMemory, slowestDevice } = report;
  const percent = (part: number): string => `${(100 * part).toFixed(1)}%`;
  const parts = shares.map((share) => `${share.name} ${percent(share.seconds / seconds)}`);
  return (
    <>
      <p>
        {(seconds * 1e6).toPrecision(4)} µs, on device {slowestDevice} {parts.join(', ')}; at most{' '}
        {bytesText(peakMemory.bytes)} on a device.{' '}
        <button type="button" onClick={() => download('trace.json', trace, 'application/json')}>
          Save for Perfetto
        </button>
      </p>
      <div
        class="scroll drawing"
        tabIndex={0}
        role="img"
        aria-label="Time and memory of each device"
        // Ours: made in the worker from numbers.
        dangerouslySetInnerHTML={{ __html: svg }}
      />
    </>
  );
}
