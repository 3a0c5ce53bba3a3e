import { bytesText } from '@shardform/ir-core';
import { countText, percentText, secondsText, timesText } from '@shardform/study';
import { AxisName } from '../../parts/chip.tsx';
import type { MeasuredPicture } from './answer.ts';

/** More are counted. */
const MOST_LISTED = 12;

type Report = MeasuredPicture['report'];

/** Communication, idle time with its causes, stragglers, memory, and what was not joined. */
export function MeasuredSide({ report }: { readonly report: Report }) {
  const { communication, idle, stragglers, memory, unjoined, otherPrograms } = report;
  return (
    <>
      {communication.length > 0 && <Communication report={report} />}
      {idle.length > 0 && (
        <section class="sec">
          <h3>Idle, a step on a device</h3>
          <dl class="measured-list">
            {idle.map(({ cause, reason, seconds, share }) => (
              <div key={reason}>
                <dt>
                  <b>{cause}</b> {reason}
                </dt>
                <dd>
                  {secondsText(seconds)} <span class="q">{percentText(share)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {stragglers.length > 0 && (
        <section class="sec">
          <h3>Stragglers</h3>
          <dl class="measured-list">
            {stragglers.slice(0, MOST_LISTED).map(({ device, times, computingSeconds }) => (
              <div key={device}>
                <dt>{device}</dt>
                <dd>
                  computes {secondsText(computingSeconds)},{' '}
                  <span class="q">{timesText(times)} the median device</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {memory.length > 0 && (
        <section class="sec">
          <h3>Memory in the profile</h3>
          <dl class="measured-list">
            {memory.slice(0, MOST_LISTED).map(({ allocator, peakBytes, capacityBytes, peakStep }) => (
              <div key={allocator}>
                <dt>{allocator}</dt>
                <dd>
                  {bytesText(peakBytes)}
                  <span class="q">
                    {capacityBytes !== null && ` of ${bytesText(capacityBytes)}`}
                    {peakStep !== null && `, in step ${peakStep}`}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section class="sec" aria-label="Not joined">
        <h3>Not joined</h3>
        {unjoined.length === 0 ? (
          <p class="sm q">All time of devices is joined to operations and lines.</p>
        ) : (
          <dl class="measured-list">
            {unjoined.slice(0, MOST_LISTED).map(({ name, totalSeconds, share, reason }) => (
              <div key={`${name} ${reason}`}>
                <dt>
                  <code>{name}</code> {reason}
                </dt>
                <dd>
                  {percentText(share)} <span class="q">{secondsText(totalSeconds)} in all</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {unjoined.length > MOST_LISTED && <p class="sm q">and {unjoined.length - MOST_LISTED} more</p>}
      </section>
      {otherPrograms.length > 0 && (
        <section class="sec">
          <h3>Other programs of the profile</h3>
          <p class="sm q">
            {otherPrograms
              .slice(0, MOST_LISTED)
              .map(({ name, share }) => `${name} ${percentText(share)}`)
              .join(', ')}
            {otherPrograms.length > MOST_LISTED && ` and ${otherPrograms.length - MOST_LISTED} more`}
          </p>
        </section>
      )}
    </>
  );
}

function Communication({ report: { communication, predicted } }: { readonly report: Report }) {
  return (
    <section class="sec">
      <h3>Communication, a step on a device</h3>
      {communication.map((own) => (
        <div key={own.axis} class="measured-axis">
          <p class="sm">
            {own.axis.split(', ').map((axis) => (
              <AxisName key={axis} axis={axis} />
            ))}{' '}
            <span class="q">{countText(own.collectives, 'collective')}</span>
          </p>
          <dl class="kv">
            <dt>exposed</dt>
            <dd>
              {secondsText(own.exposedSeconds)}
              {predicted !== null && own.predictedExposedSeconds !== null && (
                <span class="q">, predicted {secondsText(own.predictedExposedSeconds)}</span>
              )}
            </dd>
            {own.waitingSeconds > 0 && (
              <>
                <dt>of it waiting</dt>
                <dd>{secondsText(own.waitingSeconds)}</dd>
              </>
            )}
            {own.hiddenSeconds > 0 && (
              <>
                <dt>hidden</dt>
                <dd>{secondsText(own.hiddenSeconds)}</dd>
              </>
            )}
          </dl>
        </div>
      ))}
    </section>
  );
}
