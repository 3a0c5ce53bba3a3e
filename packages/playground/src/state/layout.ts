import { signal } from '@preact/signals';
import { kept } from './kept.ts';

/** The view below the texts. */
export const view = signal('shards');
/** True if the views have all of the window below the pipeline. */
export const isMaximised = signal(false);
/** The share of the width that the source has. */
export const sourceShare = kept('source-share', 0.5);
/** The share of the height that the views have. */
export const viewShare = kept('view-share', 0.515);
/** Shardings as chips, or as the text of their attributes. */
export const showsChips = kept('chips', true);
/** What is shown of the result: all, what the step changed, or shardings only. */
export const resultMode = signal<'all' | 'changed' | 'shardings'>('all');
/** The colours: those of the browser, or others. */
export const theme = kept<'auto' | 'light' | 'dark'>('theme', 'auto');
/** On a phone, the pane that is shown. */
export const pane = signal<'source' | 'result' | 'view'>('view');
