import { bytesText } from '@shardform/ir-core';
import type { NamedValueRef, ValueCard } from '@shardform/study';
import type { StageCard } from '../compiler/messages.ts';
import { select } from '../state/selection.ts';
import { Chip } from './chip.tsx';
import { measuredText } from './measured-text.ts';

/** The name of a value, which selects it. */
export function ValueName({ value }: { readonly value: NamedValueRef }) {
  return (
    <button type="button" class="value link" onClick={() => select(value.id)}>
      {value.name}
    </button>
  );
}

/** What is known of a value at once, as terms. */
export function ValueTerms({ card }: { readonly card: ValueCard & Partial<Pick<StageCard, 'measured'>> }) {
  const measured = measuredText(card.measured ?? []);
  const { operation, line, type, bytes, localType, localBytes, uses, operands, userName, derivedFrom } = card;
  const sized = (size: number | null): string => (size === null ? '' : ` ${bytesText(size)}`);
  return (
    <dl class="kv">
      {userName !== null && (
        <>
          <dt>named</dt>
          <dd>{userName}</dd>
        </>
      )}
      <dt>made by</dt>
      <dd>
        {operation === null ? `argument ${card.argument ?? ''}`.trimEnd() : <code>{operation}</code>}
        {line !== null && `, line ${line}`}
      </dd>
      {derivedFrom !== null && (
        <>
          <dt>derived from</dt>
          <dd>
            <ValueName value={derivedFrom} />
          </dd>
        </>
      )}
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
      {type !== null && (
        <>
          <dt>{card.device === null ? 'whole' : 'type'}</dt>
          <dd>
            <code>{type}</code>
            {sized(bytes)}
          </dd>
        </>
      )}
      {localType !== null && (
        <>
          <dt>on a device</dt>
          <dd>
            <code>{localType}</code>
            {sized(localBytes)}
          </dd>
        </>
      )}
      {measured !== null && (
        <>
          <dt>measured</dt>
          <dd>{measured}</dd>
        </>
      )}
      {uses.length > 0 && (
        <>
          <dt>used by</dt>
          <dd>
            {uses.slice(0, 6).map(({ result, operation: user, line: at }, i) => (
              <span key={i}>
                {i > 0 && ', '}
                {result !== null && <ValueName value={result} />} {user.slice(user.indexOf('.') + 1)}
                {at !== null && ` (${at})`}
              </span>
            ))}
            {uses.length > 6 && ` and ${uses.length - 6} more`}
          </dd>
        </>
      )}
    </dl>
  );
}

/** The heading of a value: its name and its sharding. */
export function ValueHead({ card }: { readonly card: ValueCard }) {
  return (
    <h3 class="value-head">
      <code class="b">{card.name}</code>{' '}
      {card.chip !== null ? <Chip chip={card.chip} big /> : <span class="q">{heldWords(card)}</span>}
    </h3>
  );
}

/** Where a value without a sharding is. */
export function heldWords({ type, device, mesh, isUndecided = false }: Held): string {
  if (type === null) return 'each device has its own';
  if (device !== null) return `whole on device ${device}`;
  if (isUndecided) return `split as its fragment on ${mesh} is partitioned`;
  return mesh === null ? 'whole on every device' : `whole on every device of ${mesh}`;
}

/** What is known of a value without a sharding; see {@link ValueCard}. */
interface Held {
  /** Of all shards together; `null` for what has no whole. */
  readonly type?: string | null;
  readonly device: string | number | null;
  readonly mesh: string | null;
  readonly isUndecided?: boolean;
}
