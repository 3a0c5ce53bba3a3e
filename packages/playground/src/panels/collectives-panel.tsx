import { bytesText } from '@shardform/ir-core';
import { shownText } from '../state.ts';
import { Pending } from './pending.tsx';
import { useAnswer } from './use-answer.ts';

/** The communication of the program. */
export function CollectivesPanel() {
  const text = shownText.value;
  const answer = useAnswer((compiler) => compiler.collectives(text), [text]);
  const rows = answer.value;
  if (rows === undefined) return <Pending doing="Looking" answer={answer} />;
  if (rows.length === 0) {
    return (
      <p class="hint">
        The program after this step has no collectives. They appear after{' '}
        <code>sdy-reshard-to-collectives</code>.
      </p>
    );
  }
  const total = rows.reduce((sum, { bytes, executions }) => sum + bytes * executions, 0);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Collectives">
      <table class="list">
        <caption>
          {rows.length} collectives, for which each device sends {bytesText(total)}
        </caption>
        <thead>
          <tr>
            <th scope="col">place</th>
            <th scope="col">of</th>
            <th scope="col">collective</th>
            <th scope="col">along</th>
            <th scope="col">result on a device</th>
            <th scope="col">bytes sent</th>
            <th scope="col">executions</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ place, value, name, kind, axes, type, bytes, executions }, i) => (
            <tr key={i}>
              <td>{place}</td>
              <td>
                <code>{name ?? value}</code>
              </td>
              <td>
                <code>{kind}</code>
              </td>
              <td>
                <code>{axes}</code>
              </td>
              <td>
                <code>{type}</code>
              </td>
              <td>{bytesText(bytes)}</td>
              <td>{executions}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
