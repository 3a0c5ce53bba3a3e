import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Problem } from '../compiler/messages.ts';
import { CodeView } from '../code/code-view.tsx';
import { showsChips } from '../state/layout.ts';
import { openedCount, openPasted, reopen, source } from '../state/program.ts';
import { problems, results, sourceText } from '../state/results.ts';
import { marked } from '../state/marked.ts';
import { reveals, select } from '../state/selection.ts';
import { Problems } from './problems.tsx';

/** The program as typed. */
export function SourcePane() {
  const opened = useSignal<Problem | null>(null);
  /** The opened program that was pasted: typing goes on in it. */
  const pasted = useRef(-1);
  const lines = source.value.split('\n').length;
  return (
    <section class="pane source" aria-label="Source">
      <div class="head">
        <h2>Source</h2>
        <span class="q">as typed · {lines} lines</span>
        <span class="grow" />
        <span class="q">shardings as</span>
        <span class="seg" role="group" aria-label="Shardings as">
          {[true, false].map((isChips) => (
            <button
              key={String(isChips)}
              type="button"
              aria-pressed={showsChips.value === isChips}
              onClick={() => (showsChips.value = isChips)}
            >
              {isChips ? 'chips' : 'text'}
            </button>
          ))}
        </span>
      </div>
      <CodeView
        key={openedCount.value}
        label="Program text"
        text={source.value}
        stage={sourceText.value}
        stageIndex={0}
        problems={results.value[0]?.problems ?? []}
        marked={marked.value}
        reveals={reveals.value}
        opened={opened.value}
        showsChips={showsChips.value}
        isFocused={pasted.current === openedCount.value}
        onChange={(text) => (source.value = text)}
        onReplace={(text) => {
          openPasted(text);
          pasted.current = openedCount.value;
        }}
        onUndoBefore={reopen}
        onSelect={(id) => select(id)}
      />
      {problems.value.length > 0 && (
        <Problems problems={problems.value} onOpen={(problem) => (opened.value = { ...problem })} />
      )}
    </section>
  );
}
