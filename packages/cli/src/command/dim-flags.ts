import type { DimSize } from '../unknown-sizes.ts';
import { UsageError } from '../tool-io.ts';
import { takeFlags } from './take-flags.ts';

/**
 * Returns the sizes that a command line gives to dimensions of unknown size by `--dim ARGUMENT:DIMENSION=SIZE`, or by
 * `--dim SIZE` to all of them, and the other arguments.
 *
 * @throws UsageError for anything else.
 */
export function takeDimFlags(args: readonly string[]): {
  readonly sizes: readonly DimSize[];
  readonly rest: readonly string[];
} {
  const sizes: DimSize[] = [];
  const rest = takeFlags(args, /^--?(dim)(?:=([\s\S]*))?$/, (_, text) => {
    if (text === undefined) throw new UsageError("flag '--dim' requires a value");
    sizes.push(...text.split(',').map(dimSize));
    return true;
  });
  return { sizes, rest };
}

function dimSize(text: string): DimSize {
  const [, argument, dim, size] = /^(?:%?(.+):(\d+)=)?([1-9]\d*)$/.exec(text) ?? [];
  if (size === undefined)
    throw new UsageError(
      `flag '--dim' expects ARGUMENT:DIMENSION=SIZE, such as x:0=8, or a size for all unknown ones, got '${text}'`,
    );
  const place = argument === undefined || dim === undefined ? null : { argument, dim: Number(dim) };
  return { place, size: Number(size) };
}
