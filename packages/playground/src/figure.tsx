import { effect } from '@preact/signals';
import { render } from 'preact';
import { ask } from './compiler/client.ts';
import { restoreFromAddress } from './share/address.ts';
import { Figure } from './shell/figure.tsx';
import { theme } from './state/layout.ts';
import { program } from './state/program.ts';
import { keepResultsFresh } from './state/results.ts';
import { selected } from './state/selection.ts';
import { watchSelection } from './state/watch-selection.ts';
import './styles/tokens.css';
import './styles/frame.css';
import './styles/code.css';
import './styles/parts.css';
import './styles/figure.css';

// A program to edit beside one picture of it, in a frame of a page of documentation. The fragment of the address is that of a
// link to the playground; `?show=result` shows the program after its steps, and `?select=%4` selects a value by its name.
const asked = new URLSearchParams(document.location.search);
const colours = asked.get('theme');
if (colours === 'light' || colours === 'dark') theme.value = colours;
effect(() => {
  if (theme.value === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
window.addEventListener('message', ({ source: sender, data }: MessageEvent<{ readonly theme?: unknown }>) => {
  if (sender !== window.parent || typeof data !== 'object') return;
  if (data.theme === 'light' || data.theme === 'dark') theme.value = data.theme;
});
restoreFromAddress();
keepResultsFresh();
watchSelection();
void selectNamed(asked.get('select'));
render(
  <Figure shows={asked.get('show') === 'result' ? 'result' : 'view'} />,
  document.getElementById('app')!,
);

async function selectNamed(reference: string | null): Promise<void> {
  if (reference === null) return;
  const id = await ask((compiler) => compiler.resolve(program.value, { reference, suffix: '' })).catch(
    () => null,
  );
  if (id !== null) selected.value = id;
}
