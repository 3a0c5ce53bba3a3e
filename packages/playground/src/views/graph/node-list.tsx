import type { Scene } from './scene.ts';
import type { GraphControls } from './use-graph.ts';

/** More rows are counted, not drawn. */
const MOST_ROWS = 1000;

/** The nodes of a graph as a table, groups before what is in them. */
export function NodeList({ scene, controls }: { readonly scene: Scene; readonly controls: GraphControls }) {
  const rows = scene.nodes.flatMap((node, i) => (node.kind === 'input' ? [] : [{ node, i }]));
  return (
    <div class="graph-list">
      <table class="tbl">
        <thead>
          <tr>
            <th>Node</th>
            <th>What it is</th>
            <th>Sends</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map(({ node, i }) => (
            <tr key={node.id} class={i === controls.selected ? 'on' : undefined}>
              <td style={{ paddingLeft: `${12 + node.depth * 18}px` }}>
                {node.canOpen && (
                  <button
                    type="button"
                    class="btn plain sq"
                    aria-expanded={node.isOpen}
                    aria-label={`${node.isOpen ? 'Close' : 'Open'} ${node.title}`}
                    onClick={() => controls.toggle(i)}
                  >
                    {node.isOpen ? '−' : '+'}
                  </button>
                )}
                <button type="button" class="value link" onClick={() => controls.choose(i)}>
                  {node.copies > 1 ? `${node.title} × ${node.copies}` : node.title}
                </button>
              </td>
              <td>{node.detail}</td>
              <td>
                {node.collectives
                  .map(({ kind, axis, count }) => `${count > 1 ? `${count} × ` : ''}${kind} along ${axis}`)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && <p class="hint">and {rows.length - MOST_ROWS} more</p>}
    </div>
  );
}
