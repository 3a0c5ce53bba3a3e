import { distinctLabels, type ShardPanel, svgPicture } from '@shardform/inspect';
import { useSignal } from '@preact/signals';
import type { TensorPart, ValuePicture } from '../compiler/messages.ts';
import { download } from '../share/files.ts';
import { selected, shownText } from '../state.ts';
import { Pending } from './pending.tsx';
import { useAnswer } from './use-answer.ts';

/** The devices of each shard of the selected value. */
export function ShardsPanel() {
  const [text, offset] = [shownText.value, selected.value];
  const answer = useAnswer(
    async (compiler) => (offset === null ? null : compiler.picture(text, offset)),
    [text, offset],
  );
  if (offset === null) return <p class="hint">Click the name of a value, such as %0, in the program.</p>;
  const picture = answer.value;
  if (picture === undefined) return <Pending doing="Drawing" answer={answer} />;
  if (picture === null) return <p class="hint">The program has no such value.</p>;
  return <Picture key={`${offset} ${picture.value.name}`} picture={picture} />;
}

/**
 * State shared by the drawings of a picture: a shard has one color in all of them, and one shard can be highlighted.
 */
interface Parts {
  readonly labels: readonly string[];
  readonly chosen: string | null;
  readonly onChoose: (label: string) => void;
}

function Picture({ picture }: { readonly picture: ValuePicture }) {
  const { value, panels } = picture;
  const chosen = useSignal<string | null>(null);
  const title = `${value.name} : ${value.type}`;
  const parts: Parts = {
    labels: distinctLabels(panels.flatMap(({ grid }) => grid.labels)),
    chosen: chosen.value,
    onChoose: (label) => (chosen.value = chosen.value === label ? null : label),
  };
  const drawings = panels.map(({ title: place, grid }) => ({
    title: place === '' ? title : `${title}, ${place}`,
    grid,
  }));
  return (
    <figure class="shards">
      <Caption title={title} picture={picture} />
      <p class="hint" role="status">
        {partText(picture.parts, chosen.value)}
      </p>
      <div class="drawings">
        {panels.map((panel) => (
          <Grid key={panel.title} name={value.name} panel={panel} parts={parts} />
        ))}
        <Mesh picture={picture} parts={parts} />
      </div>
      <button type="button" onClick={() => download('shards.svg', svgPicture(drawings), 'image/svg+xml')}>
        Save as SVG
      </button>
    </figure>
  );
}

function Caption({ title, picture }: { readonly title: string; readonly picture: ValuePicture }) {
  const { mesh, value } = picture;
  const axes = mesh.axes.map(([name, size]) => `"${name}"=${size}`).join(', ');
  return (
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
  );
}

/** The tensor, divided into its shards. */
function Grid({
  name,
  panel,
  parts,
}: {
  readonly name: string;
  readonly panel: ShardPanel;
  readonly parts: Parts;
}) {
  const { title, grid } = panel;
  const place = title === '' ? '' : `, ${title}`;
  return (
    <div>
      <table aria-label={`Devices that hold each part of ${name}${place}`}>
        {title !== '' && <caption>{title}</caption>}
        <tbody>
          {grid.labels.map((row, r) => (
            <tr key={r}>
              {row.map((label, c) => (
                <Part key={c} label={label} text={label} parts={parts} />
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
    </div>
  );
}

/** The devices of the mesh, each in the color of the shard that it holds. */
function Mesh({ picture, parts }: { readonly picture: ValuePicture; readonly parts: Parts }) {
  const { axes, devices } = picture.mesh;
  if (devices.length < 2) return null;
  const columns = axes.at(-1)?.[1] ?? 1;
  const rows = Array.from({ length: devices.length / columns }, (_, row) =>
    devices.slice(row * columns, (row + 1) * columns),
  );
  const labelOf = (device: number): string =>
    parts.labels.find((label) => label.split(',').includes(String(device))) ?? '';
  const [down, across] = [axes.slice(0, -1).map(([name]) => name), axes.at(-1)?.[0]];
  return (
    <div>
      <table class="mesh" aria-label="The part that each device of the mesh holds">
        <tbody>
          {rows.map((row, r) => (
            <tr key={r}>
              {row.map((device) => (
                <Part key={device} label={labelOf(device)} text={String(device)} parts={parts} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        The mesh: axis {across} goes across{down.length > 0 && `, ${down.join(' and ')} down`}. Devices of one
        colour hold the same part.
      </p>
    </div>
  );
}

function Part({
  label,
  text,
  parts,
}: {
  readonly label: string;
  readonly text: string;
  readonly parts: Parts;
}) {
  const { labels, chosen, onChoose } = parts;
  const hue = Math.round((360 * labels.indexOf(label)) / labels.length);
  return (
    <td class={chosen === label ? 'chosen' : ''} style={{ '--hue': hue }}>
      <button type="button" aria-pressed={chosen === label} onClick={() => onChoose(label)}>
        {text}
      </button>
    </td>
  );
}

function partText(parts: readonly TensorPart[], chosen: string | null): string {
  const part = parts.find(({ label }) => label === chosen);
  if (part === undefined) return 'Choose a part to see which indices it has.';
  const ranges = part.ranges.map(([from, to], d) => `dimension ${d} from ${from} to ${to}`);
  const what = ranges.length === 0 ? 'the only element' : ranges.join(', ');
  return `${part.label.includes(',') ? 'Devices' : 'Device'} ${part.label.replaceAll(',', ', ')}: ${what}.`;
}
