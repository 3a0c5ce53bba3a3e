import { errorSizeText } from '@shardform/study';
import { stepTitle } from '../../state/results.ts';
import { select } from '../../state/selection.ts';
import type { ShownNumbers } from './answer.ts';
import { errorClass, rampTexts } from './error-scale.ts';
import { isSelected } from './selected-value.ts';

/** Results by stage: how far each is from that of the program as it was given. */
export function ResultGrid({
  numbers: { executed, verdicts, begins },
  stage,
  onStage,
}: {
  readonly numbers: ShownNumbers;
  readonly stage: number;
  readonly onStage: (stage: number) => void;
}) {
  const { results, stages } = executed;
  const columns = stages.map((_, i) => i).filter((i) => i > 0 || stages[i]!.results.length > 0);
  return (
    <>
      <div class="num-bar">
        <b class="sm">Results by step</b>
        <span class="q sm grow">largest difference from the source, as a part of the largest magnitude</span>
        <span class="num-ramp" aria-hidden="true">
          {rampTexts.map((text, i) => (
            <i key={text} class={`e${i}`}>
              {text}
            </i>
          ))}
        </span>
      </div>
      <div class="num-scroll">
        <table class="num-grid" aria-label="Results by step">
          <thead>
            <tr>
              <th class="l">result</th>
              {columns.map((i) => (
                <th key={i}>
                  <button type="button" aria-pressed={i === stage} onClick={() => onStage(i)}>
                    {stepTitle(stages[i]!.step)}
                  </button>
                </th>
              ))}
              <th class="l">begins with</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ id, name, type }, row) => (
              <tr key={row}>
                <th scope="row" class="l">
                  <button type="button" class="link" aria-pressed={isSelected(id)} onClick={() => select(id)}>
                    <code class="b">{name ?? `res${row}`}</code>
                  </button>{' '}
                  <code class="qq">{type}</code>
                </th>
                {columns.map((i) => {
                  const result = stages[i]!.results[row];
                  if (result === undefined)
                    return (
                      <td key={i} class="none" title={stages[i]!.problem ?? ''}>
                        –
                      </td>
                    );
                  const differs = result.comparison.verdict === 'different';
                  return (
                    <td
                      key={i}
                      class={`${errorClass(result.error.relative)}${i === stage ? ' on' : ''}${differs ? ' differs' : ''}`}
                      title={verdicts[i]![row]}
                    >
                      {result.error.isEqual ? '=' : errorSizeText(result.error.relative)}
                      {differs && ' differs'}
                    </td>
                  );
                })}
                <td class="l begin">
                  <code>{begins[row]}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
