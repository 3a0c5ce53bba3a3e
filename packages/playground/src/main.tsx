import { render } from 'preact';
import { App } from './app.tsx';
import { restoreFromAddress } from './share/address.ts';
import { keepResultsFresh } from './state.ts';
import './styles.css';

restoreFromAddress();
keepResultsFresh();
render(<App />, document.getElementById('app')!);
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('./service-worker.js');
