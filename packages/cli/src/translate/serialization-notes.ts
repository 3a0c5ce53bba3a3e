import {
  lowestVersion,
  parseVersion,
  versionFor,
  versionNeeds,
  versionText,
  compareVersions,
} from '@shardform/dialect-vhlo';
import { type Context, formatDiagnostic, type ModuleOp, type SourceText } from '@shardform/ir-core';
import type { TranslateArguments } from './arguments.ts';

/** Number of features that are named one by one. */
const MOST = 8;

/** Returns why a program has no artifact of a version, and the way out; upstream's messages only state the error. */
export function serializationNotes(
  module: ModuleOp,
  source: SourceText,
  { allowsOtherDialects, target }: TranslateArguments,
  context: Context,
): string {
  const needs = versionNeeds(module, context);
  if (needs === null) {
    if (allowsOtherDialects) return '';
    return "shardform: note: '--allow-other-dialects' keeps what is not StableHLO's, such as shardings, as jax.export does\n";
  }
  const wanted = target === null ? versionFor('WEEK_12') : parseVersion(target);
  const lowest = lowestVersion(needs);
  // Other errors are about the target itself.
  if (wanted === null || compareVersions(lowest, wanted) <= 0) return '';
  const newer = needs.filter(({ since }) => compareVersions(since, wanted) > 0);
  const notes = newer.slice(0, MOST).map(({ op, feature, since }) => {
    const message = `${feature} needs version ${versionText(since)}; the target is ${versionText(wanted)}`;
    return formatDiagnostic({ severity: 'note', location: op.location, message, notes: [] }, [source]);
  });
  const others = newer.length - notes.length;
  const more = others > 0 ? `, and ${others} more` : '';
  return `${notes.join('')}shardform: note: the whole program needs version ${versionText(lowest)}${more}: give '--target=${versionText(lowest)}', or write it without ${newer.length === 1 ? 'that' : 'these'}\n`;
}
