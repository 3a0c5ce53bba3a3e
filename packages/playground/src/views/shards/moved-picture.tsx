import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import type { ShownCollective } from '../shards-collective/answer.ts';
import { MeshDrawing } from './mesh-cells.tsx';
import type { ShardPicture } from './shard-picture.ts';
import { TensorDrawing } from './tensor-drawing.tsx';

const TENSOR_ROOM = { width: 150, height: 140 };
const MESH_ROOM = { width: 176, height: 140 };

/** A value before a collective, the devices that exchange it, and the value after. */
export function MovedPicture({
  collective: { kind, bytes, axisNames, from, to },
  pictures: { before, after },
}: {
  readonly collective: ShownCollective;
  readonly pictures: NonNullable<ShownCollective['pictures']>;
}) {
  const chosen = useSignal(0);
  const tensor = (name: string, picture: ShardPicture) => (
    <TensorDrawing
      name={name}
      picture={picture}
      room={TENSOR_ROOM}
      shard={picture.shardOf[chosen.value] ?? 0}
      onChoose={(number) => (chosen.value = picture.shardOf.indexOf(number))}
    />
  );
  return (
    <section class="sec drawing moved">
      <div>
        <h4>1 Each device has{isSum(kind) && ' partial sums'}</h4>
        {tensor(from.name, before)}
      </div>
      <div>
        <h4>
          2 {isSum(kind) ? 'They are added up' : 'They are exchanged'}, {bytesText(bytes)} from each
        </h4>
        <MeshDrawing
          picture={after}
          chosen={chosen.value}
          onChoose={(index) => (chosen.value = index)}
          linked={axisNames}
          box={MESH_ROOM}
        />
      </div>
      <div>
        <h4>3 Each device gets</h4>
        {tensor(to.name, after)}
      </div>
    </section>
  );
}

/** Returns whether a collective adds up what devices have. */
function isSum(kind: string): boolean {
  return kind === 'all_reduce' || kind === 'reduce_scatter';
}
