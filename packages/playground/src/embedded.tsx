import { effect } from '@preact/signals';
import { render } from 'preact';
import { ask } from './compiler/client.ts';
import { openMachine } from './share/files.ts';
import { FactStrip } from './shell/fact-strip.tsx';
import { ViewPane } from './shell/view-pane.tsx';
import { theme, view } from './state/layout.ts';
import { isOffered } from './state/machines.ts';
import { partitionSteps } from './state/partition-steps.ts';
import { machine, name, open, program, source } from './state/program.ts';
import { keepResultsFresh } from './state/results.ts';
import { selected } from './state/selection.ts';
import { watchSelection } from './state/watch-selection.ts';
import './styles/tokens.css';
import './styles/frame.css';
import './styles/code.css';
import './styles/parts.css';
import './styles/embedded.css';

/** What the page around this one sends: a program to show, or a value to select. */
interface Shown {
  readonly name?: string;
  readonly text?: string;
  readonly machine?: string;
  readonly view?: string;
  /** As commands take it: `%4`. */
  readonly selected?: string | null;
  readonly theme?: 'auto' | 'light' | 'dark';
}

// The views of a program in a frame of another page, such as a notebook: they get the program by messages, and tell what is
// selected and what the program becomes.
window.addEventListener(
  'message',
  ({ source: sender, data }: MessageEvent<{ readonly shardform?: Shown }>) => {
    if (sender === window.parent && typeof data === 'object' && data.shardform !== undefined)
      void show(data.shardform);
  },
);
effect(() => {
  if (theme.value === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
keepResultsFresh();
watchSelection();
render(
  <div class="embedded">
    <FactStrip />
    <ViewPane />
  </div>,
  document.getElementById('app')!,
);
let isShown = false;
effect(() => {
  const [text, shown, own] = [source.value, view.value, machine.value];
  if (isShown) tell({ text, view: shown, machine: own });
});
effect(() => {
  const id = selected.value;
  if (isShown) void tellSelection(id);
});
tell({ ready: true });

async function show({
  name: title,
  text,
  machine: own,
  view: shown,
  selected: value,
  theme: colours,
}: Shown) {
  if (colours !== undefined) theme.value = colours;
  if (own?.startsWith('{') === true) await openMachine('the machine', own);
  else if (own !== undefined && isOffered(own)) machine.value = own;
  if (shown !== undefined) view.value = shown;
  if (text !== undefined && text !== source.value)
    open({ name: title ?? name.value, text, steps: partitionSteps });
  isShown = true;
  if (value === undefined) return;
  const reference = value === null ? null : { reference: value, suffix: '' };
  selected.value =
    reference === null
      ? null
      : await ask((compiler) => compiler.resolve(program.value, reference)).catch(() => null);
}

async function tellSelection(id: typeof selected.value): Promise<void> {
  const own = program.peek();
  const reference =
    id === null ? null : await ask((compiler) => compiler.reference(own, id)).catch(() => null);
  if (selected.peek() === id) tell({ selected: reference === null ? null : reference.reference });
}

function tell(message: object): void {
  window.parent.postMessage({ shardform: message }, '*');
}
