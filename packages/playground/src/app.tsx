import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { TextView } from './editor/text-view.tsx';
import { examples } from './examples/examples.ts';
import { CollectivesPanel } from './panels/collectives-panel.tsx';
import { GraphPanel } from './panels/graph-panel.tsx';
import { NumbersPanel } from './panels/numbers-panel.tsx';
import { StepProgram } from './panels/step-program.tsx';
import { ShardsPanel } from './panels/shards-panel.tsx';
import { Steps } from './panels/steps.tsx';
import { TimelinePanel } from './panels/timeline-panel.tsx';
import { WhyPanel } from './panels/why-panel.tsx';
import { shareAddress } from './share/address.ts';
import { openFile } from './share/files.ts';
import {
  open,
  openedCount,
  panel,
  type Panel,
  selected,
  shownStep,
  source,
  sourceProblems,
} from './state.ts';

const PANELS: readonly (readonly [Panel, string, ComponentType])[] = [
  ['shards', 'Shards', ShardsPanel],
  ['why', 'Why', WhyPanel],
  ['collectives', 'Collectives', CollectivesPanel],
  ['numbers', 'Numbers', NumbersPanel],
  ['timeline', 'Timeline', TimelinePanel],
  ['graph', 'Graph', GraphPanel],
];

/** The page: the program, its passes and the panels. */
export function App() {
  const notice = useSignal('');
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined)
      void openFile(file).then((problem) => (notice.value = problem ?? `opened ${file.name}`));
  };
  return (
    <div class="page" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Header notice={notice.value} onNotice={(text) => (notice.value = text)} />
      <main>
        <section class="source" aria-label="Program">
          <TextView
            key={openedCount.value}
            label="Program text"
            text={source.value}
            problems={sourceProblems.value}
            onChange={(text) => (source.value = text)}
            onSelect={(offset) => {
              shownStep.value = 0;
              selected.value = offset;
            }}
          />
        </section>
        <section class="outcome" aria-label="What the compiler makes of it">
          <Steps />
          <StepProgram />
          <Tabs />
        </section>
      </main>
    </div>
  );
}

function Header({
  notice,
  onNotice,
}: {
  readonly notice: string;
  readonly onNotice: (text: string) => void;
}) {
  const share = async (): Promise<void> => {
    const address = shareAddress();
    try {
      await navigator.clipboard.writeText(address);
      onNotice('the link is in the clipboard');
    } catch {
      onNotice('the link is in the address bar');
    }
  };
  const choose = (event: Event): void => {
    // The handler is attached to an `input` element.
    const { files } = event.currentTarget as HTMLInputElement;
    const file = files?.[0];
    if (file !== undefined) void openFile(file).then((problem) => onNotice(problem ?? `opened ${file.name}`));
  };
  return (
    <header>
      <h1>Shardform</h1>
      <label>
        Example{' '}
        <select
          onChange={(event) => {
            const example = examples.find(({ name }) => name === event.currentTarget.value);
            if (example !== undefined) open(example.text, example.steps);
          }}
        >
          {[...new Set(examples.map(({ group }) => group))].map((title) => (
            <optgroup key={title} label={title}>
              {examples
                .filter(({ group }) => group === title)
                .map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      <label class="file">
        Open a file
        <input type="file" accept=".mlir,.mlirbc,.onnx,.npz,.safetensors" onChange={choose} />
      </label>
      <button type="button" onClick={() => void share()}>
        Share
      </button>
      <span class="notice" role="status">
        {notice}
      </span>
    </header>
  );
}

function Tabs() {
  const [, , Shown] = PANELS.find(([name]) => name === panel.value)!;
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = PANELS.findIndex(([name]) => name === panel.value);
    const [next] = PANELS[(at + step + PANELS.length) % PANELS.length]!;
    panel.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Views" onKeyDown={move}>
        {PANELS.map(([name, title]) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={panel.value === name}
            aria-controls="view"
            tabIndex={panel.value === name ? 0 : -1}
            onClick={() => (panel.value = name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="view" id="view" role="tabpanel" aria-labelledby={`tab-${panel.value}`}>
        <Shown />
      </div>
    </>
  );
}
