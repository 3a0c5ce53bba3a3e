import type { Basis } from '../compiler/messages.ts';

/** Says whose costs are told, where that is not plain. */
export function BasisNote({ basis }: { readonly basis: Basis }) {
  return basis === '' ? null : <p class="basis sm">{basis}</p>;
}
