import { useSignal } from '@preact/signals';
import {
  type ArrayError,
  type ComparedValue,
  errorSizeText,
  type ErrorVerdict,
  secondsText,
  type ValueError,
} from '@shardform/study';
import { useEffect } from 'preact/hooks';
import { inputArrays, openedCount } from '../../state/program.ts';
import { stepTitle, studied } from '../../state/results.ts';
import { select } from '../../state/selection.ts';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { NumbersAnswer, ShownNumbers } from './answer.ts';
import { DeviceMap } from './device-map.tsx';
import { ErrorPlot } from './error-plot.tsx';
import './numbers.css';
import { forget, keep, keptNumbers, seed, wanted } from './kept.ts';
import { ResultGrid } from './result-grid.tsx';
import { isSelected } from './selected-value.ts';

export default defineView({ name: 'numbers', title: 'Numbers', order: 7, Component: NumbersView });

/** The results of all stages on the same inputs, and where they begin to differ. */
function NumbersView() {
  const [file, program] = [inputArrays.value, studied.value];
  const [ownSeed, opened] = [seed.value, openedCount.value];
  const known = keptNumbers();
  const isFresh = known?.isFresh === true;
  const isWanted = wanted.value === program;
  const answer = useAnswer<typeof answerOf>(
    'numbers',
    isFresh ? null : { run: isWanted, seed: ownSeed, file },
    [program, ownSeed, file, isWanted, isFresh],
    true,
  );
  const { value, isOld, failure } = answer;
  useEffect(() => {
    if (value?.state === 'done' && !isOld) keep({ numbers: value, program, seed: ownSeed, file, opened });
  }, [value, isOld]);
  const isBusy = !isFresh && failure === null && (value === undefined || isOld || value.state === 'done');
  const run = (): void => {
    wanted.value = program;
    if (isFresh) forget();
    else if (isWanted) answer.askAgain();
  };
  return (
    <div class="num">
      <div class="num-bar num-head">
        <Heading isBusy={isBusy} shown={isFresh ? known.numbers : null} />
        <span class="grow" />
        <Inputs />
        {isBusy ? (
          <button type="button" class="btn" onClick={answer.stop}>
            Stop
          </button>
        ) : (
          <button type="button" class={isFresh ? 'btn' : 'btn main'} onClick={run}>
            {known === null ? 'Run' : 'Run again'}
          </button>
        )}
      </div>
      {failure !== null && (
        <p class="failure" role="alert">
          {failure === 'stopped' ? 'Stopped: there are no numbers.' : failure}
        </p>
      )}
      {!isFresh && !isBusy && value !== undefined && value.state !== 'done' && (
        <p class="hint">{waitingText(value)}</p>
      )}
      {known !== null && (
        <div class={isFresh ? 'num-body' : 'num-body old'}>
          <Numbers numbers={known.numbers} />
        </div>
      )}
    </div>
  );
}

/** What was executed. */
function Heading({ isBusy, shown }: { readonly isBusy: boolean; readonly shown: ShownNumbers | null }) {
  if (isBusy)
    return (
      <span class="sm" role="status">
        <span class="spin" aria-hidden="true" /> Executing
      </span>
    );
  if (shown?.executed.problem !== null) return <span class="sm">Not executed</span>;
  return (
    <span class="sm num-what" role="status" title={executedText(shown)}>
      <b>Executed:</b> {executedText(shown)} <span class="q">{secondsText(shown.seconds)}</span>
    </span>
  );
}

/** `the source on one device, To local on 8 simulated devices; random numbers, seed 0`. */
function executedText({ executed: { stages }, inputs }: ShownNumbers): string {
  const [source, ...steps] = stages;
  if (source === undefined) return inputs;
  const where = (count: number): string => (count === 1 ? 'one device' : `${count} simulated devices`);
  const places = new Map<number, string[]>();
  for (const { step, deviceCount, problem } of steps) {
    if (problem !== null) continue;
    const known = places.get(deviceCount);
    if (known === undefined) places.set(deviceCount, [stepTitle(step)]);
    else known.push(stepTitle(step));
  }
  const after = [...places].map(
    ([count, titles]) =>
      `the program after ${titles.map((title) => `‘${title}’`).join(', ')} on ${where(count)}`,
  );
  return [`the source on ${where(source.deviceCount)}`, ...after, `inputs: ${inputs}`].join('; ');
}

function Inputs() {
  const file = inputArrays.value;
  if (file !== null)
    return (
      <span class="sm num-inputs">
        {file.name}{' '}
        <button type="button" class="btn" onClick={() => (inputArrays.value = null)}>
          Forget file
        </button>
      </span>
    );
  return (
    <label class="sm num-inputs">
      <span class="q">random inputs, seed</span>{' '}
      <input
        type="number"
        min="0"
        max="9999"
        value={seed.value}
        onChange={({ currentTarget }) => {
          seed.value = Math.max(0, Math.floor(currentTarget.valueAsNumber || 0));
        }}
      />
    </label>
  );
}

/** `129 trillion`. */
const COUNT = new Intl.NumberFormat('en', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumFractionDigits: 0,
});

function waitingText(answer: Exclude<NumbersAnswer, { readonly state: 'done' }>): string {
  if (answer.state === 'invalid') return 'The program has errors: it is not executed.';
  if (answer.state === 'refused') return `It can’t be executed: ${answer.problem}.`;
  if (answer.hasLoops)
    return 'The program has a loop, which may take long: press Run to execute it and every step on the same inputs.';
  const count = COUNT.format(answer.work);
  return `One execution takes at least ${count} operations on elements: press Run to execute the program and every step on the same inputs.`;
}

function Numbers({ numbers }: { readonly numbers: ShownNumbers }) {
  const { executed, overall, failedStep } = numbers;
  const { stages, values, problem } = executed;
  const chosen = useSignal<number | null>(null);
  if (problem !== null) return <p class="hint">It can’t be executed: {problem}.</p>;
  const lastDone = stages.findLastIndex((stage) => stage.results.length > 0);
  const stage = chosen.value !== null && chosen.value < stages.length ? chosen.value : Math.max(0, lastDone);
  const title = stepTitle(stages[stage]?.step ?? '');
  const unexecuted = stages.filter((own) => own.problem !== null);
  return (
    <div class="num-cols">
      <section aria-label="Numbers of the program">
        {overall !== null && <Overall numbers={numbers} />}
        <FirstDrop numbers={numbers} />
        {overall === null && (
          <p class="num-note sm q">No step was executed: there is nothing to compare with.</p>
        )}
        {unexecuted.map((own) => (
          <p key={own.step} class="num-note sm">
            {stepTitle(own.step)} can’t be executed: {own.problem}.
          </p>
        ))}
        {failedStep !== null && (
          <p class="num-note sm bad">{stepTitle(failedStep)} failed: nothing after it is executed.</p>
        )}
        {values === null ? (
          <p class="num-note sm q">
            The values of all operations would take too much memory: only results are compared.
          </p>
        ) : (
          values.values.some(({ errors }) => errors[stage] != null) && (
            <div class="num-plot-scroll">
              <ErrorPlot values={values} stage={stage} title={title} />
            </div>
          )
        )}
        <ResultGrid numbers={numbers} stage={stage} onStage={(own) => (chosen.value = own)} />
      </section>
      <aside aria-label="Errors of values">
        <Devices numbers={numbers} stage={stage} />
        <Selected numbers={numbers} stage={stage} />
        {values !== null && <Values numbers={numbers} stage={stage} />}
      </aside>
    </div>
  );
}

/** The deciding thing in words. */
function Overall({ numbers: { executed, overall } }: { readonly numbers: ShownNumbers }) {
  if (overall === null) return null;
  const { verdict, relative, stage } = overall;
  const count = executed.results.length;
  const all = count === 1 ? 'The result is' : `All ${count} results are`;
  const text =
    verdict === 'differs'
      ? `Results differ after ${stepTitle(executed.stages[stage ?? 0]!.step)}: by up to ${errorSizeText(relative)} of the largest magnitude.`
      : verdict === 'equal'
        ? `${all} equal bit for bit in every step.`
        : `${all} equal within tolerance in every step: the largest difference is ${errorSizeText(relative)} of the largest magnitude.`;
  return <p class={`num-overall ${verdict === 'differs' ? 'bad' : 'good'}`}>{text}</p>;
}

/** The first step with a value beyond the tolerance, and that value. */
function FirstDrop({ numbers: { executed } }: { readonly numbers: ShownNumbers }) {
  const { values, stages } = executed;
  const stage = values?.first.findIndex((at) => at !== null) ?? -1;
  const value = values?.values[values.first[stage] ?? -1];
  if (value === undefined) return null;
  return (
    <p class="num-note sm">
      The first value beyond the tolerance is{' '}
      <button type="button" class="value link" onClick={() => select(value.id)}>
        {value.name}
      </button>
      {value.line !== null && `, line ${value.line}`}, after {stepTitle(stages[stage]!.step)}:{' '}
      {errorSizeText(value.errors[stage]?.relative ?? 0)} of its largest magnitude.
    </p>
  );
}

/** The errors of a stage that has values: those of results where operations were not compared. */
function errorsAt({ executed: { values, stages } }: ShownNumbers, stage: number) {
  const own = values?.values.flatMap(({ errors }) => errors[stage] ?? []) ?? [];
  return own.length > 0 ? own : (stages[stage]?.results.map(({ error }) => error) ?? []);
}

function Devices({ numbers, stage }: { readonly numbers: ShownNumbers; readonly stage: number }) {
  const { kind, deviceCount } = numbers.executed.stages[stage]!;
  const errors = errorsAt(numbers, stage);
  const differing = errors.filter(({ isEqual }) => !isEqual).length;
  if (kind !== 'devices')
    return (
      <section class="sec">
        <p class="sm">
          {kind === 'target' && deviceCount > 1
            ? `Executed on ${deviceCount} devices; results are compared as a whole.`
            : 'One device executes this step.'}{' '}
          <span class="q">{differingText(differing, errors.length)}.</span>
        </p>
      </section>
    );
  const counts = new Array<number>(deviceCount).fill(0);
  const most = new Array<number>(deviceCount).fill(0);
  for (const own of errors) {
    const { device, byDevice } = own;
    if (device !== null) counts[device]! += 1;
    if (isNoise(own)) continue;
    for (const [i, error] of byDevice.entries()) most[i] = Math.max(most[i]!, error);
  }
  return (
    <section class="sec">
      <p class="b sm">Which device is furthest off</p>
      <p class="sm q">
        {differingText(differing, errors.length)}
        {differing > 0 && '; counted where each differs most'}.
      </p>
      <DeviceMap counts={counts} errors={most} worst={selectedError(numbers, stage)?.device ?? null} />
    </section>
  );
}

function differingText(differing: number, count: number): string {
  if (count === 1)
    return differing === 0 ? 'The result is equal bit for bit' : 'The result differs in some bit';
  return differing === 0
    ? `All ${count} values are equal bit for bit`
    : `${differing} of ${count} values differ in some bit`;
}

function isNoise(error: ArrayError | ValueError): boolean {
  return 'verdict' in error && error.verdict === 'noise';
}

const MOST_ROWS = 400;

/** Values by their errors, the largest first. */
function Values({ numbers, stage }: { readonly numbers: ShownNumbers; readonly stage: number }) {
  const rows = (numbers.executed.values?.values ?? [])
    .flatMap((value) => {
      const error = value.errors[stage] ?? null;
      return error === null || error.isEqual ? [] : [{ value, error }];
    })
    .sort((a, b) => rank(a.error) - rank(b.error) || b.error.relative - a.error.relative);
  if (rows.length === 0) return null;
  return (
    <>
      <table class="tbl num-values" aria-label="Values by error">
        <thead>
          <tr>
            <th>value</th>
            <th class="r">line</th>
            <th class="r">error ↓</th>
            <th class="r">device</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map(({ value, error }) => (
            <tr key={value.id} class={isSelected(value.id) ? 'on' : ''} onClick={() => select(value.id)}>
              <td>
                <button type="button" class="value link" onClick={() => select(value.id)}>
                  {value.name}
                </button>
              </td>
              <td class="r q">{value.line ?? ''}</td>
              <td class={`r${error.verdict === 'beyond' ? ' bad b' : ''}`}>
                <code>{errorSizeText(error.relative)}</code>
                {error.verdict === 'noise' && <span class="q"> noise</span>}
              </td>
              <td class="r">{error.device ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && (
        <p class="num-note sm q">{rows.length - MOST_ROWS} smaller errors follow.</p>
      )}
    </>
  );
}

/** Noise is no error: it stands behind what is one. */
function rank({ verdict }: ValueError): number {
  return verdict === 'beyond' ? 0 : verdict === 'noise' ? 2 : 1;
}

const WORDS: Readonly<Record<ErrorVerdict, string>> = {
  equal: 'equal bit for bit',
  within: 'within tolerance',
  noise: 'rounding noise: other roundings change it as much, as where a sum cancels',
  beyond: 'beyond tolerance',
};

function selectedValue({ executed }: ShownNumbers): ComparedValue | null {
  return executed.values?.values.find(({ id }) => isSelected(id)) ?? null;
}

function selectedError(numbers: ShownNumbers, stage: number): ValueError | null {
  return selectedValue(numbers)?.errors[stage] ?? null;
}

function Selected({ numbers, stage }: { readonly numbers: ShownNumbers; readonly stage: number }) {
  const value = selectedValue(numbers);
  const error = selectedError(numbers, stage);
  const row = numbers.executed.results.findIndex(({ id }) => isSelected(id));
  const result = numbers.verdicts[stage]?.[row];
  if (value === null && result === undefined) return null;
  return (
    <section class="sec">
      {value !== null && <h3>{`${value.name} after ${stepTitle(numbers.executed.stages[stage]!.step)}`}</h3>}
      <dl class="kv">
        {value !== null && (
          <>
            <dt>op</dt>
            <dd>
              <code>{value.operation}</code>
              {value.line !== null && `, line ${value.line}`}
            </dd>
          </>
        )}
        {value !== null && error === null && (
          <>
            <dt>error</dt>
            <dd>not compared: the step has no whole value of it, or computes it more than once</dd>
          </>
        )}
        {error !== null && (
          <>
            <dt>verdict</dt>
            <dd class={error.verdict === 'beyond' ? 'bad' : ''}>{WORDS[error.verdict]}</dd>
            <dt>magnitude</dt>
            <dd>
              {magnitudeText(error.magnitude)}
              {error.device !== null && `, furthest off on device ${error.device}`}
            </dd>
          </>
        )}
        {result !== undefined && (
          <>
            <dt>result</dt>
            <dd>{result}</dd>
          </>
        )}
      </dl>
      {value !== null && <Steps numbers={numbers} value={value} stage={stage} />}
    </section>
  );
}

/** The errors of a value in all steps. */
function Steps({
  numbers: { executed },
  value,
  stage,
}: {
  readonly numbers: ShownNumbers;
  readonly value: ComparedValue;
  readonly stage: number;
}) {
  return (
    <table class="num-steps" aria-label={`Errors of ${value.name} by step`}>
      <thead>
        <tr>
          <th>step</th>
          <th>atol</th>
          <th>rtol</th>
          <th>PCC</th>
        </tr>
      </thead>
      <tbody>
        {executed.stages.map(({ step }, i) => {
          const error = value.errors[i] ?? null;
          if (i === 0) return null;
          return (
            <tr key={i} class={i === stage ? 'b' : ''}>
              <th scope="row">{stepTitle(step)}</th>
              <td>{error === null ? '–' : errorSizeText(error.absolute)}</td>
              <td>{error === null ? '–' : errorSizeText(error.byElement)}</td>
              <td>{error?.correlation == null ? '–' : error.correlation.toFixed(7)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function magnitudeText(magnitude: number): string {
  return String(Number(magnitude.toPrecision(3)));
}
