import { effect } from '@preact/signals';
import { render } from 'preact';
import { keepAddressTrue, restoreFromAddress } from './share/address.ts';
import { keepDraft, restoreDraft } from './share/draft.ts';
import { App } from './shell/app.tsx';
import { theme } from './state/layout.ts';
import { keepResultsFresh } from './state/results.ts';
import { watchSelection } from './state/watch-selection.ts';
import './styles/tokens.css';
import './styles/frame.css';
import './styles/code.css';
import './styles/parts.css';

if (!restoreFromAddress()) await restoreDraft();
keepAddressTrue();
window.addEventListener('hashchange', () => void restoreFromAddress());
effect(() => {
  if (theme.value === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
keepResultsFresh();
watchSelection();
keepDraft();
render(<App />, document.getElementById('app')!);
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('./service-worker.js');
