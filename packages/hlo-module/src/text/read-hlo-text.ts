import type { HloModule } from '../model/module.ts';
import { calleesFirst } from '../callees-first.ts';
import { partitions } from '../partition-count.ts';
import { ComputationReader } from './computations.ts';
import { readModuleHeader } from './module-header.ts';
import { Scanner } from './scanner.ts';
import { readStackFrames } from './stack-frames.ts';
import { startOfModule, withoutLogPrefixes } from './start-of-module.ts';

/** Settings of the reader of text. */
export interface ReadHloTextOptions {
  /** The name of a module whose text begins with a computation, `module` by default. */
  readonly name?: string;
}

/** Reads the text of a module. Throws an HloError for a text that is not one. */
export function readHloText(source: string, { name = 'module' }: ReadHloTextOptions = {}): HloModule {
  const text = withoutLogPrefixes(source);
  const scanner = new Scanner(text, startOfModule(text));
  const reader = new ComputationReader(scanner);
  const header = readModuleHeader(scanner, reader.shapes, name);
  const stackFrames = readStackFrames(scanner);
  if (scanner.peek() < 0) scanner.fail('expected a computation, found the end of the text');
  reader.readAll();
  const { computations } = reader;
  const called = new Set(
    computations.flatMap(({ instructions }) =>
      instructions.flatMap((instruction) => instruction.called.map(({ computation }) => computation)),
    ),
  );
  if (reader.entry === null && header.entryLayout !== undefined)
    scanner.fail('the module has no ENTRY computation; is the text cut off?');
  const entry =
    reader.entry ??
    computations.findLast((computation) => !called.has(computation)) ??
    scanner.fail('each computation is called by another one, so none is the entry');
  return {
    ...header,
    ...partitions(header.numPartitions, computations, []),
    entry,
    computations: reader.hasForwardCalls ? calleesFirst(computations) : computations,
    stackFrames,
  };
}
