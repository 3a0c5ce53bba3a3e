import type {
  ConvolutionDimensions,
  PaddingDimension,
  SliceDimension,
  WindowDimension,
} from '../model/attributes.ts';
import type { Mutable } from '../mutable.ts';
import { windowDimension } from '../window-dimension.ts';
import type { Scanner } from './scanner.ts';

/** Sets a member of one dimension of a window from its text. */
type Part = (dimension: Mutable<WindowDimension>, numbers: readonly number[]) => void;

/** Members of `window={...}`: the numbers per dimension, and where they go. */
const parts: ReadonlyMap<string, { readonly count: 1 | 2; readonly set: Part }> = new Map([
  ['size', { count: 1, set: (dimension, [size]) => (dimension.size = size!) }],
  ['stride', { count: 1, set: (dimension, [stride]) => (dimension.stride = stride!) }],
  [
    'pad',
    {
      count: 2,
      set: (dimension, [low, high]) => {
        dimension.paddingLow = low!;
        dimension.paddingHigh = high!;
      },
    },
  ],
  ['lhs_dilate', { count: 1, set: (dimension, [dilation]) => (dimension.baseDilation = dilation!) }],
  ['rhs_dilate', { count: 1, set: (dimension, [dilation]) => (dimension.windowDilation = dilation!) }],
  ['rhs_reversal', { count: 1, set: (dimension, [isReversed]) => (dimension.isReversed = isReversed !== 0) }],
] satisfies [string, { count: 1 | 2; set: Part }][]);

/** Reads `1_1x0_-1`: numbers with `_` between those of a dimension and `x` between dimensions. */
function dimensionNumbers(scanner: Scanner, what: string): number[][] {
  const dimensions: number[][] = [];
  do {
    const numbers = [scanner.integer(what)];
    while (scanner.takeNext('_')) numbers.push(scanner.integer(what));
    dimensions.push(numbers);
  } while (scanner.takeNext('x'));
  return dimensions;
}

/** Reads `{size=3x3 stride=2x2 pad=1_1x1_1}`. */
export function readWindow(scanner: Scanner): WindowDimension[] {
  scanner.expect('{', 'before a window');
  const dimensions: Mutable<WindowDimension>[] = [];
  while (!scanner.take('}')) {
    const start = scanner.position;
    const name = scanner.word('a member of a window');
    const part = parts.get(name);
    if (part === undefined) scanner.fail(`'${name}' is not a member of a window`, start);
    scanner.expect('=', `after '${name}'`);
    const values = dimensionNumbers(scanner, `'${name}' of a window`);
    if (dimensions.length === 0) dimensions.push(...values.map(() => ({ size: 1 })));
    if (values.length !== dimensions.length || values.some(({ length }) => length !== part.count))
      scanner.fail(`'${name}' does not have the dimensions of its window`, start);
    values.forEach((numbers, dimension) => part.set(dimensions[dimension]!, numbers));
  }
  return dimensions.map(windowDimension);
}

/** Reads `0_0x1_1_2`. */
export function readPadding(scanner: Scanner): PaddingDimension[] {
  // A scalar has none.
  const next = scanner.text[scanner.position];
  if (next === ',' || next === '\n' || next === undefined) return [];
  const start = scanner.position;
  return dimensionNumbers(scanner, 'padding').map(([low, high, interior = 0, ...more]) =>
    high === undefined || more.length > 0
      ? scanner.fail('padding has two or three numbers for each dimension', start)
      : { low: low!, high, interior },
  );
}

/** Reads `{[0:2], [0:16:2]}`. */
export function readSlice(scanner: Scanner): SliceDimension[] {
  return scanner.list('{', '}', 'slices', () => {
    scanner.expect('[', 'before the bounds of a slice');
    const start = scanner.integer('the start of a slice');
    scanner.expect(':', 'after the start of a slice');
    const limit = scanner.integer('the limit of a slice');
    const stride = scanner.take(':') ? scanner.integer('the stride of a slice') : 1;
    scanner.expect(']', 'after the bounds of a slice');
    return { start, limit, stride };
  });
}

/** The places of letters and digits in one operand of `dim_labels=`. */
function places(labels: string, first: string, second: string): [number, number, number[]] | null {
  const spatial = Array.from({ length: labels.length - 2 }, (_, number) => labels.indexOf(String(number)));
  const [one, other] = [labels.indexOf(first), labels.indexOf(second)];
  // All labels differ if as many are found as there are.
  return one < 0 || other < 0 || spatial.includes(-1) ? null : [one, other, spatial];
}

/** Reads `b01f_01io->b01f`. */
export function readDimensionLabels(scanner: Scanner): ConvolutionDimensions {
  scanner.peek();
  const start = scanner.position;
  const operands = scanner.word('labels of dimensions');
  // The arrow's hyphen is a character of names.
  const [input = '', kernel = ''] = operands.slice(0, -1).split('_');
  if (!operands.endsWith('-') || !scanner.take('>'))
    scanner.fail("expected '->' in labels of dimensions", start);
  const output = scanner.word('labels of the result');
  const inputs = places(input, 'b', 'f');
  const kernels = places(kernel, 'i', 'o');
  const outputs = places(output, 'b', 'f');
  if (inputs === null || kernels === null || outputs === null)
    scanner.fail(`'${scanner.text.slice(start, scanner.position)}' are not labels of dimensions`, start);
  return {
    inputBatch: inputs[0],
    inputFeature: inputs[1],
    inputSpatial: inputs[2],
    kernelInputFeature: kernels[0],
    kernelOutputFeature: kernels[1],
    kernelSpatial: kernels[2],
    outputBatch: outputs[0],
    outputFeature: outputs[1],
    outputSpatial: outputs[2],
  };
}
