import { useSignal } from '@preact/signals';
import { Chip } from '../../parts/chip.tsx';
import type { PlannedArgument } from './found-plan.ts';
import type { Pin } from './plan-session.ts';

/** More are counted until they are asked for. */
const FEW = 8;

/** The shardings of the arguments. */
export function PlannedArguments({
  args,
  onPin,
}: {
  readonly args: readonly PlannedArgument[];
  readonly onPin: (pin: Pin) => void;
}) {
  const isOpen = useSignal(false);
  const shown = isOpen.value ? args : args.slice(0, FEW);
  return (
    <>
      <h3 class="plan-title">Arguments</h3>
      <div class="plan-scroll" tabIndex={0}>
        <table class="tbl" aria-label="Planned arguments">
          <tbody>
            {shown.map(({ name, reference, chip }, i) => (
              <tr key={i}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{chip !== null ? <Chip chip={chip} /> : <span class="q">whole on every device</span>}</td>
                <td class="r">
                  {reference !== null && chip !== null && chip.dims.length > 0 && (
                    <button
                      type="button"
                      class="btn plain small"
                      aria-label={`Pin ${name}`}
                      onClick={() => onPin({ reference, axes: chip.dims.map(({ axes }) => axes) })}
                    >
                      Pin
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {args.length > shown.length && (
        <p class="sec">
          <button type="button" class="btn plain" onClick={() => (isOpen.value = true)}>
            Show all {args.length}
          </button>
        </p>
      )}
    </>
  );
}
