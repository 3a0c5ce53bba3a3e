import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import { countText, percentText, secondsText } from '@shardform/study';
import { BasisNote } from '../../parts/basis.tsx';
import { Pending } from '../../parts/pending.tsx';
import { download } from '../../share/files.ts';
import { name as programName } from '../../state/program.ts';
import { facts, studied } from '../../state/results.ts';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { ListedCollectives, Told } from './answer.ts';
import { CollectiveTable } from './collective-table.tsx';
import './collectives.css';
import { CompiledPanel } from './compiled-panel.tsx';
import { csvOf, type Grouping, groupedRows, type Order, searchedRows, sumsOf } from './rows.ts';
import { WhatIfPanel } from './what-if.tsx';

export default defineView({
  name: 'collectives',
  title: 'Collectives',
  order: 3,
  Component: CollectivesView,
  count: () => facts.value?.collectives.count ?? null,
});

/** The collectives of the program by what they cost. */
function CollectivesView() {
  const wanted = useSignal<Told>('compiled');
  const answer = useAnswer<typeof answerOf>('collectives', { wanted: wanted.value }, [
    studied.value,
    wanted.value,
  ]);
  if (answer.value === undefined) return <Pending doing="Partitioning and simulating" answer={answer} />;
  return <Listed list={answer.value} onTell={(told) => (wanted.value = told)} />;
}

const TOLD = [
  ['compiled', 'compiled'],
  ['predicted', 'predicted'],
] as const;

const GROUPINGS = [
  ['axis', 'by axis'],
  ['layer', 'by layer'],
  ['cause', 'by cause'],
  ['none', 'flat'],
] as const;

function Listed({
  list,
  onTell,
}: {
  readonly list: ListedCollectives;
  readonly onTell: (told: Told) => void;
}) {
  const isCompiled = list.told === 'compiled';
  const isPriced = list.stepSeconds !== null && list.hasMesh && list.rows.length > 0;
  return (
    <div class="coll">
      <section aria-label="Collectives of the program">
        <div class="coll-whose">
          {list.told !== null && (
            <span class="seg" role="group" aria-label="Collectives of">
              {TOLD.map(([told, title]) => (
                <button
                  key={told}
                  type="button"
                  aria-pressed={list.told === told}
                  onClick={() => onTell(told)}
                >
                  {title}
                </button>
              ))}
            </span>
          )}
          <BasisNote basis={list.basis} />
        </div>
        {list.rows.length === 0 ? <p class="hint">{whyNone(list)}</p> : <Rows list={list} />}
        {notes(list).map((note) => (
          <p key={note} class="coll-note sm q">
            {note}
          </p>
        ))}
      </section>
      {isCompiled ? <CompiledPanel list={list} /> : isPriced && <WhatIfPanel />}
    </div>
  );
}

/** The collectives that are looked for, in groups. */
function Rows({ list }: { readonly list: ListedCollectives }) {
  const by = useSignal<Grouping>('axis');
  const order = useSignal<Order | null>(null);
  const search = useSignal('');
  const own = order.value ?? (list.stepSeconds === null ? 'bytes' : 'seconds');
  const found = searchedRows(list.rows, search.value);
  const file = programName.value.replace(/\.mlir$/, '');
  return (
    <>
      <div class="coll-bar">
        <span class="seg" role="group" aria-label="Group">
          {GROUPINGS.map(([grouping, title]) => (
            <button
              key={grouping}
              type="button"
              aria-pressed={by.value === grouping}
              onClick={() => (by.value = grouping)}
            >
              {title}
            </button>
          ))}
        </span>
        <input
          type="search"
          aria-label="Search collectives"
          placeholder="value, line, layer, kind"
          value={search.value}
          onInput={({ currentTarget }) => (search.value = currentTarget.value)}
        />
        <span class="grow" />
        <span class="q sm" role="status">
          {summary(found.length, list, sumsOf(found))}
        </span>
        <button
          type="button"
          class="btn"
          aria-label="Download as CSV"
          onClick={() => download(`${file}-collectives.csv`, csvOf(found), 'text/csv')}
        >
          CSV
        </button>
        <button
          type="button"
          class="btn"
          aria-label="Download as JSON"
          onClick={() =>
            download(`${file}-collectives.json`, JSON.stringify(found, null, 2), 'application/json')
          }
        >
          JSON
        </button>
      </div>
      {found.length === 0 ? (
        <p class="hint">No collective has all of these words.</p>
      ) : (
        <CollectiveTable
          key={`${by.value} ${own}`}
          groups={groupedRows(found, by.value, own)}
          by={by.value}
          order={own}
          onOrder={(wanted) => (order.value = wanted)}
          stepSeconds={list.stepSeconds}
          measured={list.measured}
        />
      )}
    </>
  );
}

function summary(
  count: number,
  { rows, stepSeconds, isPlaced }: ListedCollectives,
  { bytes, seconds }: ReturnType<typeof sumsOf>,
): string {
  const all = countText(rows.length, 'collective');
  const sent = `${count === rows.length ? all : `${count} of ${all}`}, ${bytesText(bytes)}`;
  if (seconds === null || stepSeconds === null) return sent;
  // Devices that run different programs communicate at the same time.
  if (isPlaced) return sent;
  return `${sent}, ${secondsText(seconds)}: ${percentText(seconds / stepSeconds)} of the step`;
}

/** What the list does not tell. */
function notes({
  rows,
  stepSeconds,
  problems,
  unlisted,
  isUnmatched,
  measured,
}: ListedCollectives): string[] {
  const found: string[] = [];
  if (isUnmatched)
    found.push(
      'No operation of the program has a name of the compiled one: print it with its locations, by lowered.as_text(debug_info=True).',
    );
  if (stepSeconds === null && problems[0] !== undefined) found.push(`No times: ${problems[0]}.`);
  const missing = rows.filter(
    ({ compiled }) => compiled !== null && measured?.has(compiled.instruction) === false,
  );
  if (missing.length > 0)
    found.push(`The profile has no events of ${countText(missing.length, 'collective')}.`);
  if (rows.some(({ executionsMeaning }) => executionsMeaning === 'per-iteration'))
    found.push('Loops of unknown length count as one iteration.');
  if (rows.some(({ executionsMeaning }) => executionsMeaning === 'at-most'))
    found.push('Branches count as taken.');
  if (unlisted.length > 0) found.push(unlistedText(unlisted));
  return found;
}

function unlistedText(unlisted: ListedCollectives['unlisted']): string {
  const counted = unlisted.map(([name, count]) => `${count} ${name}`).join(', ');
  return `Not listed, as their devices and bytes are not read from the program: ${counted}.`;
}

function whyNone({ unlisted, hasMesh, isPlaced, problems }: ListedCollectives): string {
  if (unlisted.length > 0) return unlistedText(unlisted);
  if (isPlaced) return 'No device sends anything to another: the program places all of its tensors on one.';
  if (!hasMesh) return 'The program has no mesh: it runs on one device, which does not communicate.';
  const [problem] = problems;
  return problem === undefined
    ? 'Devices do not communicate: every operation has all it needs in its own shards.'
    : `No collectives are known: ${problem}.`;
}
