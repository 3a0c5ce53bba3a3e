import type { Ref } from 'preact';
import { axisClass } from '../../parts/chip.tsx';
import { axes } from '../../state/axes.ts';
import { facts } from '../../state/results.ts';
import { ZOOM_STEP } from './graph-keys.ts';
import type { GraphControls } from './use-graph.ts';

/** What of a graph is drawn. */
export interface GraphSettings {
  /** What is looked for; empty for nothing. */
  readonly wanted: string;
  readonly isGrouped: boolean;
  readonly fill: 'none' | 'time';
  /** Whether nodes are in a table, not drawn. */
  readonly isTable: boolean;
}

/** The search, and what is drawn. */
export function GraphTools({
  settings: { wanted, isGrouped, fill, isTable },
  controls: { goTo, hit },
  found,
  search,
  onChange,
}: {
  readonly settings: GraphSettings;
  readonly controls: GraphControls;
  /** Number of values that were found. */
  readonly found: number;
  readonly search: Ref<HTMLInputElement>;
  readonly onChange: (changes: Partial<GraphSettings>) => void;
}) {
  return (
    <div class="graph-tools">
      <label class="graph-find">
        <span aria-hidden="true">⌕</span>
        <input
          ref={search}
          type="search"
          aria-label="Find operations or values"
          placeholder="Find"
          value={wanted}
          onInput={(event) => onChange({ wanted: event.currentTarget.value.trim() })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') goTo(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        {wanted === '' ? (
          <span class="kbd">/</span>
        ) : (
          <span class="qq xs" role="status">
            {hit === -1 ? `${found} found` : `${hit + 1} of ${found}`}
          </span>
        )}
      </label>
      <span class="seg" role="group" aria-label="Grouping">
        {([false, true] as const).map((grouped) => (
          <button
            key={String(grouped)}
            type="button"
            aria-pressed={isGrouped === grouped}
            onClick={() => onChange({ isGrouped: grouped })}
          >
            {grouped ? 'layers' : 'ops'}
          </button>
        ))}
      </span>
      <label class="graph-check">
        <input
          type="checkbox"
          checked={fill === 'time'}
          disabled={facts.value?.time == null}
          onChange={(event) => onChange({ fill: event.currentTarget.checked ? 'time' : 'none' })}
        />{' '}
        heat by time
      </label>
      <button
        type="button"
        class="btn"
        aria-pressed={isTable}
        onClick={() => onChange({ isTable: !isTable })}
      >
        {isTable ? 'Show as drawing' : 'Show as table'}
      </button>
    </div>
  );
}

/** Buttons for zooming. */
export function GraphZoom({ controls: { zoom, fit, camera } }: { readonly controls: GraphControls }) {
  return (
    <div class="graph-zoom">
      <button type="button" class="btn sq" aria-label="Zoom out" onClick={() => zoom(1 / ZOOM_STEP)}>
        −
      </button>
      <span class="graph-scale">{Math.max(1, Math.round(camera.value.scale * 100))} %</span>
      <button type="button" class="btn sq" aria-label="Zoom in" onClick={() => zoom(ZOOM_STEP)}>
        +
      </button>
      <button type="button" class="btn" onClick={fit}>
        Fit <span class="kbd">0</span>
      </button>
    </div>
  );
}

/** The hues of edges. */
export function GraphLegend() {
  return (
    <div class="graph-legend" aria-hidden="true">
      {axes.value.map(([axis]) => (
        <span key={axis}>
          <svg width="20" height="6">
            <path d="M0 3H20" class={`s-${axisClass(axis)}`} stroke-width="2" />
          </svg>
          split along {axis}
        </span>
      ))}
      {axes.value.length > 0 && (
        <span>
          <svg width="20" height="6">
            <path d="M0 3H20" class="s-strong" stroke-width="2" stroke-dasharray="5 3" />
          </svg>
          partial sums
        </span>
      )}
    </div>
  );
}
