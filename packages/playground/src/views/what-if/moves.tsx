import { Chip } from '../../parts/chip.tsx';
import type { ListedAlternative } from './answer.ts';

/** What arguments become. */
export function Moves({
  alternative: { moves },
  isShort = false,
}: {
  readonly alternative: ListedAlternative;
  /** True if one name stands for all that are alike. */
  readonly isShort?: boolean;
}) {
  return (
    <>
      {moves.map(({ names, count, chip }) => {
        const told = isShort ? names.slice(0, 1) : names;
        return (
          <span key={names.join()} class="what-if-move">
            {told.join(' ')}
            {count > told.length && (isShort ? ` +${count - 1}` : ` and ${count - told.length} more`)}{' '}
            <Chip chip={chip} />
          </span>
        );
      })}
    </>
  );
}
