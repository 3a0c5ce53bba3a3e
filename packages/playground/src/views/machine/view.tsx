import './machine.css';
import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import { countText, percentText, secondsText, sourceId } from '@shardform/study';
import { BasisNote } from '../../parts/basis.tsx';
import { AxisName } from '../../parts/chip.tsx';
import { Pending } from '../../parts/pending.tsx';
import { results, shownStage, studied } from '../../state/results.ts';
import { select, selected } from '../../state/selection.ts';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { MachinePicture } from './answer.ts';
import { MachineDrawing, machineWords, wireName } from './machine-drawing.tsx';

export default defineView({ name: 'machine', title: 'Machine', order: 6.5, Component: MachineView });

/** The machine's links with what the program sends over them. */
function MachineView() {
  const stage = shownStage.value;
  const isRead = results.value.length > 0;
  const answer = useAnswer<typeof answerOf>('machine', isRead ? { stage } : null, [
    ...[stage, studied.value, results.value.length],
  ]);
  if (answer.value === undefined) return <Pending doing="Simulating" answer={answer} />;
  if (answer.value === null) return <p class="hint">This step failed: there is no program to simulate.</p>;
  if ('problem' in answer.value)
    return <p class="hint">What the program sends is unknown: {answer.value.problem}.</p>;
  return <KnownMachine picture={answer.value} />;
}

function KnownMachine({ picture }: { readonly picture: MachinePicture }) {
  const isAlone = useSignal(false);
  const at = senderOf(picture, selected.value);
  const chosen = isAlone.value && at !== -1 ? at : null;
  return (
    <div class="split-view machine">
      <div class="machine-main">
        <div class="machine-tools">
          <span class="seg" role="group" aria-label="Traffic">
            <button type="button" aria-pressed={!isAlone.value} onClick={() => (isAlone.value = false)}>
              of all collectives
            </button>
            <button type="button" aria-pressed={isAlone.value} onClick={() => (isAlone.value = true)}>
              of the selected one
            </button>
          </span>
          <span class="q sm" role="status">
            {isAlone.value && at === -1
              ? 'The selected value is not sent: the traffic of all is shown.'
              : machineWords(picture)}
          </span>
        </div>
        <BasisNote basis={picture.basis} />
        <MachineDrawing picture={picture} chosen={chosen} />
      </div>
      <aside>
        {picture.senders.length === 0 ? (
          <p class="sec sm">Devices send nothing to each other.</p>
        ) : (
          <>
            <Senders picture={picture} at={at} />
            <Wires picture={picture} />
          </>
        )}
      </aside>
    </div>
  );
}

/** The sender of a value, or of what was derived from it; -1 for none. */
function senderOf({ senders }: MachinePicture, id: string | null): number {
  if (id === null) return -1;
  const exact = senders.findIndex((sender) => sender.id === id);
  if (exact !== -1) return exact;
  return senders.findIndex((sender) => sender.id !== null && sourceId(sender.id) === sourceId(id));
}

/** More rows are counted. */
const MOST_ROWS = 60;

function Senders({ picture: { senders }, at }: { readonly picture: MachinePicture; readonly at: number }) {
  return (
    <>
      <table class="tbl" aria-label="Traffic by collective">
        <thead>
          <tr>
            <th>sends</th>
            <th>along</th>
            <th class="r">on all links</th>
            <th class="r">time</th>
          </tr>
        </thead>
        <tbody>
          {senders.slice(0, MOST_ROWS).map(({ id, value, kind, axis, bytes, seconds }, i) => (
            <tr key={i} class={i === at ? 'on' : undefined}>
              <td>
                {id === null ? (
                  kind
                ) : (
                  <button type="button" class="value link" onClick={() => select(id)}>
                    {value}
                  </button>
                )}{' '}
                {id !== null && kind}
              </td>
              <td>
                {axis.split(', ').map((own) => (
                  <AxisName key={own} axis={own} />
                ))}
              </td>
              <td class="r">{bytesText(bytes)}</td>
              <td class="r">{secondsText(seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {senders.length > MOST_ROWS && (
        <p class="sec sm q">{countText(senders.length - MOST_ROWS, 'other')} send less.</p>
      )}
    </>
  );
}

/** Links that are listed. */
const MOST_LINKS = 12;

function Wires({ picture: { wires, seconds } }: { readonly picture: MachinePicture }) {
  const busiest = [...wires].sort((a, b) => b.bytes - a.bytes).slice(0, MOST_LINKS);
  return (
    <table class="tbl" aria-label="Busiest links">
      <thead>
        <tr>
          <th>link</th>
          <th class="r">bytes</th>
          <th class="r">in use</th>
          <th class="r">of the step</th>
        </tr>
      </thead>
      <tbody>
        {busiest.map((wire) => (
          <tr key={wireName(wire)}>
            <td>{wireName(wire)}</td>
            <td class="r">{bytesText(wire.bytes)}</td>
            <td class="r">{secondsText(wire.seconds)}</td>
            <td class="r">{percentText(wire.seconds / Math.max(seconds, Number.MIN_VALUE))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
