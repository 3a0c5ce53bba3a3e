import type { ComponentChildren } from 'preact';
import { bytesText } from '@shardform/ir-core';
import {
  errorSizeText,
  type Facts,
  secondsText,
  sentText,
  type TimePart,
  throughputText,
  timeParts,
  timesText,
} from '@shardform/study';
import { BasisNote } from '../parts/basis.tsx';
import { Change } from '../parts/change.tsx';
import { axisClass } from '../parts/chip.tsx';
import { view } from '../state/layout.ts';
import { facts, factsBasis, factsBefore, isOld, measuredFacts, stepTitle } from '../state/results.ts';
import type { ShownNumbers } from '../views/numbers/answer.ts';
import { keptNumbers } from '../views/numbers/kept.ts';

/** What the program costs on the machine, in one line; each fact opens the view that explains it. */
export function FactStrip() {
  const known = facts.value;
  return (
    <section class={`facts${isOld.value ? ' old' : ''}`} aria-label="Facts">
      {known === null ? (
        <Unknown />
      ) : (
        <>
          <BasisNote basis={factsBasis.value} />
          <Known facts={known} before={factsBefore.value} />
          <Numbers />
        </>
      )}
    </section>
  );
}

function Unknown() {
  return (
    <>
      {['Devices', 'Step, simulated', 'Peak memory of a device', 'Sent by a device', 'Collectives'].map(
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
  facts: { devices, mesh, time, throughput, memory, sent, collectives, problems },
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
      <Fact
        label="Step, simulated"
        opens="timeline"
        title={[time?.rates ?? '', ...problems].join('\n').trim()}
      >
        {time === null ? <small class="cut">{problems[0] ?? 'unknown'}</small> : secondsText(time.seconds)}
        {time !== null && (
          <>
            <Since before={before?.time?.seconds} now={time.seconds} />
            <Stack parts={timeParts(time).map((part) => [classOfPart(part), part.seconds] as const)} />
            <small>
              {timeParts(time)
                .map(({ name, seconds }) => `${name} ${secondsText(seconds)}`)
                .join(' · ')}
            </small>
            {throughput.map((own) => (
              <small key={own.unit} title={throughputText(own)}>
                {Math.round(own.perSecondOfDevice).toLocaleString('en')} {own.unit}/s of each device
              </small>
            ))}
          </>
        )}
      </Fact>
      <Measured />
      <Fact label="Peak memory of a device" opens="memory">
        {memory === null ? <small>unknown</small> : bytesText(memory.bytes)}
        {memory !== null && <Since before={before?.memory?.bytes} now={memory.bytes} />}
      </Fact>
      <Fact label="Sent by a device" opens="collectives">
        {sentText(sent)}
        <Since before={before?.sent.bytes} now={sent.bytes} />
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

/** The change since the last edit. */
function Since({ before, now }: { readonly before: number | undefined; readonly now: number }) {
  return before === undefined || before === 0 ? null : <Change before={before} after={now} />;
}

/** Whether the steps compute what one device computes, once they were executed. */
function Numbers() {
  const known = keptNumbers();
  const overall = known?.isFresh === true ? known.numbers.overall : null;
  if (known === null || overall === null) return null;
  return (
    <Fact label="Against one device" opens="numbers">
      <span class={overall.verdict === 'differs' ? 'bad' : 'good'}>{verdictWords(known.numbers)}</span>
    </Fact>
  );
}

function verdictWords({ executed, overall }: ShownNumbers): string {
  if (overall === null) return '';
  const { verdict, relative, stage } = overall;
  if (verdict === 'equal') return 'bit-equal';
  if (verdict === 'within') return `equal to ${errorSizeText(relative)}`;
  return `differs after ${stepTitle(executed.stages[stage ?? 0]!.step)}`;
}

function Measured() {
  const known = measuredFacts.value;
  if (known === null) return null;
  const { seconds, ratio } = known;
  return (
    <Fact label="Step, measured" opens="measured">
      {secondsText(seconds)}
      {ratio !== null && <small>{timesText(ratio)} the predicted one</small>}
    </Fact>
  );
}

function classOfPart({ name, isAxis }: TimePart): string {
  if (isAxis) return axisClass(name);
  if (name === 'compute') return 'f-n';
  return name === 'contention' ? 'f-c' : 'f-l';
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
