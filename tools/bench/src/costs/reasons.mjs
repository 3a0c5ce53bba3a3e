// The reasons for which XLA's cost analysis counts other numbers than the cost model, each with a function that returns those numbers for an
// operation, `null` for operations that it does not apply to.
import { bytesOfType, operationCost } from '@shardform/cost-model';
import { parseModule } from '@shardform/ir-core';
import { bytesOf, flopsOf, mainOf } from './counted.mjs';

/** Whether two numbers differ by no more than a share, or by one in all. */
export function isWithin(ours, theirs, share) {
  return Math.abs(ours - theirs) <= Math.max(1, share * Math.abs(theirs));
}

const sum = (list) => list.reduce((all, number) => all + number, 0);
const shapeOf = (value) => value.type.shape;
const product = (list) => list.reduce((all, size) => all * size, 1);
const elements = (value) => product(shapeOf(value));
const numbers = (op, name) => op.getAttr(name)?.numbers() ?? [];

const castElements = (op) => (op.name === 'stablehlo.bitcast_convert' ? elements(op.getResult(0)) : 0);

const ofOperation =
  (names, count) =>
  ({ ops, context }) =>
    ops.length === 1 && names.includes(ops[0].name) ? count(ops[0], context) : null;

const regionFlops = (region, context) =>
  flopsOf(
    [...region.entry].filter((op) => !op.definition.isTerminator),
    context,
  );

/** Of floating-point operations. Functions such as sines count as one, as ours do. */
export const FLOPS = [
  {
    name: 'a call of a library counts as nothing',
    counted: ofOperation(['stablehlo.custom_call'], () => -1),
  },
  {
    name: 'an operation on complex numbers counts as one',
    counted: ({ text, context }) => {
      if (!text.includes('complex<')) return null;
      const real = parseModule(text.replaceAll(/complex<(\w+)>/g, '$1'), context);
      return real === null ? null : flopsOf(mainOf(real, context), context);
    },
  },
  {
    name: 'padding and holes in windows count as elements',
    counted: ofOperation(['stablehlo.reduce_window'], (op, context) => {
      const windows = elements(op.getResult(0)) * (product(numbers(op, 'window_dimensions')) - 1);
      return windows * regionFlops(op.regions[0], context);
    }),
  },
  {
    name: 'padding and holes in windows count as elements',
    counted: ofOperation(['stablehlo.select_and_scatter'], (op, context) => {
      const source = elements(op.getOperand(1));
      const selections = source * (product(numbers(op, 'window_dimensions')) - 1);
      return selections * regionFlops(op.regions[0], context) + source * regionFlops(op.regions[1], context);
    }),
  },
  {
    name: 'a sort compares as if all of its rows were one',
    counted: ofOperation(['stablehlo.sort'], (op) => {
      const count = elements(op.getOperand(0));
      return count * Math.ceil(Math.log2(count));
    }),
  },
  {
    name: 'a Fourier transform multiplies the logarithms of its lengths',
    counted: ofOperation(['stablehlo.fft'], (op) => {
      const logarithms = numbers(op, 'fft_length').map((length) => Math.floor(Math.log2(length)));
      return 8 * product(logarithms) * elements(op.getOperand(0));
    }),
  },
  {
    name: 'a random word counts as one function',
    counted: ofOperation(['stablehlo.rng', 'stablehlo.rng_bit_generator'], (op) =>
      op.results.reduce((sum, result) => sum + elements(result), 0),
    ),
  },
  {
    name: 'the largest elements are found with no comparison',
    counted: ofOperation(['chlo.top_k'], () => 0),
  },
  {
    name: 'a collective adds each element once',
    counted: ofOperation(['stablehlo.all_reduce'], (op) =>
      op.results.reduce((sum, result) => sum + elements(result), 0),
    ),
  },
  {
    name: 'a cast of bits counts as an operation',
    counted: ofOperation(['stablehlo.bitcast_convert'], (op) => elements(op.getResult(0))),
  },
  {
    name: 'a function counts as all that it is expanded to',
    counted: ({ expanded, context }) =>
      expanded === null ? null : flopsOf(expanded, context) + sum(expanded.map(castElements)),
  },
];

/** What is left out where it changes nothing. */
const UNCHANGING = new Set(
  ['broadcast_in_dim', 'concatenate', 'convert', 'pad', 'reduce', 'reverse', 'slice'].map(
    (name) => `stablehlo.${name}`,
  ),
);

/** Of what is free for the cost model: casts, and constants, of which XLA broadcasts the number. */
function freeBytes(op) {
  if (op.name === 'stablehlo.bitcast_convert') return bytes(op.getOperand(0)) + bytes(op.getResult(0));
  if (op.name !== 'stablehlo.constant' || shapeOf(op.getResult(0)).length === 0) return 0;
  return bytes(op.getResult(0)) * (1 + 1 / elements(op.getResult(0)));
}

const bytes = (value) => bytesOfType(value.type);

/** Of bytes, where no operation is fused. */
export const BYTES = [
  {
    name: 'an operation that changes nothing is left out',
    counted: ({ ops: [op] }) =>
      UNCHANGING.has(op.name) && op.operandValues().some(({ type }) => type === op.getResult(0).type)
        ? 0
        : null,
  },
  {
    name: 'another view of the same bytes is a copy',
    counted: ofOperation(['stablehlo.reshape', 'stablehlo.bitcast_convert'], (op) =>
      sum([...op.operandValues(), ...op.results].map(bytes)),
    ),
  },
  {
    name: 'a barrier copies, and has a tuple of pointers',
    counted: ofOperation(['stablehlo.optimization_barrier'], (op) => 2 * sum(op.results.map(bytes))),
  },
  {
    name: 'a transpose is another layout and moves nothing',
    counted: ofOperation(['stablehlo.transpose'], () => 0),
  },
  {
    name: 'dimensions of one element are removed before a broadcast',
    counted: ofOperation(['stablehlo.broadcast_in_dim'], (op) => {
      const operand = bytes(op.getOperand(0));
      // A broadcast of the same shape, a reshape, and the broadcast.
      return 5 * operand + bytes(op.getResult(0));
    }),
  },
  {
    name: 'numbers along one dimension are broadcast',
    counted: ofOperation(['stablehlo.iota'], (op) => {
      const size = shapeOf(op.getResult(0))[op.getAttr('iota_dimension').number];
      const all = bytes(op.getResult(0));
      return all + (2 * size * all) / elements(op.getResult(0));
    }),
  },
  {
    name: 'a condition that is a scalar is broadcast',
    counted: ofOperation(['stablehlo.select'], (op) => {
      const [condition, first, second] = op.operandValues();
      if (shapeOf(condition).length > 0) return null;
      return sum([condition, first, second, op.getResult(0)].map(bytes)) + 2 * elements(first);
    }),
  },
  {
    name: 'of several indices only the first is read',
    counted: ofOperation(['stablehlo.dynamic_slice', 'stablehlo.dynamic_update_slice'], (op, context) => {
      const first = op.name === 'stablehlo.dynamic_slice' ? 1 : 2;
      return (
        bytesOf([op], context) -
        sum(
          op
            .operandValues()
            .slice(first + 1)
            .map(bytes),
        )
      );
    }),
  },
  {
    name: 'a call of a library moves nothing but pointers',
    // Its results are a tuple, whose pointers are read and written.
    counted: ofOperation(['stablehlo.custom_call'], ({ results }) =>
      results.length === 1 ? -1 : 8 * results.length - 1,
    ),
  },
  {
    name: 'several results are a tuple, whose pointers count',
    counted: ({ ops: [op], context }) =>
      op.results.length < 2 ? null : bytesOf([op], context) + 8 * op.results.length,
  },
  {
    name: 'a function counts as all that it is expanded to',
    counted: ({ expanded, context }) =>
      expanded === null ? null : bytesOf(expanded, context) + sum(expanded.map(freeBytes)),
  },
];
