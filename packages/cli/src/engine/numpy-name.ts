import type { ArrayKind } from '@shardform/runtime-sim';

/** Returns the name of an element kind in numpy and ml_dtypes. */
export function numpyName(kind: ArrayKind): string {
  if (kind === 'i1') return 'bool';
  if (kind === 'bf16') return 'bfloat16';
  const complex = /^complex<f(\d+)>$/.exec(kind);
  if (complex !== null) return `complex${2 * Number(complex[1])}`;
  const narrow = /^f([468])(E\w+)$/.exec(kind);
  if (narrow !== null) return `float${narrow[1]!}_${narrow[2]!.toLowerCase()}`;
  const [, prefix, width] = /^(f|s?i|ui)(\d+)$/.exec(kind)!;
  return `${{ f: 'float', i: 'int', si: 'int', ui: 'uint' }[prefix!]!}${width!}`;
}
