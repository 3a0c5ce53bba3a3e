/** A class of texts over which the readers differ on purpose. */
export interface KnownDifference {
  /** Part of the name of the class. */
  readonly pattern: RegExp;
  readonly reason: string;
}

/** Accepted differences, with the reason; README.md explains more. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    pattern: /^only ours refuses .*is (larger than|beyond) 0, the largest/,
    reason: 'sizes are numbers of JavaScript, which are exact up to 2^53 - 1',
  },
  {
    pattern: /^only ours refuses \(verifier\): operand and result shapes must match except for the innermost/,
    reason: 'the specification of StableHLO asks for equal shapes of elements of equal widths',
  },
  {
    pattern: /^only the reference refuses \(parser\): integer value too large/,
    reason: 'Shardy prints factor sizes from 2^31 on, which its own parser refuses',
  },
];
