import { useSignal } from '@preact/signals';
import type { NumbersAnswer, NumbersRow } from '../compiler/messages.ts';
import { inputArrays, settledSource } from '../state.ts';
import { Pending } from './pending.tsx';
import { useAnswer } from './use-answer.ts';

/** The results of the program on simulated devices, compared with those of the unpartitioned one. */
export function NumbersPanel() {
  const seed = useSignal(0);
  // Steps must preserve the results of the program as typed.
  const [text, file] = [settledSource.value, inputArrays.value];
  const answer = useAnswer(
    (compiler) => compiler.numbers(text, { seed: seed.value, file }),
    [text, file, seed.value],
  );
  return (
    <>
      <p>
        {file === null ? (
          <label>
            Random inputs, seed{' '}
            <input
              type="number"
              min="0"
              max="9999"
              value={seed.value}
              onChange={(event) => (seed.value = event.currentTarget.valueAsNumber || 0)}
            />
          </label>
        ) : (
          <>
            Inputs from {file.name}.{' '}
            <button type="button" onClick={() => (inputArrays.value = null)}>
              Random ones again
            </button>
          </>
        )}
      </p>
      {answer.value === undefined ? (
        <Pending doing="Computing" answer={answer} />
      ) : (
        <Answer answer={answer.value} />
      )}
    </>
  );
}

function Answer({ answer }: { readonly answer: NumbersAnswer }) {
  const { deviceCount, results, problem } = answer;
  if (problem !== '') return <p class="hint">It can't be executed: {problem}.</p>;
  return (
    <table class="list">
      <caption>
        {deviceCount === 1
          ? 'Executed on one device: the program has no mesh.'
          : `Executed on ${deviceCount} simulated devices, and whole on one.`}
      </caption>
      <thead>
        <tr>
          <th scope="col">result</th>
          <th scope="col">verdict</th>
          <th scope="col">begins with</th>
        </tr>
      </thead>
      <tbody>
        {results.map((row, i) => (
          <tr key={i}>
            <td>
              {row.name === '' ? null : `${row.name} `}
              <code>{row.type}</code>
            </td>
            <td>{verdict(row)}</td>
            <td>
              <code>{row.begin}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function verdict({ relative, difference }: NumbersRow): string {
  if (relative === null) return 'computed';
  const size = `${relative.toExponential(1)} of the largest magnitude`;
  return difference === '' ? `equal: differs by at most ${size}` : `differs by ${size}: ${difference}`;
}
