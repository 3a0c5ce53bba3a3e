import { bytesText } from '@shardform/ir-core';
import type { OperationTime } from '@shardform/study/tenstorrent';
import { countText, percentText, secondsText } from '@shardform/study';
import { ValueName } from '../../parts/value-terms.tsx';
import type { TensorOnChip } from '../tenstorrent-tensor/answer.ts';
import { TileDrawing } from './tile-drawing.tsx';

/** What is known of a tensor beside the chip: its tiles, its layout, and how its operation is executed. */
export function TensorPanel({
  placement,
  time,
}: {
  readonly placement: TensorOnChip;
  /** Of the operation that makes the tensor. */
  readonly time: OperationTime | undefined;
}) {
  const { tensor, picture, operands, config, layout } = placement;
  const { shape, elementType, bytes, used, memory, placement: how, operation, line } = tensor;
  return (
    <aside class="tt-panel" aria-label="The tensor">
      {picture !== null && (
        <section class="sec">
          <h3>
            {countText(tensor.pages, 'tile')} of 32 × 32
            {picture.slices > 1 && `, ${picture.slices} slices alike, of which this is one`}
          </h3>
          <TileDrawing picture={picture} />
          <p class="sm tt-under">
            {picture.matrix.join(' × ')} used of {picture.tiles.map((count) => count * 32).join(' × ')}:{' '}
            <b>{percentText(used)}</b> of {bytesText(bytes)}
          </p>
        </section>
      )}
      <section class="sec">
        <h3>{tensor.name}</h3>
        <dl class="kv">
          <dt>made by</dt>
          <dd>
            {operation === null ? 'an argument' : <code>ttnn.{operation}</code>}
            {line !== null && `, line ${line}`}
          </dd>
          {operands.length > 0 && (
            <>
              <dt>from</dt>
              <dd>
                {operands.map((operand, i) => (
                  <span key={operand.id}>
                    {i > 0 && ', '}
                    <ValueName value={operand} />
                  </span>
                ))}
              </dd>
            </>
          )}
          {time !== undefined && (
            <>
              <dt>takes</dt>
              <dd>
                {secondsText(time.seconds)}, bound by {time.bound}; L1 {bytesText(time.l1)} of a core
              </dd>
            </>
          )}
          <dt>on a device</dt>
          <dd>
            <code>{shape.join('×')}</code> {elementType}
          </dd>
          <dt>memory</dt>
          <dd>
            {memory}
            {how !== null && `, ${how}`}
          </dd>
          <dt>page</dt>
          <dd>
            {picture === null ? 'a row' : 'a tile'} of {bytesText(tensor.pageBytes)}
          </dd>
          <dt>layout</dt>
          <dd>
            <code class="xs">{layout}</code>
          </dd>
        </dl>
      </section>
      {config !== null && (
        <section class="sec">
          <h3>How the cores share the product</h3>
          <p class="sm">{config.kind ?? 'The library decides: the operation has no program config.'}</p>
          <dl class="kv tt-config">
            {config.terms.map(({ parameter, words }) => (
              <div key={parameter}>
                <dt>
                  <code>{parameter}</code>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </aside>
  );
}
