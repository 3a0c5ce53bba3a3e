import { useEffect } from 'preact/hooks';
import { reveal } from '../parts/reveal.ts';
import { isMaximised, view } from '../state/layout.ts';
import { isOld, results } from '../state/results.ts';
import { views } from '../views/views.ts';

/** The views of the program, one at a time. */
export function ViewPane() {
  const there = views.filter(({ isThere }) => isThere?.() !== false);
  const shown = there.find(({ name }) => name === view.value) ?? there[0]!;
  useEffect(() => {
    const tab = document.getElementById(`tab-${shown.name}`);
    if (tab !== null) reveal(tab);
  }, [shown.name]);
  const move = (event: KeyboardEvent): void => {
    const at = there.indexOf(shown);
    const next =
      event.key === 'ArrowRight'
        ? there[(at + 1) % there.length]
        : event.key === 'ArrowLeft'
          ? there.at(at - 1)
          : event.key === 'Home'
            ? there[0]
            : event.key === 'End'
              ? there.at(-1)
              : undefined;
    if (next === undefined) return;
    event.preventDefault();
    view.value = next.name;
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <section class="pane views" aria-label="Views">
      <div class="tabs">
        <div class="tablist" role="tablist" aria-label="Views of the program" onKeyDown={move}>
          {there.map(({ name, title, count }) => (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              class="tab"
              aria-selected={shown.name === name}
              aria-controls="view"
              tabIndex={shown.name === name ? 0 : -1}
              onClick={() => (view.value = name)}
            >
              {title}
              {count?.() != null && <small>{count()}</small>}
            </button>
          ))}
        </div>
        <span class="grow" />
        <button
          type="button"
          class="btn plain sq"
          aria-label={isMaximised.value ? 'Restore the views' : 'Maximise the views'}
          aria-pressed={isMaximised.value}
          onClick={() => (isMaximised.value = !isMaximised.value)}
        >
          {isMaximised.value ? '⤡' : '⤢'}
        </button>
      </div>
      <div
        class={`view${isOld.value ? ' old' : ''}`}
        id="view"
        role="tabpanel"
        tabIndex={0}
        aria-labelledby={`tab-${shown.name}`}
      >
        {results.value[0]?.failed === true ? (
          <p class="hint">The program has errors.</p>
        ) : (
          <shown.Component key={shown.name} />
        )}
      </div>
    </section>
  );
}
