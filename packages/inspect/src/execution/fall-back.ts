import { type Context, type Diagnostic, LimitError, UnknownLoc } from '@shardform/ir-core';
import { partitionDefaults, type PartitionSettings } from '@shardform/passes-sharding';

/** The result of one way to divide a program; `null` where it fails. */
interface Attempt<T> {
  readonly result: T | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Divides a program so that devices send the least, or as Shardy does where a pass of ours fails: that is a defect, which a
 * warning reports, and no reason to refuse a program.
 *
 * @param divide returns `null` where a pass fails; the reasons are in the context's diagnostics.
 */
export function withFallBack<T>(
  settings: PartitionSettings | undefined,
  context: Context,
  divide: (settings: PartitionSettings | undefined) => T | null,
): T | null {
  const own = settings ?? partitionDefaults;
  if (own.partitioner === 'shardy') return divide(settings);
  const first = attempt(context, () => divide(settings));
  if (first.result !== null) return emitted(first, context);
  const second = attempt(context, () => divide({ ...own, partitioner: 'shardy' }));
  const cause = first.diagnostics.find(({ severity }) => severity === 'error');
  // An error of Shardy's choices, too, is an error of the program.
  if (second.result === null || cause === undefined) return emitted(first, context);
  context.diagnostics.warning(
    cause.location,
    `the passes by which devices send the least fail here (${cause.message}), so the program is divided as Shardy does; this is a defect of Shardform: please report it with the program`,
  );
  return emitted(second, context);
}

function attempt<T>(context: Context, divide: () => T | null): Attempt<T> {
  return context.diagnostics.capture(() => {
    try {
      return divide();
    } catch (error) {
      if (error instanceof LimitError || !(error instanceof Error)) throw error;
      context.diagnostics.error(UnknownLoc.instance, error.message);
      return null;
    }
  });
}

function emitted<T>({ result, diagnostics }: Attempt<T>, context: Context): T | null {
  for (const diagnostic of diagnostics) context.diagnostics.emit(diagnostic);
  return result;
}
