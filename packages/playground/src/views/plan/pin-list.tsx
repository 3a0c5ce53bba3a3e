import type { Pin } from './plan-session.ts';

/** The values that are pinned. */
export function PinList({
  pins,
  onChange,
}: {
  readonly pins: readonly Pin[];
  readonly onChange: (pins: readonly Pin[]) => void;
}) {
  if (pins.length === 0) return null;
  return (
    <p class="sec plan-pins" aria-label="Pinned values">
      Pinned:
      {pins.map((pin) => (
        <button
          key={pin.reference}
          type="button"
          class="btn small"
          aria-label={`Unpin ${pin.reference}`}
          onClick={() => onChange(pins.filter((own) => own !== pin))}
        >
          <code>
            {pin.reference} {pin.axes.map((axes) => (axes.length === 0 ? '·' : axes.join('+'))).join(' | ')}
          </code>{' '}
          ×
        </button>
      ))}
    </p>
  );
}
