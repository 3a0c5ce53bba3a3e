import { distinctLabels, svgPicture } from '@shardform/inspect';
import { compiler } from '../compiler/client.ts';
import type { ValuePicture } from '../compiler/messages.ts';
import { download } from '../share/files.ts';
import { selected, shownText } from '../state.ts';
import { useAnswer } from './use-answer.ts';

/** Which device holds which part of the selected value. */
export function ShardsPanel() {
  const [text, offset] = [shownText.value, selected.value];
  const picture = useAnswer(
    async () => (offset === null ? null : compiler.picture(text, offset)),
    [text, offset],
  );
  if (offset === null) return <p class="hint">Click the name of a value, such as %0, in the program.</p>;
  if (picture === undefined) return <p class="hint">Drawing…</p>;
  if (picture === null) return <p class="hint">The program has no such value.</p>;
  return <Picture picture={picture} />;
}

function Picture({ picture }: { readonly picture: ValuePicture }) {
  const { mesh, value, grid } = picture;
  const labels = distinctLabels(grid.labels);
  const axes = mesh.axes.map(([name, size]) => `"${name}"=${size}`).join(', ');
  const title = `${value.name} : ${value.type}`;
  return (
    <figure class="shards">
      <figcaption>
        <code>{title}</code>
        <dl>
          <dt>sharding</dt>
          <dd>
            <code>{value.sharding ?? 'none: whole on every device'}</code>
          </dd>
          {value.localType !== null && (
            <>
              <dt>on a device</dt>
              <dd>
                <code>{value.localType}</code>
              </dd>
            </>
          )}
          <dt>mesh</dt>
          <dd>
            <code>
              {mesh.name === '' ? 'none' : `@${mesh.name}`} {axes}
            </code>
          </dd>
        </dl>
      </figcaption>
      <table aria-label={`Devices that hold each part of ${value.name}`}>
        <tbody>
          {grid.labels.map((row, r) => (
            <tr key={r}>
              {row.map((label, c) => (
                <td key={c} style={{ '--hue': Math.round((360 * labels.indexOf(label)) / labels.length) }}>
                  {label}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        Each cell is a part of the tensor, with the numbers of the devices that hold it
        {grid.rowDimension !== null && `; dimension ${grid.rowDimension} goes down`}
        {grid.columnDimension !== null && `; dimension ${grid.columnDimension} goes across`}.
      </p>
      <button
        type="button"
        onClick={() => download('shards.svg', svgPicture([{ title, grid }]), 'image/svg+xml')}
      >
        Save as SVG
      </button>
    </figure>
  );
}
