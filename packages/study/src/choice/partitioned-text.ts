import { isDeviceProgramOfHlo } from '@shardform/dialect-hlo';
import { deviceCount, hasInsertedCollectives, isNotDividedYet } from '@shardform/inspect';
import { isMoreOperations } from '@shardform/passes-sharding';
import { listCollectives } from '../collectives/collective-list.ts';
import { collectiveTotals } from '../collectives/collective-totals.ts';
import type { Study } from '../study.ts';
import { choiceText } from './choice-text.ts';
import { partitionOn } from './partition-on.ts';
import { partitionerText } from './partitioner.ts';

/** Larger programs are not partitioned a second time for a suggestion. */
const MOST_PARTITIONED_AGAIN = 2000;

/** Returns which program texts about a study speak of: `as XLA would, predicted`, or `as it was given`. */
export function programText(study: Study): string {
  const partitioned = partitionedText(study);
  if (partitioned === null) return 'as it was given';
  return isDeviceProgramOfHlo(study.module) ? partitioned : partitionerText(study.partitioner);
}

/**
 * Returns `partitioned as XLA would, predicted`, what decides for the machine, or `as compiled by XLA` for HLO of one device; `null` for
 * a program that is not partitioned.
 */
export function partitionedText(study: Study): string | null {
  const { module, context, choice } = study;
  if (isDeviceProgramOfHlo(module)) return 'as compiled by XLA';
  const isPartitioned =
    isNotDividedYet(module, context) &&
    deviceCount(module) > 1 &&
    !study.isPlacedAt(module) &&
    !hasInsertedCollectives(module, context);
  if (!isPartitioned) return null;
  return choice === null ? `partitioned ${partitionerText(study.partitioner)}` : choiceText(choice);
}

/**
 * Returns the bytes that each device would send with the least communication, if these are fewer and the program is small enough to
 * be partitioned again; `null` otherwise.
 */
export function possibleBytes({ module, context, partitioner, collectives }: Study): number | null {
  if (partitioner === 'best' || isMoreOperations(module, MOST_PARTITIONED_AGAIN)) return null;
  const sent = collectives === null ? 0 : collectiveTotals(collectives).bytes;
  if (sent === 0) return null;
  const { result } = context.diagnostics.capture(() => partitionOn(null, module, context).stages);
  if (result.collectives === null) return null;
  const { bytes } = collectiveTotals(listCollectives(result.collectives, context, {}));
  return bytes < sent ? bytes : null;
}
