import { useSignal } from '@preact/signals';
import { Pending } from '../../parts/pending.tsx';
import { ValueHead, ValueTerms } from '../../parts/value-terms.tsx';
import { results, shownStage, studied, stepTitle } from '../../state/results.ts';
import { isCardOld, selected, selectedCard } from '../../state/selection.ts';
import { defineView } from '../define-view.ts';
import './shards.css';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import { CollectivePanel } from './collective-panel.tsx';
import { MeshDrawing } from './mesh-cells.tsx';
import { MovedPicture } from './moved-picture.tsx';
import type { ShardPicture } from './shard-picture.ts';
import type collectiveOf from '../shards-collective/answer.ts';
import { TensorDrawing } from './tensor-drawing.tsx';
import { zip } from '@shardform/ir-core';

export default defineView({ name: 'shards', title: 'Shards', order: 1, Component: ShardsView });

/** Which device holds which part of the selected value. */
function ShardsView() {
  const id = selected.value;
  const card = selectedCard.value;
  const answer = useAnswer<typeof answerOf>(
    'shards',
    card === null ? null : { stage: card.stage, id: card.id },
    [card, studied.value],
  );
  const moved = useAnswer<typeof collectiveOf>('shards-collective', id === null ? null : { id }, [
    ...[id, studied.value],
  ]);
  const collective = moved.isOld ? null : (moved.value ?? null);
  if (id === null) return <p class="hint">Click the name of a value, such as %0, in the program.</p>;
  if (card === null)
    return isCardOld.value ? <div aria-busy="true" /> : <p class="hint">No step has this value.</p>;
  if (answer.value === undefined) return <Pending doing="Drawing" answer={answer} />;
  return (
    <div class="three" aria-busy={isCardOld.value}>
      <section class="sec">
        <ValueHead card={card} />
        <ValueTerms card={card} />
        {card.stage < shownStage.value && (
          <p class="q sm">
            {stepTitle(results.value[card.stage + 1]?.step ?? '')} removed it; this is how it was before.
          </p>
        )}
        {collective?.pictures === null && <CollectivePanel collective={collective} />}
      </section>
      {collective !== null && collective.pictures !== null ? (
        <>
          <MovedPicture key={id} collective={collective} pictures={collective.pictures} />
          <CollectivePanel collective={collective} />
        </>
      ) : answer.value === null ? (
        <p class="hint">
          {card.isUndecided
            ? `Inside a fragment: devices of ${card.mesh} hold parts of it, as they need them for the operands and results of the fragment.`
            : card.type === null
              ? 'Each device computes its own: it is made of shards, such as those of neighbours, and no tensor of all devices has it.'
              : 'The value is not a tensor of static sizes.'}
        </p>
      ) : (
        <Picture key={id} name={card.name} picture={answer.value} />
      )}
    </div>
  );
}

function Picture({ name, picture }: { readonly name: string; readonly picture: ShardPicture }) {
  const { placedOn, devices } = picture;
  const chosen = useSignal(placedOn === null ? 0 : devices.indexOf(placedOn));
  const shard = Math.max(0, picture.shardOf[chosen.value] ?? 0);
  return (
    <>
      <section class="sec drawing">
        <TensorDrawing
          name={name}
          picture={picture}
          shard={shard}
          onChoose={(number) => (chosen.value = picture.shardOf.indexOf(number))}
        />
      </section>
      <section class="sec">
        <MeshDrawing picture={picture} chosen={chosen.value} onChoose={(index) => (chosen.value = index)} />
        <p class="sm" role="status">
          {shardText(picture, chosen.value)}
        </p>
      </section>
    </>
  );
}

/** `Device 0 holds rows 0–15, all 64 columns, and so do 1, 2, 3.` */
function shardText({ shardOf, shards, devices, shape }: ShardPicture, chosen: number): string {
  if (shardOf[chosen] === -1) return `Device ${devices[chosen] ?? 0} holds nothing of it.`;
  const shard = shards[shardOf[chosen] ?? 0]!;
  const ranges = zip(shard.ranges, shape).map(([[from, to], size], d) => {
    if (from === 0 && to === size) return `all of dimension ${d} (${size})`;
    return from >= to ? `padding of dimension ${d}` : `${from} to ${to - 1} of dimension ${d}`;
  });
  const others = shard.devices.filter((device) => device !== devices[chosen]);
  const shown =
    others.slice(0, 12).join(', ') + (others.length > 12 ? `, and ${others.length - 12} more` : '');
  const what = ranges.length === 0 ? 'the only element' : ranges.join(', ');
  return `Device ${devices[chosen] ?? 0} holds ${what}${others.length === 0 ? '; no other device does' : `, and so do ${shown}`}.`;
}
