import { effect, type Signal, signal } from '@preact/signals';

/**
 * A setting that the browser keeps; where it keeps nothing, the page's own value holds. Frames of other pages, which say so
 * in their markup, keep none.
 */
export function kept<T>(name: string, initial: T): Signal<T> {
  const key = `shardform.${name}`;
  if (document.documentElement.dataset.settings === 'own') return signal<T>(initial);
  const setting = signal<T>(stored(key, initial));
  effect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(setting.value));
    } catch {
      // Private windows and full disks: the setting lasts as long as the page.
    }
  });
  return setting;
}

function stored<T>(key: string, initial: T): T {
  try {
    const text = localStorage.getItem(key);
    const value: unknown = text === null ? initial : JSON.parse(text);
    // Settings are written by this file only; another kind of value is of another version.
    return typeof value === typeof initial ? (value as T) : initial;
  } catch {
    return initial;
  }
}
