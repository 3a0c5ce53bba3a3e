import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { linkProblem } from '../share/address.ts';
import { isMaximised, pane, showsChips, sourceShare, viewShare } from '../state/layout.ts';
import { isOld, stageText } from '../state/results.ts';
import { Splitter } from '../parts/splitter.tsx';
import { droppedFiles } from '../share/dropped-files.ts';
import { openFiles } from '../share/files.ts';
import { Bar } from './bar.tsx';
import { FactStrip } from './fact-strip.tsx';
import { FileProblemCard } from './file-problem-card.tsx';
import { useKeys } from './keys.ts';
import { Pipeline } from './pipeline.tsx';
import { ResultPane } from './result-pane.tsx';
import { SourcePane } from './source-pane.tsx';
import { ViewPane } from './view-pane.tsx';

/** Milliseconds that a notice stays. */
const NOTICE_TIME = 5000;

/** The page: facts, the pipeline, the program before and after, and views of it. */
export function App() {
  const notice = useSignal('');
  const isDropping = useSignal(false);
  useKeys();
  const shown = notice.value;
  useEffect(() => {
    const timer = setTimeout(() => (notice.value = ''), NOTICE_TIME);
    return () => clearTimeout(timer);
  }, [shown]);
  const drop = (event: DragEvent): void => {
    isDropping.value = false;
    const dropped = event.dataTransfer;
    if (dropped === null || dropped.files.length === 0) return;
    // An editor would insert what is dropped on it.
    event.preventDefault();
    event.stopPropagation();
    void droppedFiles(dropped)
      .then(openFiles)
      .then((text) => (notice.value = text));
  };
  return (
    <div
      class={`app${isDropping.value ? ' dropping' : ''}${isMaximised.value ? ' maximised' : ''}`}
      data-pane={pane.value}
      data-chips={showsChips.value}
      onDragOver={(event) => {
        event.preventDefault();
        isDropping.value = true;
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) isDropping.value = false;
      }}
      onDropCapture={drop}
    >
      <Bar notice={notice.value || linkProblem.value} onNotice={(text) => (notice.value = text)} />
      <FileProblemCard />
      <FactStrip />
      <Pipeline />
      <main class="work" style={{ '--view': viewShare.value }}>
        <div class="texts" style={{ '--source': sourceShare.value }}>
          <SourcePane />
          <Splitter share={sourceShare} axis="x" label="Width of the source" initial={0.5} least={160} />
          <ResultPane />
        </div>
        <Splitter
          share={viewShare}
          axis="y"
          label="Height of the views"
          initial={0.445}
          least={160}
          isAfter
        />
        <ViewPane />
      </main>
      <Dock />
      <p class="sr" role="status">
        {isOld.value
          ? 'results are of the program before the last edit'
          : stageText.value === null
            ? ''
            : notice.value}
      </p>
    </div>
  );
}

const PANES = [
  ['source', 'Source'],
  ['result', 'Result'],
  ['view', 'Views'],
] as const;

/** On a phone one pane is shown at a time. */
function Dock() {
  return (
    <nav class="dock" aria-label="Panes">
      {PANES.map(([name, title]) => (
        <button
          key={name}
          type="button"
          aria-current={pane.value === name ? 'true' : undefined}
          onClick={() => (pane.value = name)}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}
