import { useSignal } from '@preact/signals';
import { playgroundAddress } from '../share/address.ts';
import { name, openEdited, source } from '../state/program.ts';
import { isRunning } from '../state/results.ts';
import { FactStrip } from './fact-strip.tsx';
import { ResultPane } from './result-pane.tsx';
import { SourcePane } from './source-pane.tsx';
import { ViewPane } from './view-pane.tsx';

/** A program to edit, with a view of it beside, or with the program that its steps make of it. */
export function Figure({ shows }: { readonly shows: 'view' | 'result' }) {
  const written = useSignal(source.peek());
  const isEdited = source.value !== written.value;
  return (
    <main class="figure" data-shows={shows} aria-busy={isRunning.value}>
      <header class="figure-head">
        <h1>
          <code>{name.value}</code>
        </h1>
        <h2 class="sr">The program, and a view of it</h2>
        <span class="q">{isEdited ? 'edited' : 'live: edit it'}</span>
        <span class="grow" />
        {isEdited && (
          <button type="button" class="btn plain" onClick={() => openEdited(written.value)}>
            Reset
          </button>
        )}
        <a
          class="btn plain"
          href="./index.html"
          target="_blank"
          rel="noopener"
          onClick={(event) => (event.currentTarget.href = playgroundAddress())}
        >
          Open in the playground
        </a>
      </header>
      {shows === 'view' && <FactStrip />}
      <div class="figure-panes">
        <SourcePane />
        {shows === 'view' ? <ViewPane /> : <ResultPane />}
      </div>
    </main>
  );
}
