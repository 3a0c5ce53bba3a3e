import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayOf } from '@shardform/runtime-sim';
import { imported } from '../tests/imported.ts';
import { runHlo } from '../tests/run-hlo.ts';

/** The place in memory of each element of an array, in row-major order of its indices, counted as XLA documents tiles. */
function places(
  shape: readonly number[],
  minorToMajor: readonly number[],
  tile: readonly number[],
): number[] {
  const order = minorToMajor.toReversed();
  const sizes = order.map((d) => shape[d]!);
  const outer = sizes.length - tile.length;
  const memory = [...sizes.slice(0, outer), ...tile.map((length, i) => sizes[outer + i]! / length), ...tile];
  const count = shape.reduce((product, size) => product * size, 1);
  return Array.from({ length: count }, (_, at) => {
    let rest = at;
    const index = shape.map(() => 0);
    for (let d = shape.length - 1; d >= 0; d--) {
      index[d] = rest % shape[d]!;
      rest = Math.floor(rest / shape[d]!);
    }
    const physical = order.map((d) => index[d]!);
    const inner = tile.map((length, i) => physical[outer + i]! % length);
    const blocks = tile.map((length, i) => Math.floor(physical[outer + i]! / length));
    return [...physical.slice(0, outer), ...blocks, ...inner].reduce(
      (sum, own, d) => sum * memory[d]! + own,
      0,
    );
  });
}

const array = fc
  .tuple(fc.shuffledSubarray([2, 4, 6, 3], { minLength: 2, maxLength: 3 }), fc.infiniteStream(fc.nat()))
  .chain(([shape]) =>
    fc.record({
      shape: fc.constant(shape),
      minorToMajor: fc.shuffledSubarray([...shape.keys()], { minLength: shape.length }),
    }),
  )
  .chain(({ shape, minorToMajor }) =>
    fc.record({
      shape: fc.constant(shape),
      minorToMajor: fc.constant(minorToMajor),
      tile: fc.constantFrom<number[][]>([], [shape[minorToMajor[0]!]! % 2 === 0 ? 2 : 3]),
    }),
  );

const text = ({
  shape,
  minorToMajor,
  tile,
}: {
  shape: number[];
  minorToMajor: number[];
  tile: number[];
}): string => `f32[${shape.join()}]{${minorToMajor.join()}${tile.length === 0 ? '' : `:T(${tile.join()})`}}`;

test('a bitcast gives the elements that are at the same place of memory', () => {
  fc.assert(
    fc.property(array, array, (source, target) => {
      const size = (shape: readonly number[]): number => shape.reduce((product, own) => product * own, 1);
      fc.pre(size(source.shape) === size(target.shape));
      const [read, written] = [source, target].map(({ shape, minorToMajor, tile }) =>
        places(shape, minorToMajor, tile),
      );
      const program = `HloModule test

ENTRY main {
  x = ${text(source)} parameter(0)
  ROOT r = ${text(target)} bitcast(x)
}
`;
      const elements = Array.from({ length: size(source.shape) }, (_, i) => i);
      const [[result]] = runHlo(program, () => [arrayOf('f32', source.shape, elements)]) as [[number[]]];
      // The element at a place of the result was at the same place of the operand.
      expect(result.map((element) => read![element])).toEqual(written);
    }),
    { numRuns: 60 },
  );
});

test('a bitcast between memories that are padded differently stays', () => {
  const { module, errors } = imported(`HloModule test

ENTRY main {
  x = f32[3,5]{1,0:T(2,128)} parameter(0)
  ROOT r = f32[15]{0:T(128)} bitcast(x)
}
`);
  expect(errors).toEqual([]);
  const names = [...[...module!.body][0]!.getRegion(0).entry].map(({ name }) => name);
  expect(names).toEqual(['hlo.bitcast', 'func.return']);
});

test('a bitcast that adds a dimension of one element is a reshape, whatever pads memory', () => {
  const { module } = imported(`HloModule test

ENTRY main {
  x = f32[3,5]{1,0:T(8,128)} parameter(0)
  ROOT r = f32[1,3,5]{2,1,0:T(8,128)} bitcast(x)
}
`);
  const names = [...[...module!.body][0]!.getRegion(0).entry].map(({ name }) => name);
  expect(names).toEqual(['stablehlo.reshape', 'func.return']);
});
