import type { ComponentChildren } from 'preact';
import { bytesText } from '@shardform/ir-core';
import type { Facts } from '@shardform/study';
import { axisClass } from '../parts/chip.tsx';
import { percentText, secondsText } from '../parts/units.ts';
import { view } from '../state/layout.ts';
import { facts, factsBefore, isOld } from '../state/results.ts';

/** What the program costs on the machine, in one line; each fact opens the view that explains it. */
export function FactStrip() {
  const known = facts.value;
  return (
    <section class={`facts${isOld.value ? ' old' : ''}`} aria-label="Facts">
      {known === null ? <Unknown /> : <Known facts={known} before={factsBefore.value} />}
    </section>
  );
}

function Unknown() {
  return (
    <>
      {['Devices', 'Step, simulated', 'Peak memory of a device', 'Sent by each device', 'Collectives'].map(
        (label) => (
          <Fact key={label} label={label} opens="shards">
            <span class="qq">–</span>
          </Fact>
        ),
      )}
    </>
  );
}

function Known({
  facts: { devices, mesh, time, memory, sent, collectives, problems },
  before,
}: {
  readonly facts: Facts;
  readonly before: Facts | null;
}) {
  return (
    <>
      <Fact label="Devices" opens="shards">
        {devices}
        {mesh !== null && mesh.axes.length > 0 && (
          <small>mesh {mesh.axes.map(({ size }) => size).join(' × ')}</small>
        )}
      </Fact>
      <Fact label="Step, simulated" opens="timeline" title={problems.join('\n')}>
        {time === null ? <small>{problems[0] ?? 'unknown'}</small> : secondsText(time.seconds)}
        {time !== null && (
          <>
            <Delta now={time.seconds} before={before?.time?.seconds} />
            <Stack
              parts={[
                ['f-n', time.compute + time.launch],
                ...time.byAxis.map(({ axis, seconds }) => [axisClass(axis), seconds] as const),
                ['f-l', time.waiting],
              ]}
            />
            <small>
              {[
                `compute ${secondsText(time.compute + time.launch)}`,
                ...time.byAxis.flatMap(({ axis, seconds }) =>
                  seconds > 0 ? [`${axis} ${secondsText(seconds)}`] : [],
                ),
                ...(time.waiting > 0 ? [`waiting ${secondsText(time.waiting)}`] : []),
              ].join(' · ')}
            </small>
          </>
        )}
      </Fact>
      <Fact label="Peak memory of a device" opens="memory">
        {memory === null ? <small>unknown</small> : bytesText(memory.bytes)}
        {memory !== null && <Delta now={memory.bytes} before={before?.memory?.bytes} />}
      </Fact>
      <Fact label="Sent by each device" opens="collectives">
        {bytesText(sent.bytes)}
        <Delta now={sent.bytes} before={before?.sent.bytes} />
        {sent.byAxis.length > 0 && (
          <>
            <Stack parts={sent.byAxis.map(({ axis, bytes }) => [axisClass(axis), bytes] as const)} />
            <small>{sent.byAxis.map(({ axis, bytes }) => `${axis} ${bytesText(bytes)}`).join(' · ')}</small>
          </>
        )}
      </Fact>
      <Fact label="Collectives" opens="collectives">
        {collectives.count}
        <small>{collectives.byKind.map(({ kind, count }) => `${count} ${kind}`).join(' · ')}</small>
      </Fact>
    </>
  );
}

function Fact({
  label,
  opens,
  title,
  children,
}: {
  readonly label: string;
  /** The view that explains it. */
  readonly opens: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <button type="button" class="fact" title={title} onClick={() => (view.value = opens)}>
      <span class="label">{label}</span>
      <span class="number">{children}</span>
    </button>
  );
}

/** Smaller changes are not worth a number. */
const LEAST_CHANGE = 5e-4;

/** The change since the last edit; nothing where it changed nothing. */
function Delta({ now, before }: { readonly now: number; readonly before: number | undefined }) {
  if (before === undefined || before === 0) return null;
  const change = now / before - 1;
  if (Math.abs(change) < LEAST_CHANGE) return null;
  const text =
    change > 9
      ? `×${(now / before).toFixed(0)}`
      : `${change < 0 ? '−' : '+'}${percentText(Math.abs(change))}`;
  return <span class={`delta ${change < 0 ? 'good' : 'bad'}`}>{text}</span>;
}

const STACK_WIDTH = 120;

function Stack({ parts }: { readonly parts: readonly (readonly [string, number])[] }) {
  const sum = parts.reduce((total, [, size]) => total + size, 0);
  if (sum === 0) return null;
  return (
    <span class="stack" aria-hidden="true">
      {parts.map(([className, size], i) =>
        size > 0 ? (
          <i key={i} class={className} style={{ width: `${(size / sum) * STACK_WIDTH}px` }} />
        ) : null,
      )}
    </span>
  );
}
