import { useEffect } from 'preact/hooks';
import type { GraphControls } from './use-graph.ts';

type Action = 'search' | 'next' | 'previous' | 'in' | 'out' | 'fit' | 'toggle';

const ACTIONS: Readonly<Record<string, Action>> = {
  '/': 'search',
  n: 'next',
  N: 'previous',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
};

/** The factor of one step of zooming. */
export const ZOOM_STEP = 1.3;

/** Keys of the view, which hold before those of the page. */
export function useGraphKeys(controls: GraphControls, search: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const action = actionOf(event);
      if (action === null) return;
      event.preventDefault();
      if (action === 'search') search();
      else if (action === 'next' || action === 'previous') controls.goTo(action === 'next' ? 1 : -1);
      else if (action === 'fit') controls.fit();
      else if (action === 'toggle') controls.toggle(controls.selected);
      else controls.zoom(action === 'in' ? ZOOM_STEP : 1 / ZOOM_STEP);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  });
}

/** What a key does in this view; `null` for nothing, as where it is typed. */
function actionOf({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): Action | null {
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return null;
  const isReading = target.closest('.cm-content[aria-readonly=true]') !== null;
  const isTyped = target.closest('input, select, textarea, [contenteditable=true]') !== null && !isReading;
  if (isTyped) return null;
  // Buttons have the key as well.
  if (key === 'Enter') return target.id === 'view' || target === document.body ? 'toggle' : null;
  return ACTIONS[key] ?? null;
}
