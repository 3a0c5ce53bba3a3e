import { bytesText } from '@shardform/ir-core';
import { percentText, secondsText } from '@shardform/study';
import { AxisName } from '../../parts/chip.tsx';
import { ValueHead, ValueTerms } from '../../parts/value-terms.tsx';
import { facts } from '../../state/results.ts';
import { selectedCard } from '../../state/selection.ts';
import type { SceneAnswer } from './answer.ts';
import type { SceneNode } from './scene.ts';

/** What the selected node and the selected value are. */
export function SidePanel({
  node,
  way,
  onToggle,
}: {
  readonly node: SceneNode | null;
  readonly way: SceneAnswer['way'];
  readonly onToggle: (id: string) => void;
}) {
  const card = selectedCard.value;
  const around = way.filter(({ id }) => node?.id.startsWith(`${id}/`));
  if (node === null && card === null)
    return <p class="hint">Click a node to see what it is. Double click opens or closes a group.</p>;
  return (
    <>
      {node !== null && (
        <section class="sec">
          <h3 class="graph-title">
            <span class="b">{node.title}</span>
            {[...new Set(node.collectives.flatMap(({ axis }) => axis.split(', ')))].map((axis) => (
              <AxisName key={axis} axis={axis} />
            ))}
            <span class="grow" />
            {node.canOpen && (
              <button type="button" class="btn" onClick={() => onToggle(node.id)}>
                {node.isOpen ? 'Close' : 'Open'} <span class="kbd">↵</span>
              </button>
            )}
          </h3>
          {around.length > 0 && (
            <p class="sm q">
              in{' '}
              {around.map(({ id, title }, i) => (
                <span key={id}>
                  {i > 0 && ' › '}
                  {title}
                </span>
              ))}
            </p>
          )}
          <Cost node={node} />
        </section>
      )}
      {card !== null && (
        <section class="sec">
          <ValueHead card={card} />
          <ValueTerms card={card} />
        </section>
      )}
    </>
  );
}

function Cost({ node }: { readonly node: SceneNode }) {
  const { kind, operations, copies, isAlike, seconds, collectives } = node;
  const step = facts.value?.time?.seconds ?? null;
  return (
    <dl class="kv">
      {copies > 1 && (
        <>
          <dt>copies</dt>
          <dd>
            {copies}, {isAlike ? 'all alike' : 'which differ in their collectives'}
          </dd>
        </>
      )}
      {kind === 'group' && operations > 0 && (
        <>
          <dt>operations</dt>
          <dd>{operations}</dd>
        </>
      )}
      {seconds !== null && seconds > 0 && (
        <>
          <dt>time</dt>
          <dd>
            <b>{secondsText(seconds)}</b>
            {step !== null && step > 0 && ` · ${percentText(seconds / step)} of the step`}
          </dd>
        </>
      )}
      {collectives.map(({ kind: name, axis, count, bytes }) => (
        <div key={`${name} ${axis}`} class="kv-row">
          <dt>{kind === 'collective' ? 'sent' : name}</dt>
          <dd>
            {kind !== 'collective' && `${count} × along ${axis}, `}
            <b>{bytesText(bytes)}</b> by each device
          </dd>
        </div>
      ))}
    </dl>
  );
}
