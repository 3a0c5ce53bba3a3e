import type { Parser, Printer } from '@shardform/ir-core';
import type { ConvDimensions } from './conv-dimension-numbers-attr.ts';
import { lookUp } from '@shardform/ir-core';

/** Writes `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`. */
export function printConvolutionLists(printer: Printer, dimensions: ConvDimensions): void {
  const list = (named: readonly (readonly [string, number])[], spatial: readonly number[]): string => {
    // Numbers that were given one by one may leave positions open; those read as the first spatial dimension.
    const places: string[] = new Array<string>(spatial.length + named.length).fill('0');
    for (const [letter, at] of named) if (at >= 0) places[at] = letter;
    for (const [i, at] of spatial.entries()) if (at >= 0) places[at] = String(i);
    return `[${Array.from(places, (place: string | undefined) => place ?? '0').join(', ')}]`;
  };
  const input = list(
    [
      ['b', dimensions.inputBatchDimension],
      ['f', dimensions.inputFeatureDimension],
    ],
    dimensions.inputSpatialDimensions,
  );
  const kernel = list(
    [
      ['i', dimensions.kernelInputFeatureDimension],
      ['o', dimensions.kernelOutputFeatureDimension],
    ],
    dimensions.kernelSpatialDimensions,
  );
  const output = list(
    [
      ['b', dimensions.outputBatchDimension],
      ['f', dimensions.outputFeatureDimension],
    ],
    dimensions.outputSpatialDimensions,
  );
  printer.write(`${input}x${kernel}->${output}`);
}

/** Reads what {@link printConvolutionLists} writes. */
export function parseConvolutionLists(parser: Parser): ConvDimensions {
  const input = parseDimensionList(parser, ['b', 'f']);
  parser.expectKeyword('x');
  const kernel = parseDimensionList(parser, ['i', 'o']);
  parser.expect('->');
  const output = parseDimensionList(parser, ['b', 'f']);
  return {
    inputBatchDimension: input.named[0]!,
    inputFeatureDimension: input.named[1]!,
    inputSpatialDimensions: input.spatial,
    kernelInputFeatureDimension: kernel.named[0]!,
    kernelOutputFeatureDimension: kernel.named[1]!,
    kernelSpatialDimensions: kernel.spatial,
    outputBatchDimension: output.named[0]!,
    outputFeatureDimension: output.named[1]!,
    outputSpatialDimensions: output.spatial,
  };
}

interface DimensionList {
  /** The position of each letter. */
  readonly named: readonly number[];
  /** The position of each spatial dimension. */
  readonly spatial: readonly number[];
}

/** Spatial dimensions that a message names at most. */
const LISTED = 10;

/** `[b, 0, 1, f]`: at each position the letter or the number of the spatial dimension that it holds. */
function parseDimensionList(parser: Parser, letters: readonly string[]): DimensionList {
  const named = new Map<string, number>();
  const spatial = new Map<number, number>();
  let place = 0;
  parser.parseList('square', () => {
    const { offset } = parser;
    if (parser.at('integer') || parser.at('-')) {
      const dimension = parser.parseNumber();
      if (dimension < 0) parser.fail(`Unexpected dimension ${dimension}`, offset);
      if (spatial.has(dimension)) {
        parser.fail(`Duplicate entries for spatial dimension ${dimension}`, offset);
      }
      spatial.set(dimension, place++);
      return;
    }
    const keyword = parser.parseKeyword();
    const open = letters.filter((letter) => !named.has(letter));
    if (open.length === 0 || keyword.length !== 1) parser.fail(`Unexpected keyword ${keyword}`, offset);
    if (!open.includes(keyword)) {
      parser.fail(`Unexpected dimension ${keyword}, expecting ${open.join(', ')}`, offset);
    }
    named.set(keyword, place++);
  });
  const open = letters.filter((letter) => !named.has(letter));
  if (open.length > 0) parser.fail(`Expected dimensions ${open.join(', ')} not specified`);
  const end = Math.max(-1, ...spatial.keys()) + 1;
  const missing: number[] = [];
  for (let dimension = 0; dimension < end && missing.length < LISTED; dimension++)
    if (!spatial.has(dimension)) missing.push(dimension);
  if (missing.length > 0) parser.fail(`Expected spatial dimensions ${missing.join(', ')} not specified`);
  return {
    named: letters.map((letter) => lookUp(named, letter)),
    spatial: Array.from({ length: end }, (_, dimension) => lookUp(spatial, dimension)),
  };
}
