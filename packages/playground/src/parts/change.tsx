import { percentText } from '@shardform/study';

/** Smaller changes are not worth a number. */
const LEAST = 5e-4;
/** Larger ones are told as factors. */
const MOST = 9;

/** How a cost changes, where less is better: `−5.2 %`, `×12`; nothing where it stays. */
export function Change({ before, after }: { readonly before: number; readonly after: number }) {
  if (before === after) return null;
  if (before === 0) return <span class="delta bad">new</span>;
  const change = after / before - 1;
  if (Math.abs(change) < LEAST) return null;
  const text =
    change > MOST
      ? `×${(after / before).toFixed(0)}`
      : `${change < 0 ? '−' : '+'}${percentText(Math.abs(change))}`;
  return <span class={`delta ${change < 0 ? 'good' : 'bad'}`}>{text}</span>;
}
