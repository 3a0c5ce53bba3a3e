import type { ExplanationJson } from '@shardform/inspect';
import { selected, shownText, source } from '../state.ts';
import { Pending } from './pending.tsx';
import { useAnswer } from './use-answer.ts';

/** The explanation of the selected value's sharding: the path of each axis, and the rejected ones. */
export function WhyPanel() {
  const [text, offset] = [shownText.value, selected.value];
  const known = useAnswer(
    async (compiler) => (offset === null ? [] : compiler.explain(text, offset)),
    [text, offset],
  );
  if (offset === null) return <p class="hint">Click the name of a value, such as %0, in the program.</p>;
  const answer = known.value;
  if (answer === undefined) return <Pending doing="Propagating" answer={known} />;
  if (answer.length === 0) return <p class="hint">Shardings can't be propagated in this program.</p>;
  return (
    <>
      {text !== source.value && (
        <p class="hint">
          This is about the program of the shown step; show the first step to ask about the one you wrote.
        </p>
      )}
      {answer.map((explanation, i) => (
        <Explanation key={i} explanation={explanation} />
      ))}
    </>
  );
}

function Explanation({ explanation }: { readonly explanation: ExplanationJson }) {
  const { value, type, sharding, axes, rejections } = explanation;
  return (
    <section class="why">
      <h3>
        <code>
          {value} : {type}
        </code>
      </h3>
      <p>
        {sharding === null ? 'It has no sharding: every device holds all of it.' : <code>{sharding}</code>}
      </p>
      {axes.map(({ axis, dimension, way, origin }) => (
        <section key={`${axis} ${dimension}`}>
          <h4>
            <code>"{axis.replaceAll('"', '')}"</code> on dimension {dimension}
          </h4>
          <ol>
            {way.map((move, i) => (
              <li key={i}>
                {move.direction} through <code>{move.operation}</code>
                {move.place !== null && <span class="place"> {move.place}</span>}
                {move.factor !== null && (
                  <>
                    {' '}
                    along factor <code>{move.factor}</code>
                  </>
                )}
                , from <code>{move.from}</code>
              </li>
            ))}
            <li>
              <code>{origin.value}</code>: {origin.because}
            </li>
          </ol>
        </section>
      ))}
      {rejections.length > 0 && (
        <section>
          <h4>Not taken</h4>
          <ul>
            {rejections.map(({ axis, dimension, holder, operation, place, reason, instead }, i) => (
              <li key={i}>
                <code>{axis}</code> on dimension {dimension}, which <code>{holder}</code> has, through{' '}
                <code>{operation}</code>
                {place !== null && <span class="place"> {place}</span>}: {reason}
                {instead !== null && (
                  <>
                    , <code>{instead}</code> instead
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  );
}
