import type { Basis } from '../compiler/messages.ts';

const WORDS: Readonly<Record<Exclude<Basis, 'steps'>, string>> = {
  partition: 'Of the standard partition of the source, not of these steps.',
  source: 'Of the source on one device: what these steps make of it is not simulated.',
};

/** Says what costs are of, where they are not of what the steps of the pipeline make. */
export function BasisNote({ basis }: { readonly basis: Basis }) {
  return basis === 'steps' ? null : <p class="basis sm">{WORDS[basis]}</p>;
}
