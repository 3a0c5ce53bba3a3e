import { expect, test } from 'vitest';
import { problemOf, settingsOf, STYLES } from './partitioned-numbers.ts';
import { randomShardedProgram } from './random-sharded-program.ts';

/** How many programs of each style; more are tried by hand, from other seeds on. */
const count = Number(process.env.RANDOM_PROGRAMS ?? 25);
const first = Number(process.env.FIRST_PROGRAM ?? 0);

test.each(Object.entries(STYLES))(
  '%s give the same numbers on devices, whatever is chosen',
  (_, style) => {
    const problems: string[] = [];
    for (let seed = first; seed < first + count; seed++) {
      const problem = problemOf(randomShardedProgram(seed, style), settingsOf(seed));
      if (problem !== null) problems.push(`${seed}: ${problem}`);
    }
    expect(problems).toEqual([]);
  },
  3_600_000,
);
